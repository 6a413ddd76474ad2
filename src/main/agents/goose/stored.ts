import { parseJson } from '../../../shared/kernel/json-values.ts'
import type { SessionTotals } from '../../../shared/kernel/usage.ts'
import { toNumberOrNull, toTextOrNull } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { omitZero } from '../session/session-totals.ts'

export type Values = Readonly<Record<string, unknown>>

/** A message as Goose keeps it. */
export type StoredMessage = Readonly<{
  id: string | null
  role: 'user' | 'assistant'
  /** Milliseconds since 1970; null where it is not recorded. */
  created: number | null
  content: readonly Values[]
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
export function readStoredSession(info: Values, rows: readonly unknown[]): StoredSession {
  const messages = rows.map(readStoredMessage)
  const [input, output] = [readCount(info['input_tokens']), readCount(info['output_tokens'])]
  const name = toTextOrNull(info['name']) ?? toTextOrNull(info['description'])
  const config = isRecord(info['model_config'])
    ? info['model_config']
    : parseJsonText(info['model_config_json'])
  return {
    title: name === null || defaultName.test(name) ? null : name,
    directory: toTextOrNull(info['working_dir']),
    model: isRecord(config) ? toTextOrNull(config['model_name']) : null,
    parentId: toTextOrNull(info['parent_session_id']),
    lastTokens: input === null || output === null ? null : { input, output },
    totals: readSessionTotals(info),
    messages: messages.filter((message) => message !== null),
    lost: messages.filter((message) => message === null).length,
  }
}

/** The input has the cached tokens in it. */
function readSessionTotals(info: Values): SessionTotals {
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
  const metadata = row['metadata'] ?? parseJsonText(row['metadata_json'])
  const shown = isRecord(metadata) ? metadata : {}
  const created = readCount(row['created_timestamp'] ?? row['created'])
  return {
    id: toTextOrNull(row['message_id']) ?? toTextOrNull(row['id']),
    role,
    // Seconds.
    created: created === null || created === 0 ? null : created < 100_000_000_000 ? created * 1000 : created,
    content: content.filter(isRecord),
    agentVisible: shown['agentVisible'] !== false,
    userVisible: shown['userVisible'] !== false,
  }
}

function parseJsonText(text: unknown): unknown {
  try {
    return typeof text === 'string' ? parseJson(text) : undefined
  } catch {
    return undefined
  }
}

function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
