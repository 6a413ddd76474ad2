import type { AgentDatabase } from '../database.ts'
import { columnsOf, damageOf, groupRows, rowsOf, rowsWhere } from '../database-tables.ts'
import type { SessionHead } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import { createStoredReading, type StoredSession } from './stored-session.ts'
import { storedInfo } from './stored.ts'
import { newerHead, newerText } from './newer-sessions.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'
import { findLargest } from '../../../shared/lib/find-extreme.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'

/** The sessions of a database that have a message, the latest last; behind them one for all that nobody can read yet. */
export function databaseSessions(database: AgentDatabase): readonly SessionHead[] {
  const known = readableSessions(database)
  const newer = newerHead(database, new Set(known.map(({ key }) => key)))
  return newer === null ? known : [...known, newer]
}

/** The same without what OpenCode 2 wrote. */
export function readableSessions(database: AgentDatabase): readonly SessionHead[] {
  const { tables } = database
  if (!tables.has('message')) return []
  const known = byKey(tables.has('session') ? rowsOf(database, 'session') : [])
  const timed = (table: string): readonly string[] =>
    ['time_created', 'time_updated'].filter((column) => columnsOf(database, table).has(column))
  const changes = byKey(tables.has('part') ? groupRows(database, 'part', 'session_id', timed('part')) : [])
  return groupRows(database, 'message', 'session_id', timed('message'))
    .map((row): SessionHead => {
      const key = stringOf(row['id'])
      const session = known.get(key)
      const parts = changes.get(key)
      const times = [
        session?.['time_updated'],
        row['time_created'],
        row['time_updated'],
        parts?.['time_updated'],
      ]
      const last = times.filter((ts) => typeof ts === 'number')
      return {
        key,
        title: storedInfo(session).title,
        stamp: [...times, row['count'], parts?.['count'], JSON.stringify(session?.['revert'] ?? null)].join(
          ' ',
        ),
        lastActivityTs: last.length === 0 ? null : findLargest(last),
      }
    })
    .toSorted((a, b) => (a.lastActivityTs ?? 0) - (b.lastActivityTs ?? 0))
}

function byKey(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [stringOf(row['id']), row]))
}

/** Reads one session of a database. */
export function databaseSession(database: AgentDatabase, key: string): StoredSession {
  const { tables } = database
  const reading = createStoredReading()
  // Sorted here: SQLite would read all of a damaged table before it gives the first row.
  const messages = byId(rowsWhere(database, 'message', 'session_id', key)).toSorted(
    (a, b) => Number(a['time_created'] ?? 0) - Number(b['time_created'] ?? 0),
  )
  const parts = tables.has('part') ? rowsWhere(database, 'part', 'session_id', key) : []
  const ofMessage = Map.groupBy(byId(parts), (row) => stringOf(row['message_id']))
  for (const { id, data } of messages) {
    const own = ofMessage.get(stringOf(id)) ?? []
    reading.message(
      parsed(data),
      stringOf(id),
      own.map((row) => ({ id: stringOf(row['id']), value: parsed(row['data']) })),
    )
  }
  const [session] = tables.has('session') ? rowsWhere(database, 'session', 'id', key) : []
  const revert = parsed(session?.['revert'])
  const newer = newerText(database)
  return reading.finish(storedInfo({ ...session, id: key, parentID: session?.['parent_id'], revert }), [
    ...damageOf(database),
    ...(newer === null ? [] : [newer]),
  ])
}

type Row = Readonly<Record<string, unknown>>

function byId(rows: readonly Row[]): readonly Row[] {
  const keyed = rows.map((row) => ({ row, id: stringOf(row['id']) }))
  return keyed.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)).map(({ row }) => row)
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return isRecord(text) ? text : undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
