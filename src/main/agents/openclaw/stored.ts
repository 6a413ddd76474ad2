import { join } from 'node:path/posix'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { computeGrowthLimit, unpackZstd } from '../../platform/files/unpack.ts'
import type { SessionHead } from '../agent.ts'
import { describeDamage, groupRows, hasRow, selectRows, selectRowsWhere } from '../database-tables.ts'
import type { AgentDatabase } from '../database.ts'
import type { LineRecord } from '../json-lines.ts'
import {
  parseFields,
  parseRecord,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'
import { describeUnread } from '../session/describe-left-out.ts'

/** Columns by which a database of OpenClaw is known. */
export const tables = {
  transcript_events: ['session_id', 'seq', 'event_json'],
  session_windows: ['session_id', 'session_key'],
}

const coldTable = 'session_transcript_cold_archives'
const activeTable = 'session_transcript_active_events'

/** So much an event has at most, by the agent's own rule. */
const longestEvent = 4 * 2 ** 20

/** A session of a database, with what the agent knows of it besides its events. */
export type StoredSession = Readonly<{
  /** The events, each with its place as its line. */
  records: readonly LineRecord[]
  /** Place of the event that the session goes on from; null where it is the last one. */
  leaf: number | null
  /** Name of the file that the events were moved to; null where they are at hand. */
  archive: string | null
  title: string | null
  parentId: string | null
  /** What there is to say of it, a sentence each. */
  remarks: readonly string[]
  faults: readonly string[]
}>

/** The sessions of a database that have events, at hand or archived, the latest last. */
export function listStoredSessions(database: AgentDatabase): readonly SessionHead[] {
  const windows = indexRows(database, 'session_windows', 'session_id')
  const nodes = indexRows(database, 'session_nodes', 'session_key')
  const own = groupRows(database, 'transcript_events', 'session_id', ['seq', 'created_at'])
  const cold = database.tables.has(coldTable) ? selectRows(database, coldTable) : []
  const known = new Set(own.map(({ id }) => id))
  const heads = [
    ...own.map(({ id, seq, created_at: at }) => ({ id, seq, at })),
    ...cold
      .filter(({ session_id: id }) => !known.has(id))
      .map(({ session_id: id, last_seq: seq, archived_at: at }) => ({ id, seq, at })),
  ]
  return heads
    .map(({ id, seq, at }): SessionHead => {
      const window = windows.get(toSafeString(id)) ?? {}
      const node = nodes.get(toSafeString(window['session_key'])) ?? {}
      return {
        key: toSafeString(id),
        title: findTitle(window, node),
        stamp: [seq, at, window['updated_at'], node['updated_at']].join(' '),
        lastActivityTs: toNumberOrNull(window['transcript_updated_at']) ?? toNumberOrNull(at),
      }
    })
    .toSorted((a, b) => (a.lastActivityTs ?? 0) - (b.lastActivityTs ?? 0))
}

/** Whether a database has events of a session. */
export function hasSession(database: AgentDatabase, key: string): boolean {
  return (
    hasRow(database, 'transcript_events', 'session_id', key) ||
    (database.tables.has(coldTable) && hasRow(database, coldTable, 'session_id', key))
  )
}

/** Reads one session of a database. */
export function readStoredSession(database: AgentDatabase, key: string): StoredSession {
  const [window = {}] = selectRowsWhere(database, 'session_windows', 'session_id', key)
  const nodes = indexRows(database, 'session_nodes', 'session_key')
  const node = nodes.get(toSafeString(window['session_key'])) ?? {}
  const found = selectRowsWhere(database, 'transcript_events', 'session_id', key)
  const active = database.tables.has(activeTable)
    ? selectRowsWhere(database, activeTable, 'session_id', key)
    : []
  const [cold] =
    found.length === 0 && database.tables.has(coldTable)
      ? selectRowsWhere(database, coldTable, 'session_id', key)
      : []
  const base = {
    title: findTitle(window, node),
    parentId: findParentId(window, node, nodes),
    remarks: listRemarks(database, key, window),
  }
  if (cold === undefined)
    return { ...base, ...readEvents(found, active, describeDamage(database)), archive: null }
  const { archive_blob: blob } = cold
  if (blob instanceof Uint8Array) return { ...base, ...readColdBlob(blob), archive: null }
  const name = toSafeString(cold['archive_name'])
  return { ...base, records: [], leaf: null, faults: [], archive: /^[\w.-]+$/.test(name) ? name : '' }
}

/** Where archives lie, from the folder of a database. */
export function listArchivePaths(name: string): readonly string[] {
  return [join('..', 'sessions', 'cold', name), join('cold', name)]
}

type Events = Pick<StoredSession, 'records' | 'leaf' | 'faults'>

/** Reads the text of an archive: events as rows, and which of them were active. */
export function readColdText(text: string): Events {
  const lines = text.split('\n').flatMap((line) => parseRecord(line))
  const selectKind = (kind: string): readonly Fields[] =>
    lines.filter((line) => line['kind'] === kind).map((line) => readNestedFields(line, 'row'))
  return readEvents(selectKind('event'), selectKind('active'), [])
}

function readColdBlob(blob: Uint8Array): Events {
  try {
    return readColdText(unpackZstd(blob, computeGrowthLimit(blob)).toString('utf8'))
  } catch {
    return { records: [], leaf: null, faults: ['its archive cannot be unpacked'] }
  }
}

function readEvents(rows: readonly Fields[], active: readonly Fields[], damage: readonly string[]): Events {
  const sorted = rows.toSorted((a, b) => readPlace(a['seq']) - readPlace(b['seq']))
  const records = sorted.flatMap((row): readonly LineRecord[] =>
    parseRecord(readEventText(row)).map((value) => ({ line: readPlace(row['seq']), value })),
  )
  const [last] = active.toSorted((a, b) => readPlace(b['active_position']) - readPlace(a['active_position']))
  return {
    records,
    leaf: last === undefined ? null : readPlace(last['event_seq']),
    faults: [...damage, ...describeUnread(rows.length - records.length, 'event')],
  }
}

function readPlace(value: unknown): number {
  return toNumberOrNull(value) ?? 0
}

/** The text of an event, which may be one frame of zstd; nothing where that is damaged, or more than it may be. */
function readEventText({ event_json: text, event_zstd: packed }: Fields): string {
  if (typeof text === 'string') return text
  if (!(packed instanceof Uint8Array)) return ''
  try {
    return unpackZstd(packed, longestEvent).toString('utf8')
  } catch {
    return ''
  }
}

function indexRows(database: AgentDatabase, table: string, key: string): ReadonlyMap<string, Fields> {
  const rows = database.tables.has(table) ? selectRows(database, table) : []
  return new Map(rows.map((row) => [toSafeString(row[key]), row]))
}

/** The name that somebody gave the session. */
function findTitle(window: Fields, node: Fields): string | null {
  const entry = parseFields(node['entry_json'])
  return (
    toTextOrNull(node['label']) ??
    toTextOrNull(node['display_name']) ??
    toTextOrNull(window['display_name']) ??
    toTextOrNull(entry['label']) ??
    toTextOrNull(entry['displayName'])
  )
}

/** Reasons for which a session goes on with the one before it. */
const continuing = new Set<unknown>(['fork', 'recovery', 'compaction', 'rewind'])

/** The session that this one works for, or was made of. */
function findParentId(window: Fields, node: Fields, nodes: ReadonlyMap<string, Fields>): string | null {
  const key =
    toTextOrNull(window['spawned_by']) ??
    toTextOrNull(window['parent_session_key']) ??
    toTextOrNull(node['spawned_by']) ??
    toTextOrNull(node['parent_session_key'])
  if (key !== null) return toTextOrNull(nodes.get(key)?.['current_session_id'])
  const before = continuing.has(window['reason']) ? toTextOrNull(window['previous_session_id']) : null
  return before ?? toTextOrNull(node['fork_source_session_id'])
}

function listRemarks(database: AgentDatabase, key: string, window: Fields): readonly string[] {
  const runtime = toTextOrNull(window['agent_harness_id'])
  const outbox = 'context_engine_turn_outbox'
  return [
    ...(runtime === null || runtime === 'openclaw'
      ? []
      : [`it was run by ${runtime}, which keeps a history of its own: what was sent may differ`]),
    ...(database.tables.has(outbox) && hasRow(database, outbox, 'session_id', key)
      ? ['a plugin put its contexts together: what was sent may differ from what is stored']
      : []),
  ]
}
