import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import type { Agent, SessionHead } from '../agent.ts'
import { pickFileStem, readFirstValueText } from '../build-session-key.ts'
import {
  buildLosses,
  describeDamage,
  databaseLog,
  describesTables,
  groupRows,
  hasRow,
  hasTables,
  selectRows,
  selectRowsWhere,
  createSessionStore,
} from '../database-tables.ts'
import { readDatabase, type AgentDatabase } from '../database.ts'
import { findDataFolder, joinOn, type Machine } from '../discovery/editors.ts'
import type { FileHead } from '../file-head.ts'
import { isRecord, toTextOrNull } from '../json/fields.ts'
import { isDatabase } from '../packed-file.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { chooseSession } from '../session/choose-session.ts'
import { describeUnread } from '../session/describe-left-out.ts'
import { readStored } from './read-session.ts'
import { readStoredSession, type StoredSession } from './stored.ts'

const tables = {
  sessions: ['working_dir', 'extension_data'],
  messages: ['session_id', 'role', 'content_json'],
}

/** A session of Goose: in its database, as an export, or as one of its older files. */
export const goose: Agent = {
  id: 'goose',
  version: 2,
  name: 'Goose',
  label: 'Goose session',
  agent: 'goose',
  readSessionId: ({ path, head }) => readFirstValueText(head, 'id') ?? pickFileStem(path),
  endings: ['.db', '.json', '.jsonl'],
  recognises: (head) => describesTables(head, tables) || isExport(head) || isOldFile(head),
  detect: (source) => {
    const head = source.head()
    return head !== null && (isExport(head) || isOldFile(head) || hasTables(source, tables))
  },
  sessions: createSessionStore(listDatabaseSessions),
  companions: [databaseLog],
  readSession: (source) => {
    const { stored, problems, damage } = readSourceSession(source)
    return {
      session: readStored(stored),
      title: stored.title,
      workspace: stored.directory,
      parentId: stored.parentId,
      totals: stored.totals,
      problems: [
        ...problems,
        ...buildLosses(source, source.session ?? '', [...describeUnread(stored.lost, 'message'), ...damage]),
      ],
    }
  },
  places: (machine) => [
    {
      path: joinOn(machine, findGooseData(machine), 'sessions', 'sessions.db'),
      holds: { kind: 'database' },
    },
  ],
}

type Reading = Readonly<{
  stored: StoredSession
  problems: readonly ImportProblem[]
  /** What is wrong with the database. */
  damage: readonly string[]
}>

function readSourceSession(source: ParsedSource): Reading {
  const head = source.head()
  const file = source.only()
  if (isDatabase(head?.bytes)) {
    return readDatabase(source.realPath, (database) => {
      const key = chooseSession(source, {
        has: (key) => hasRow(database, 'messages', 'session_id', key),
        all: () => listDatabaseSessions(database),
      })
      const [info = {}] = selectRowsWhere(database, 'sessions', 'id', key)
      const messages = selectRowsWhere(database, 'messages', 'session_id', key).toSorted(
        (a, b) => Number(a['id']) - Number(b['id']),
      )
      return { stored: readStoredSession(info, messages), problems: [], damage: describeDamage(database) }
    })
  }
  if (head !== null && isExport(head)) {
    const { object, problems } = source.json(file)
    const conversation = object?.['conversation'] ?? object?.['messages']
    return {
      stored: readStoredSession(object ?? {}, Array.isArray(conversation) ? conversation : []),
      problems,
      damage: [],
    }
  }
  const { records, problems } = source.lines(file)
  const [first, ...messages] = records.map(({ value }) => value)
  return { stored: readStoredSession(first ?? {}, messages), problems, damage: [] }
}

/** The sessions of the database that have a message, the latest last. */
function listDatabaseSessions(database: AgentDatabase): readonly SessionHead[] {
  const known = new Map(selectRows(database, 'sessions').map((row) => [toSafeString(row['id']), row]))
  return groupRows(database, 'messages', 'session_id', ['created_timestamp'])
    .map((row): SessionHead => {
      const key = toSafeString(row['id'])
      const session = known.get(key) ?? {}
      const { created_timestamp: created } = row
      return {
        key,
        title: readStoredSession(session, []).title,
        stamp: [row['count'], created, toTextOrNull(session['updated_at'])].join(' '),
        lastActivityTs: typeof created === 'number' ? created * 1000 : null,
      }
    })
    .toSorted((a, b) => (a.lastActivityTs ?? 0) - (b.lastActivityTs ?? 0))
}

function isExport({ values: [first] }: FileHead): boolean {
  return isRecord(first) && 'working_dir' in first && Array.isArray(first['conversation'])
}

/** The first line of an old file describes the session; early ones do not say where it was. */
function isOldFile({ values: [first, second] }: FileHead): boolean {
  if (!isRecord(first) || 'role' in first || 'conversation' in first) return false
  const isMessage =
    isRecord(second) && 'role' in second && 'created' in second && Array.isArray(second['content'])
  return isMessage
    ? 'working_dir' in first || 'description' in first
    : second === undefined && 'working_dir' in first && 'message_count' in first
}

function findGooseData(machine: Machine): string {
  const { environment, home, platform } = machine
  const root = environment['GOOSE_PATH_ROOT']
  if (root) return joinOn(machine, root, 'data')
  if (platform === 'win32')
    return joinOn(
      machine,
      environment['APPDATA'] || joinOn(machine, home, 'AppData', 'Roaming'),
      'Block',
      'goose',
      'data',
    )
  return findDataFolder(machine, 'goose')
}
