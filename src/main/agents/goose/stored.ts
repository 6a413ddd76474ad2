import type { SessionTotals } from '../../../shared/kernel/usage.ts'
import {
  isRecord,
  parseFields,
  parseJsonText,
  readRecordList,
  type Fields,
  omitZero,
  toNumberOrNull,
  toTextOrNull,
} from '../json/fields.ts'

/** A message as Goose keeps it. */
export type StoredMessage = Readonly<{
  id: string | null
  role: 'user' | 'assistant'
  /** Milliseconds since 1970; null where it is not recorded. */
  created: number | null
  content: readonly Fields[]
  /** Whether the model is shown it by now, and whether a person is. */
  agentVisible: boolean
  userVisible: boolean
}>

export type StoredSession = Readonly<{
  title: string | null
  directory: string | null
  model: string | null
  parentId: string | null
  /** What the last request sent and got back, by the count of its provider. */
  lastTokens: Readonly<{ input: number; output: number }> | null
  /** What all requests together sent, got back and cost. */
  totals: SessionTotals
  messages: readonly StoredMessage[]
  lost: number
}>

/** Names that Goose gives until it has made one up. */
const defaultName = /^(?:CLI Session|New (?:chat|session)(?: \d+)?)$/i

/** Reads the description of a session: a row of the table, the head of an export, or the first line of an old file. */
export function readStoredSession(info: Fields, rows: readonly unknown[]): StoredSession {
  const messages = rows.map(readStoredMessage)
  const [input, output] = [readCount(info['input_tokens']), readCount(info['output_tokens'])]
  const name = toTextOrNull(info['name']) ?? toTextOrNull(info['description'])
  const config = parseFields(info['model_config'] ?? info['model_config_json'])
  return {
    title: name === null || defaultName.test(name) ? null : name,
    directory: toTextOrNull(info['working_dir']),
    model: toTextOrNull(config['model_name']),
    parentId: toTextOrNull(info['parent_session_id']),
    lastTokens: input === null || output === null ? null : { input, output },
    totals: readSessionTotals(info),
    messages: messages.filter((message) => message !== null),
    lost: messages.filter((message) => message === null).length,
  }
}

/** The input has the cached tokens in it. */
function readSessionTotals(info: Fields): SessionTotals {
  const readFigure = (name: string): number | undefined =>
    toNumberOrNull(info[`accumulated_${name}`]) ?? undefined
  const [input, reads, writes] = ['input_tokens', 'cache_read_tokens', 'cache_write_tokens'].map(readFigure)
  return {
    costUsd: omitZero(readFigure('cost') ?? null),
    tokensIn: input === undefined ? undefined : Math.max(0, input - (reads ?? 0) - (writes ?? 0)),
    tokensOut: readFigure('output_tokens'),
    cacheReads: reads,
    cacheWrites: writes,
  }
}

/** A row of the table, or a message of a file; null where it is none. */
function readStoredMessage(row: unknown): StoredMessage | null {
  if (!isRecord(row)) return null
  const { role } = row
  const content = row['content'] ?? parseJsonText(row['content_json'])
  if ((role !== 'user' && role !== 'assistant') || !Array.isArray(content)) return null
  const shown = parseFields(row['metadata'] ?? row['metadata_json'])
  const created = readCount(row['created_timestamp'] ?? row['created'])
  return {
    id: toTextOrNull(row['message_id']) ?? toTextOrNull(row['id']),
    role,
    // Seconds.
    created: created === null || created === 0 ? null : created < 100_000_000_000 ? created * 1000 : created,
    content: readRecordList(content),
    agentVisible: shown['agentVisible'] !== false,
    userVisible: shown['userVisible'] !== false,
  }
}

function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
