import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RequestUsage, SessionTotals } from '../../../shared/kernel/usage.ts'
import type { Agent, SessionHead } from '../agent.ts'
import {
  buildLosses,
  createDatabaseAccess,
  describeDamage,
  groupRows,
  hasRow,
  selectRows,
  selectRowsWhere,
} from '../database-tables.ts'
import { readDatabase, type AgentDatabase } from '../database.ts'
import { joinOn, type Machine } from '../discovery/editors.ts'
import {
  omitUnknown,
  omitZero,
  parseFields,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { ReadSession } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
import { readStoredSession } from './read-session.ts'
import { readStoredMessage, readTime, type StoredMessage } from './stored.ts'

const tables = {
  sessions: ['parent_session_id', 'end_reason', 'started_at'],
  messages: ['session_id', 'role', 'tool_calls', 'tool_name'],
}

/** The database of Hermes Agent; each of its profiles has one of its own. */
export const hermes: Agent = {
  id: 'hermes',
  version: 2,
  name: 'Hermes Agent',
  label: 'Hermes session',
  agent: 'hermes',
  ...createDatabaseAccess(tables, listStoredSessions),
  readSession: (source) => readDatabase(source.realPath, (database) => readHermes(source, database)),
  places: (machine) => {
    const home = findHermesHome(machine)
    return [
      { path: joinOn(machine, home, 'state.db'), holds: { kind: 'database' } },
      { path: joinOn(machine, home, 'profiles'), holds: { kind: 'files', endings: ['state.db'] } },
    ]
  },
}

function findHermesHome(machine: Machine): string {
  const { environment, home, platform } = machine
  if (environment['HERMES_HOME']) return environment['HERMES_HOME']
  if (platform !== 'win32') return joinOn(machine, home, '.hermes')
  return joinOn(machine, environment['LOCALAPPDATA'] || joinOn(machine, home, 'AppData', 'Local'), 'hermes')
}

/** The sessions of a database that have a message, the latest last. */
function listStoredSessions(database: AgentDatabase): readonly SessionHead[] {
  const known = new Map(selectRows(database, 'sessions').map((row) => [toSafeString(row['id']), row]))
  return groupRows(database, 'messages', 'session_id', ['timestamp'])
    .map((row): SessionHead => {
      const key = toSafeString(row['id'])
      return buildHead(key, row, known.get(key) ?? {})
    })
    .toSorted((a, b) => (a.lastActivityTs ?? 0) - (b.lastActivityTs ?? 0))
}

function buildHead(key: string, row: Fields, session: Fields): SessionHead {
  const times = [row['timestamp'], session['ended_at'], session['last_activity_at']].map(readTime)
  const last = times.filter((ts) => ts !== null)
  return {
    key,
    title: toTextOrNull(session['title']),
    stamp: [
      ...times,
      row['count'],
      session['message_count'],
      session['input_tokens'],
      session['output_tokens'],
      toTextOrNull(session['end_reason']),
    ].join(' '),
    lastActivityTs: last.length === 0 ? null : findLargest(last),
  }
}

function readHermes(source: ParsedSource, database: AgentDatabase): ReadSession {
  const key = chooseSession(source, {
    has: (one) => hasRow(database, 'messages', 'session_id', one),
    all: () => listStoredSessions(database),
  })
  const [info = {}] = selectRowsWhere(database, 'sessions', 'id', key)
  const parentId = toTextOrNull(info['parent_session_id'])
  const [parent = {}] = parentId === null ? [] : selectRowsWhere(database, 'sessions', 'id', parentId)
  const kind = parentId === null ? 'root' : findKind(info, parent)
  const rows = readRows(database, key)
  const parentRows = parentId === null || kind === 'delegate' ? [] : readRows(database, parentId)
  const used = database.tables.has('session_model_usage')
    ? selectRowsWhere(database, 'session_model_usage', 'session_id', key)
    : []
  const models = new Set(used.filter(({ task }) => task === '').map(({ model }) => toTextOrNull(model)))
  const model = toTextOrNull(info['model'])
  const children = selectRows(database, 'sessions').filter((row) => row['parent_session_id'] === key)
  return {
    session: readStoredSession({
      rows,
      before: kind === 'continuation' ? parentRows.filter(({ state }) => state === 'live') : [],
      copied: kind === 'branch' ? countCopied(rows, parentRows) : 0,
      modelId: models.size > 1 ? null : model,
      condensing: readCondensing(used),
    }),
    title: toTextOrNull(info['title']),
    workspace: toTextOrNull(info['cwd']),
    usualModel: model,
    parentId: kind === 'reset' ? null : parentId,
    childIds: children.filter((row) => findKind(row, info) === 'delegate').map(({ id }) => toSafeString(id)),
    totals: readTotals(info, used),
    problems: buildLosses(source, key, describeDamage(database)),
  }
}

function readRows(database: AgentDatabase, key: string): readonly StoredMessage[] {
  return selectRowsWhere(database, 'messages', 'session_id', key)
    .toSorted((a, b) => (toNumberOrNull(a['id']) ?? 0) - (toNumberOrNull(b['id']) ?? 0))
    .map(readStoredMessage)
}

type Kind = 'continuation' | 'branch' | 'delegate' | 'reset'

/** Reasons for which a conversation ended, after which the next one is another. */
const resetReasons =
  /^(?:session_reset|session_switch|idle|daily|suspended|resume_pending_expired|new_session)$/

/** What a session is to the one that it names. A mark that names another one was inherited. */
function findKind(child: Fields, parent: Fields): Kind {
  const config = parseFields(child['model_config'])
  const parentId = child['parent_session_id']
  if (config['_delegate_from'] === parentId || child['source'] === 'tool') return 'delegate'
  if (config['_reset_from'] === parentId) return 'reset'
  if (config['_branched_from'] === parentId) return 'branch'
  const reason = toTextOrNull(parent['end_reason']) ?? ''
  if (reason === 'compression') return 'continuation'
  if (reason === 'branched') return 'branch'
  return resetReasons.test(reason) ? 'reset' : 'delegate'
}

/** How many rows at the beginning are those of another session. */
function countCopied(rows: readonly StoredMessage[], others: readonly StoredMessage[]): number {
  const known = new Set(others.map(({ key }) => key))
  const own = rows.findIndex(({ key }) => !known.has(key))
  return own === -1 ? rows.length : own
}

/** What the calls for summaries used, of a session that made one: all that is recorded is their sum. */
function readCondensing(used: readonly Fields[]): RequestUsage | null {
  const own = used.filter(({ task }) => task === 'compression')
  if (own.length === 0) return null
  const { requests: _, ...figures } = sumFigures(own)
  const [only] = own
  const modelId = own.length === 1 ? toTextOrNull(only?.['model']) : null
  return { ...figures, isCacheApart: true, ...(modelId === null ? {} : { modelId }) }
}

/** Totals of a session, calls beside the conversation among them; the input is without the cached tokens. */
function readTotals(info: Fields, used: readonly Fields[]): SessionTotals {
  const byModel = [...Map.groupBy(used, ({ model }) => toTextOrNull(model) ?? '')].flatMap(([model, own]) => {
    const { costUsd: _, ...figures } = sumFigures(own)
    return model === '' ? [] : [{ model, ...figures }]
  })
  return { ...sumFigures([info]), ...(byModel.length === 0 ? {} : { byModel }) }
}

function sumFigures(rows: readonly Fields[]) {
  const sum = (name: string): number | undefined =>
    omitZero(rows.reduce((total, row) => total + (toNumberOrNull(row[name]) ?? 0), 0))
  return omitUnknown({
    requests: sum('api_call_count'),
    tokensIn: sum('input_tokens'),
    tokensOut: sum('output_tokens'),
    cacheReads: sum('cache_read_tokens'),
    cacheWrites: sum('cache_write_tokens'),
    reasoningTokens: sum('reasoning_tokens'),
    costUsd: sum('actual_cost_usd') ?? sum('estimated_cost_usd'),
  })
}
