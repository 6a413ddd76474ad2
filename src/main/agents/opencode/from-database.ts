import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { SessionHead } from '../agent.ts'
import { listColumns, describeDamage, groupRows, selectRows, selectRowsWhere } from '../database-tables.ts'
import type { AgentDatabase } from '../database.ts'
import { isRecord, parseJsonText, type Fields } from '../json/fields.ts'
import { createStoredReading, type StoredSession } from './stored-session.ts'
import { readStoredInfo } from './stored.ts'
import { listNewerSessions } from './v2/from-database.ts'

/**
 * The sessions of a database that have a message, the latest last. Where OpenCode 2 writes to it, those of older versions are
 * what it did not take over.
 */
export function listDatabaseSessions(database: AgentDatabase): readonly SessionHead[] {
  const newer = listNewerSessions(database)
  if (newer.length === 0) return listOlderSessions(database)
  const taken = new Set(newer.map(({ key }) => key))
  const older = listOlderSessions(database).filter(({ key }) => !taken.has(key))
  return [...older.map((head) => ({ ...head, title: markAsOlder(head.title) })), ...newer].toSorted(
    (a, b) => (a.lastActivityTs ?? 0) - (b.lastActivityTs ?? 0),
  )
}

/** The title of a session that OpenCode 1 left in a database of OpenCode 2. */
export function markAsOlder(title: string | null): string {
  return title === null ? 'V1' : `${title} (V1)`
}

function listOlderSessions(database: AgentDatabase): readonly SessionHead[] {
  const { tables } = database
  if (!tables.has('message')) return []
  const known = indexRowsById(tables.has('session') ? selectRows(database, 'session') : [])
  const listTimeColumns = (table: string): readonly string[] =>
    ['time_created', 'time_updated'].filter((column) => listColumns(database, table).has(column))
  const changes = indexRowsById(
    tables.has('part') ? groupRows(database, 'part', 'session_id', listTimeColumns('part')) : [],
  )
  return groupRows(database, 'message', 'session_id', listTimeColumns('message'))
    .map((row): SessionHead => {
      const key = toSafeString(row['id'])
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
        title: readStoredInfo(session).title,
        stamp: [...times, row['count'], parts?.['count'], JSON.stringify(session?.['revert'] ?? null)].join(
          ' ',
        ),
        lastActivityTs: last.length === 0 ? null : findLargest(last),
      }
    })
    .toSorted((a, b) => (a.lastActivityTs ?? 0) - (b.lastActivityTs ?? 0))
}

function indexRowsById(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [toSafeString(row['id']), row]))
}

/** Reads one session of a database. */
export function readDatabaseSession(database: AgentDatabase, key: string): StoredSession {
  const { tables } = database
  const reading = createStoredReading()
  // Sorted here: SQLite would read all of a damaged table before it gives the first row.
  const messages = sortRowsById(selectRowsWhere(database, 'message', 'session_id', key)).toSorted(
    (a, b) => Number(a['time_created'] ?? 0) - Number(b['time_created'] ?? 0),
  )
  const parts = tables.has('part') ? selectRowsWhere(database, 'part', 'session_id', key) : []
  const ofMessage = Map.groupBy(sortRowsById(parts), (row) => toSafeString(row['message_id']))
  for (const { id, data } of messages) {
    const own = ofMessage.get(toSafeString(id)) ?? []
    reading.message(
      readJsonColumn(data),
      toSafeString(id),
      own.map((row) => ({ id: toSafeString(row['id']), value: readJsonColumn(row['data']) })),
    )
  }
  const [session] = tables.has('session') ? selectRowsWhere(database, 'session', 'id', key) : []
  const revert = readJsonColumn(session?.['revert'])
  return reading.finish(
    readStoredInfo({ ...session, id: key, parentID: session?.['parent_id'], revert }),
    describeDamage(database),
  )
}

type Row = Fields

function sortRowsById(rows: readonly Row[]): readonly Row[] {
  const keyed = rows.map((row) => ({ row, id: toSafeString(row['id']) }))
  return keyed.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)).map(({ row }) => row)
}

/** What a column holds, which stores JSON as text. */
function readJsonColumn(value: unknown): unknown {
  return isRecord(value) ? value : parseJsonText(value)
}
