import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { toSafeString } from '../../../../shared/kernel/to-safe-string.ts'
import type { SessionHead } from '../../agent.ts'
import {
  describeDamage,
  groupRows,
  listColumns,
  hasRow,
  selectRows,
  selectRowsWhere,
} from '../../database-tables.ts'
import type { AgentDatabase } from '../../database.ts'
import {
  isRecord,
  parseFields,
  parseJsonText,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../../json/fields.ts'
import { describeUnread } from '../../session/describe-left-out.ts'
import { readStoredInfo, type StoredInfo } from '../stored.ts'
import type { StoredRows } from './read-session.ts'
import { readRow, type Row } from './rows.ts'

/** The tables of OpenCode 2, of which the second is in older databases, too, and empty. */
const sessionTable = 'session_v2'
const rowTable = 'session_message'

/** Columns by which a database of OpenCode 2 is known, whether or not it has older tables. */
export const newerTables = {
  [sessionTable]: ['directory', 'version'],
  [rowTable]: ['session_id', 'seq', 'data'],
}

/** Whether OpenCode 2 keeps a session: its older rows are what was left behind when it took the session over. */
export function hasNewerSession(database: AgentDatabase, key: string): boolean {
  return isNewer(database) && hasRow(database, rowTable, 'session_id', key)
}

function isNewer(database: AgentDatabase): boolean {
  const { tables } = database
  return tables.has(sessionTable) && tables.has(rowTable) && listColumns(database, rowTable).has('seq')
}

/** The sessions of OpenCode 2 that have a message. */
export function listNewerSessions(database: AgentDatabase): readonly SessionHead[] {
  if (!isNewer(database)) return []
  const known = new Map(selectRows(database, sessionTable).map((row) => [toSafeString(row['id']), row]))
  return groupRows(database, rowTable, 'session_id', ['seq', 'time_created', 'time_updated']).map((row) => {
    const key = toSafeString(row['id'])
    const session = known.get(key)
    const times = [session?.['time_updated'], row['time_created'], row['time_updated']]
    const last = times.filter((ts) => typeof ts === 'number')
    return {
      key,
      title: readStoredInfo(session).title,
      stamp: [...times, row['count'], row['seq'], toTextOrNull(session?.['revert'])].join(' '),
      lastActivityTs: last.length === 0 ? null : findLargest(last),
    }
  })
}

/** A session of OpenCode 2, with what is known of it besides its rows. */
export type NewerSession = StoredRows &
  Readonly<{
    info: StoredInfo
    childIds: readonly string[]
    /** The model that it is set to. */
    model: string | null
    /** What it cost as a whole, in US dollars; null where that was not recorded. */
    costUsd: number | null
    faults: readonly string[]
  }>

/** Reads one session of a database. */
export function readNewerSession(database: AgentDatabase, key: string): NewerSession {
  const found = selectRowsWhere(database, rowTable, 'session_id', key)
  const [session = {}] = selectRowsWhere(database, sessionTable, 'id', key)
  const children = selectRows(database, sessionTable).filter((row) => row['parent_id'] === key)
  return {
    ...readRowList(
      found.map((row) => [row, parseJsonText(row['data'])]),
      describeDamage(database),
    ),
    ...describeSession({ ...session, id: key, revert: parseJsonText(session['revert']) }),
    copiedUntil: findCopiedEnd(database, session),
    childIds: children.map(({ id }) => toSafeString(id)),
    costUsd: toNumberOrNull(session['cost']),
  }
}

/** Reads what `opencode2 session export` writes: the session, and its messages as rows with all their fields. */
export function readNewerExport(info: Fields, messages: readonly unknown[]): NewerSession {
  const location = isRecord(info['location']) ? info['location'] : {}
  return {
    ...readRowList(
      messages.map((value) => [isRecord(value) ? value : {}, value]),
      [],
    ),
    ...describeSession({ ...info, directory: location['directory'], parent_id: info['parentID'] }),
    copiedUntil: -1,
    childIds: [],
    costUsd: null,
  }
}

function describeSession(session: Fields): Pick<NewerSession, 'info' | 'revertTo' | 'model'> {
  const parentID = toTextOrNull(session['parent_id']) ?? toTextOrNull(session['fork_session_id'])
  const info = readStoredInfo({ ...session, parentID })
  return {
    info,
    revertTo: info.revert?.messageId ?? null,
    model: toTextOrNull(parseFields(session['model'])['id']),
  }
}

function readRowList(
  found: readonly (readonly [row: Fields, data: unknown])[],
  damage: readonly string[],
): Pick<NewerSession, 'rows' | 'faults'> {
  const read = found.map(([row, data], place) => readRow(row, data, place))
  const rows = read.filter((row): row is Row => row !== null)
  return {
    rows: rows.toSorted((a, b) => a.seq - b.seq),
    faults: [...damage, ...describeUnread(read.length - rows.length, 'message')],
  }
}

/**
 * The last `seq` that a fork copied: of the message that its boundary names, of the one before where it says so. Where that
 * message is gone, what was written before the fork was made is a copy.
 */
function findCopiedEnd(database: AgentDatabase, session: Fields): number {
  const source = toTextOrNull(session['fork_session_id'])
  if (source === null) return -1
  const { fork_boundary: boundary } = session
  const { type, messageID } = parseFields(boundary)
  const id = toTextOrNull(messageID) ?? toTextOrNull(boundary)
  const [end] = id === null ? [] : selectRowsWhere(database, rowTable, 'id', id)
  const seq = end?.['session_id'] === source ? toNumberOrNull(end['seq']) : null
  if (seq !== null) return type === 'before' ? seq - 1 : seq
  const made = toNumberOrNull(session['time_created']) ?? 0
  const copied = selectRowsWhere(database, rowTable, 'session_id', toSafeString(session['id'])).filter(
    (row) => (toNumberOrNull(row['time_created']) ?? made) < made,
  )
  return copied.reduce((last, row) => Math.max(last, toNumberOrNull(row['seq']) ?? -1), -1)
}
