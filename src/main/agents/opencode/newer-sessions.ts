import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { SessionHead } from '../agent.ts'
import { listColumns, groupRows } from '../database-tables.ts'
import type { AgentDatabase } from '../database.ts'

/** Tables of OpenCode 2, beside those of older versions, which it leaves as they were. */
const tables = { session: 'session_v2', messages: 'session_message' } as const

/** What to say of a database in which OpenCode 2 keeps sessions, which nobody reads here; null where there are none. */
export function describeNewerSessions({ tables: own, rows }: AgentDatabase): string | null {
  if (!own.has(tables.session) || !own.has(tables.messages)) return null
  const count = Number(rows(`select count(*) as count from ${tables.session}`)[0]?.['count'] ?? 0)
  if (count === 0) return null
  const [are, they] = count === 1 ? ['is', 'it'] : ['are', 'them']
  return `${formatCountWithNoun(count, 'session')} of OpenCode 2 ${are} in the tables ${tables.session} and ${tables.messages}: this version cannot read ${they} yet`
}

/** One entry for all sessions that only OpenCode 2 has, so that a list of files shows that there are some. */
export function buildNewerHead(database: AgentDatabase, known: ReadonlySet<string>): SessionHead | null {
  const title = describeNewerSessions(database)
  if (title === null) return null
  const timed = ['time_updated'].filter((column) => listColumns(database, tables.messages).has(column))
  const sessions = groupRows(database, tables.messages, 'session_id', timed)
    .map(({ id, time_updated: ts }) => ({ key: toSafeString(id), ts: typeof ts === 'number' ? ts : null }))
    .filter(({ key }) => !known.has(key))
    .toSorted((one, other) => (other.ts ?? 0) - (one.ts ?? 0))
  const [latest] = sessions
  if (latest === undefined) return null
  return { key: latest.key, title, stamp: `${sessions.length} ${latest.ts ?? ''}`, lastActivityTs: latest.ts }
}
