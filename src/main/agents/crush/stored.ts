import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { SessionTotals } from '../../../shared/kernel/usage.ts'
import type { SessionHead } from '../agent.ts'
import { listColumns, describeDamage, groupRows, selectRows, selectRowsWhere } from '../database-tables.ts'
import type { AgentDatabase } from '../database.ts'
import {
  isRecord,
  parseJsonText,
  readRecordList,
  type Fields,
  omitZero,
  toNumberOrNull,
  toTextOrNull,
} from '../json/fields.ts'

/** A piece of a message: its kind, and what belongs to it. */
export type StoredPart = Readonly<{ type: string; data: Fields }>

/** A message as Crush and the first OpenCode keep it. */
export type StoredMessage = Readonly<{
  id: string
  role: string
  /** Milliseconds since 1970; null where it is not recorded. */
  created: number | null
  model: string | null
  isSummary: boolean
  parts: readonly StoredPart[]
}>

export type StoredSession = Readonly<{
  parentId: string | null
  title: string | null
  /** What its own requests used and cost together, the cost of its subagents aside. */
  totals: SessionTotals
  childIds: readonly string[]
  messages: readonly StoredMessage[]
  /** Messages whose parts cannot be read. */
  lost: number
  /** What is wrong with the database. */
  damage: readonly string[]
}>

/** Titles that the agents give until they have made one up. */
const defaultTitle = /^(?:New|Untitled) Session$/

/** The sessions of a database that have a message, the latest last. */
export function listStoredSessions(database: AgentDatabase): readonly SessionHead[] {
  const known = new Map(selectRows(database, 'sessions').map((row) => [toSafeString(row['id']), row]))
  return groupRows(database, 'messages', 'session_id', ['created_at', 'updated_at'])
    .map((row): SessionHead => {
      const key = toSafeString(row['id'])
      const session = known.get(key)
      const last = [row['created_at'], row['updated_at']].map(readTime).filter((ts) => ts !== null)
      return {
        key,
        title: readTitle(session),
        stamp: [
          row['count'],
          row['updated_at'],
          session?.['updated_at'],
          session?.['summary_message_id'],
        ].join(' '),
        lastActivityTs: last.length === 0 ? null : findLargest(last),
      }
    })
    .toSorted((a, b) => (a.lastActivityTs ?? 0) - (b.lastActivityTs ?? 0))
}

/** Reads one session of a database. */
export function readStoredSession(database: AgentDatabase, key: string): StoredSession {
  const [session] = selectRowsWhere(database, 'sessions', 'id', key)
  const columns = listColumns(database, 'sessions')
  const children = columns.has('parent_session_id')
    ? selectRowsWhere(database, 'sessions', 'parent_session_id', key)
    : []
  // The cost of a subagent is added to that of the session that had it done.
  const cost = toNumberOrNull(session?.['cost'])
  const ofOthers = children.reduce((sum, child) => sum + (toNumberOrNull(child['cost']) ?? 0), 0)
  const summary = toTextOrNull(session?.['summary_message_id'])
  let lost = 0
  const messages = selectRowsWhere(database, 'messages', 'session_id', key)
    .toSorted(
      (a, b) =>
        (toNumberOrNull(a['created_at']) ?? 0) - (toNumberOrNull(b['created_at']) ?? 0) ||
        (toNumberOrNull(a['place']) ?? 0) - (toNumberOrNull(b['place']) ?? 0),
    )
    .flatMap((row): StoredMessage[] => {
      const parts = parseParts(row['parts'])
      if (parts === null) lost += 1
      const id = toSafeString(row['id'])
      return parts === null
        ? []
        : [
            {
              id,
              role: toSafeString(row['role']),
              created: readTime(row['created_at']),
              model: toTextOrNull(row['model']),
              isSummary: id === summary || row['is_summary_message'] === 1,
              parts,
            },
          ]
    })
  return {
    parentId: toTextOrNull(session?.['parent_session_id']),
    title: readTitle(session),
    totals: {
      costUsd: omitZero(cost === null ? null : Math.max(0, cost - ofOthers)),
      ...readSessionTokens(session, columns.has('summary_message_id')),
    },
    childIds: children.map(({ id }) => toSafeString(id)).filter((id) => !id.startsWith('title-')),
    messages,
    lost,
    damage: describeDamage(database),
  }
}

/** Sums at first; since there are summaries, the input and the output of the last request alone. */
function readSessionTokens(session: Fields | undefined, isLast: boolean): SessionTotals {
  const tokensIn = omitZero(toNumberOrNull(session?.['prompt_tokens']))
  const tokensOut = omitZero(toNumberOrNull(session?.['completion_tokens']))
  if (!isLast) return { tokensIn, tokensOut }
  // Right after a summary there is no input.
  return tokensIn === undefined ? {} : { lastContextTokens: tokensIn + (tokensOut ?? 0) }
}

function readTitle(session: Fields | undefined): string | null {
  const title = toTextOrNull(session?.['title'])
  return title === null || defaultTitle.test(title) ? null : title
}

function parseParts(text: unknown): readonly StoredPart[] | null {
  const parts = parseJsonText(text)
  if (!Array.isArray(parts)) return null
  return readRecordList(parts).flatMap(({ type, data }) =>
    typeof type === 'string' && isRecord(data) ? [{ type, data }] : [],
  )
}

/** The tables say milliseconds; what is written are seconds. */
function readTime(value: unknown): number | null {
  const time = toNumberOrNull(value)
  if (time === null || time <= 0) return null
  return time < 100_000_000_000 ? time * 1000 : time
}
