import type { Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { parseJsonText, toNumberOrNull, toTextOrNull, type Fields } from '../json/fields.ts'
import { readOpenAiChatMessage } from '../messages/read-open-ai-chat-message.ts'
import type { Entry } from '../session/entry-order.ts'

/** A row of `messages`. */
export type StoredMessage = Readonly<{
  role: string
  /** Milliseconds since 1970; null where it is not recorded. */
  created: number | null
  /** What it says, the same in each copy of it; of a result the call, whatever was cut from it. */
  key: string
  /** All that it says, by which a result that was cut is told from the whole one. */
  text: string
  /** Null where nothing of it is sent. */
  entry: Entry | null
  isSummary: boolean
  /** `live` is sent, `condensed` was; `gone` was taken back, or is the original of a copy that was kept. */
  state: 'live' | 'condensed' | 'gone'
}>

/** In front of content that is a list of parts as JSON. */
const jsonPrefix = '\0json:'
/** How summaries begin, of which older versions have no mark. */
const summaryBeginning = /^\s*\[CONTEXT (?:COMPACTION|SUMMARY)\b/

/** Reads a row. */
export function readStoredMessage(row: Fields): StoredMessage {
  const role = toSafeString(row['role'])
  const content = decodeContent(row['api_content'] ?? row['content'])
  const calls = parseJsonText(row['tool_calls'])
  const callId = toTextOrNull(row['tool_call_id'])
  const isSummary =
    row['_compressed_summary'] === 1 || (typeof content === 'string' && summaryBeginning.test(content))
  const created = readTime(row['timestamp'])
  const message = readOpenAiChatMessage({
    role,
    content,
    tool_calls: calls,
    tool_call_id: callId ?? '',
    name: row['tool_name'],
    reasoning_content: row['reasoning_content'] ?? row['reasoning'],
  })
  const text = JSON.stringify([role, row['content'], row['tool_calls'], callId])
  return {
    role,
    created,
    key: role === 'tool' && callId !== null ? `call ${callId}` : text,
    text,
    entry: message === null ? null : { message: markMessage(message, row, { created, isSummary }) },
    isSummary,
    state: row['active'] !== 0 ? 'live' : row['compacted'] === 1 ? 'condensed' : 'gone',
  }
}

function markMessage(
  message: Message,
  row: Fields,
  { created, isSummary }: Pick<StoredMessage, 'created' | 'isSummary'>,
): Message {
  const id = `message ${toSafeString(row['id'])}`
  const { isBoilerplate: _, ...rest } = message
  return {
    ...rest,
    ...(created === null ? {} : { ts: created }),
    ...(isSummary ? { isSummary: true, condenseId: id } : {}),
    ...(message.isBoilerplate === true || row['display_kind'] === 'hidden' ? { isBoilerplate: true } : {}),
  }
}

function decodeContent(content: unknown): unknown {
  if (typeof content !== 'string' || !content.startsWith(jsonPrefix)) return content
  return parseJsonText(content.slice(jsonPrefix.length)) ?? content
}

/** Times are seconds. */
export function readTime(value: unknown): number | null {
  const seconds = toNumberOrNull(value)
  return seconds === null || seconds <= 0 || seconds > latestSeconds ? null : Math.round(seconds * 1000)
}

/** What a damaged page holds may be any number. */
const latestSeconds = 1e11
