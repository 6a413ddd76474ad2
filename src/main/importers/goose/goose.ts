import { countOf } from '../../../shared/lib/count-of.ts'
import { readDatabase, type AgentDatabase } from '../database.ts'
import { describesTables, hasTables } from '../database-tables.ts'
import { joinOn, type Machine } from '../discovery/editors.ts'
import type { FileHead } from '../file-head.ts'
import type { ImportFormat, SessionHead } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import { isDatabase } from '../packed-file.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { chooseSession } from '../session/choose-session.ts'
import { sessionTask } from '../session/session-task.ts'
import { readStored } from './read-session.ts'
import { storedSession, textOf, type StoredSession } from './stored.ts'

const tables = {
  sessions: ['working_dir', 'extension_data'],
  messages: ['session_id', 'role', 'content_json'],
}

/** A session of Goose: in its database, as an export, or as one of its older files. */
export const goose: ImportFormat = {
  id: 'goose',
  version: 1,
  label: 'Goose session',
  endings: ['.db', '.json', '.jsonl'],
  recognises: (head) => describesTables(head, tables) || isExport(head) || isOldFile(head),
  detect: (source) => {
    const head = source.head()
    return head !== null && (isExport(head) || isOldFile(head) || hasTables(source, tables))
  },
  sessions: async (source) => readDatabase(source.realPath, databaseSessions),
  companions: (name) => (name.endsWith('.db') ? [`${name}-wal`] : []),
  read: (source) => {
    const { stored, problems } = storedIn(source)
    const { title, directory, parentId, lost } = stored
    return sessionTask(source, {
      format: 'goose',
      agent: 'goose',
      session: readStored(stored),
      reading: { problems },
      title,
      workspace: directory,
      relations: { parentId, childIds: [] },
      problems:
        lost === 0
          ? []
          : [
              {
                file: source.only().name,
                place: source.session ?? '',
                reason: `${countOf(lost, 'message')} cannot be read and ${lost === 1 ? 'was' : 'were'} left out`,
                severity: 'error',
              },
            ],
    })
  },
  places: (machine) => [
    {
      agent: 'Goose',
      editor: null,
      path: joinOn(machine, dataOn(machine), 'sessions', 'sessions.db'),
      holds: { kind: 'database' },
    },
  ],
}

type Reading = Readonly<{ stored: StoredSession; problems: ReturnType<ParsedSource['lines']>['problems'] }>

function storedIn(source: ParsedSource): Reading {
  const head = source.head()
  const file = source.only()
  if (head !== null && isDatabase(head.bytes)) {
    const stored = readDatabase(source.realPath, (database) => {
      const { key } = chooseSession(source, databaseSessions(database))
      const [info = {}] = database.rows('select * from sessions where id = ?', key)
      const messages = database.rows('select * from messages where session_id = ? order by id', key)
      return storedSession(info, messages)
    })
    return { stored, problems: [] }
  }
  if (head !== null && isExport(head)) {
    const { object, problems } = source.json(file)
    const conversation = object?.['conversation'] ?? object?.['messages']
    return { stored: storedSession(object ?? {}, Array.isArray(conversation) ? conversation : []), problems }
  }
  const { records, problems } = source.lines(file)
  const [first, ...messages] = records.map(({ value }) => value)
  return { stored: storedSession(first ?? {}, messages), problems }
}

/** The sessions of the database that have a message, the latest last. */
function databaseSessions({ rows }: AgentDatabase): readonly SessionHead[] {
  const known = new Map(rows('select * from sessions').map((row) => [String(row['id']), row]))
  return rows(
    'select session_id as id, count(*) as messages, max(id) as last, max(created_timestamp) as created from messages group by session_id',
  )
    .map((row): SessionHead => {
      const key = String(row['id'])
      const session = known.get(key) ?? {}
      const { created } = row
      return {
        key,
        title: storedSession(session, []).title,
        stamp: [row['messages'], row['last'], textOf(session['updated_at'])].join(' '),
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

function dataOn(machine: Machine): string {
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
  return joinOn(machine, environment['XDG_DATA_HOME'] || joinOn(machine, home, '.local', 'share'), 'goose')
}
