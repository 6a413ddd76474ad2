import type { SessionTotals } from '../../../shared/domain/usage.ts'
import { unlessZero } from '../session/session-totals.ts'
import { numberOf, textOf } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'

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
export function storedSession(info: Values, rows: readonly unknown[]): StoredSession {
  const messages = rows.map(storedMessage)
  const [input, output] = [countOf(info['input_tokens']), countOf(info['output_tokens'])]
  const name = textOf(info['name']) ?? textOf(info['description'])
  const config = isRecord(info['model_config']) ? info['model_config'] : parsed(info['model_config_json'])
  return {
    title: name === null || defaultName.test(name) ? null : name,
    directory: textOf(info['working_dir']),
    model: isRecord(config) ? textOf(config['model_name']) : null,
    parentId: textOf(info['parent_session_id']),
    lastTokens: input === null || output === null ? null : { input, output },
    totals: totalsOf(info),
    messages: messages.filter((message) => message !== null),
    lost: messages.filter((message) => message === null).length,
  }
}

/** The input has the cached tokens in it. */
function totalsOf(info: Values): SessionTotals {
  const figure = (name: string): number | undefined => numberOf(info[`accumulated_${name}`]) ?? undefined
  const [input, reads, writes] = ['input_tokens', 'cache_read_tokens', 'cache_write_tokens'].map(figure)
  return {
    costUsd: unlessZero(figure('cost') ?? null),
    tokensIn: input === undefined ? undefined : Math.max(0, input - (reads ?? 0) - (writes ?? 0)),
    tokensOut: figure('output_tokens'),
    cacheReads: reads,
    cacheWrites: writes,
  }
}

/** A row of the table, or a message of a file; null where it is none. */
function storedMessage(row: unknown): StoredMessage | null {
  if (!isRecord(row)) return null
  const { role } = row
  const content = row['content'] ?? parsed(row['content_json'])
  if ((role !== 'user' && role !== 'assistant') || !Array.isArray(content)) return null
  const metadata = row['metadata'] ?? parsed(row['metadata_json'])
  const shown = isRecord(metadata) ? metadata : {}
  const created = countOf(row['created_timestamp'] ?? row['created'])
  return {
    id: textOf(row['message_id']) ?? textOf(row['id']),
    role,
    // Seconds.
    created: created === null || created === 0 ? null : created < 100_000_000_000 ? created * 1000 : created,
    content: content.filter(isRecord),
    agentVisible: shown['agentVisible'] !== false,
    userVisible: shown['userVisible'] !== false,
  }
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? parseJson(text) : undefined
  } catch {
    return undefined
  }
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
