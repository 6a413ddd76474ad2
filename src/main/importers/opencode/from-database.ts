import type { AgentDatabase } from '../database.ts'
import { columnsOf } from '../database-tables.ts'
import type { SessionHead } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import { createStoredReading, type StoredSession } from './stored-session.ts'
import { storedInfo } from './stored.ts'

/** The sessions of a database that have a message, the latest last. */
export function databaseSessions(database: AgentDatabase): readonly SessionHead[] {
  const { tables, rows } = database
  if (!tables.has('message')) return []
  const known = new Map(
    (tables.has('session') ? rows('select * from session') : []).map((row) => [String(row['id']), row]),
  )
  const hasTimes = columnsOf(database, 'message').has('time_updated')
  const times = hasTimes
    ? 'max(time_created) as created, max(time_updated) as updated'
    : 'null as created, null as updated'
  const changes = new Map(
    (tables.has('part') && columnsOf(database, 'part').has('time_updated')
      ? rows(
          'select session_id as id, count(*) as parts, max(time_updated) as updated from part group by session_id',
        )
      : []
    ).map((row) => [String(row['id']), row]),
  )
  return rows(`select session_id as id, count(*) as messages, ${times} from message group by session_id`)
    .map((row): SessionHead => {
      const key = String(row['id'])
      const session = known.get(key)
      const parts = changes.get(key)
      const marks = [
        session?.['time_updated'],
        row['messages'],
        row['updated'],
        parts?.['parts'],
        parts?.['updated'],
      ]
      const last = [session?.['time_updated'], row['created'], row['updated'], parts?.['updated']].filter(
        (ts) => typeof ts === 'number',
      )
      return {
        key,
        title: storedInfo(session).title,
        stamp: `${marks.join(' ')} ${JSON.stringify(session?.['revert'] ?? null)}`,
        lastActivityTs: last.length === 0 ? null : Math.max(...last),
      }
    })
    .toSorted((a, b) => (a.lastActivityTs ?? 0) - (b.lastActivityTs ?? 0))
}

/** Whether a database has a message of a session. */
export function hasSession({ tables, rows }: AgentDatabase, key: string): boolean {
  return tables.has('message') && rows('select 1 from message where session_id = ? limit 1', key).length > 0
}

/** Reads one session of a database. */
export function databaseSession(database: AgentDatabase, key: string): StoredSession {
  const { tables, rows } = database
  const reading = createStoredReading()
  // Sorted here: SQLite would read all of a damaged table before it gives the first row.
  const messages = byId(rows('select * from message where session_id = ?', key)).toSorted(
    (a, b) => Number(a['time_created'] ?? 0) - Number(b['time_created'] ?? 0),
  )
  const parts = tables.has('part')
    ? rows('select id, message_id, data from part where session_id = ?', key)
    : []
  const ofMessage = Map.groupBy(byId(parts), (row) => String(row['message_id']))
  for (const { id, data } of messages) {
    const own = ofMessage.get(String(id)) ?? []
    reading.message(
      parsed(data),
      String(id),
      own.map((row) => ({ id: String(row['id']), value: parsed(row['data']) })),
    )
  }
  const [session] = tables.has('session') ? rows('select * from session where id = ?', key) : []
  const revert = parsed(session?.['revert'])
  return reading.finish(
    storedInfo({ ...session, id: key, parentID: session?.['parent_id'], revert }),
    database.isDamaged() ? ['the database is damaged, and what stands behind the damage is missing'] : [],
  )
}

type Row = Readonly<Record<string, unknown>>

function byId(rows: readonly Row[]): readonly Row[] {
  const keyed = rows.map((row) => ({ row, id: String(row['id']) }))
  return keyed.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)).map(({ row }) => row)
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return isRecord(text) ? text : undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
