import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { isRecord, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readTurns, type Turn } from '../session/read-turns.ts'
import type { BuiltSession } from '../session/session-builder.ts'
import type { StoredMessage, StoredSession } from './stored.ts'

/** How the message behind each summary begins. */
const continuation = /^Your context was compacted/
const continuationByHand = /^Your context was compacted at the user's request/

/**
 * Reads the messages of a session in their order. What was hidden from the model was shown to it until the next summary;
 * behind the last one it never was.
 */
export function readStored({ messages, model, lastTokens }: StoredSession): BuiltSession {
  const lastSummary = messages.findLastIndex((_, at) => isSummary(messages, at))
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant')
  const lastAsked = messages.slice(0, Math.max(0, lastAnswer)).findLastIndex(({ role }) => role === 'user')
  let isAnswering = false
  return readTurns(
    messages.flatMap((stored, at): readonly Turn[] => {
      const isOwn = isSummary(messages, at)
      const isWritten = isContinuation(messages, at)
      const condenseId = `summary-${at}`
      const message = toHistoryMessage(stored, {
        ...(isOwn ? { isSummary: true, condenseId } : {}),
        ...(isWritten ? { isBoilerplate: true } : {}),
      })
      if (message === null) return []
      if (!isOwn && !stored.agentVisible && at > lastSummary) return [{ kind: 'aside', messages: [message] }]
      const isAnswer = stored.role === 'assistant' && !isWritten
      // An answer may be kept in several messages, one after the other.
      const isFirst = isAnswer && !isAnswering
      isAnswering = isAnswer && !isOwn
      if (isOwn) {
        const trigger = continuationByHand.test(readMessageWords(messages[at + 1])) ? 'manual' : 'auto'
        const record = { ts: stored.created, kind: 'summary' as const, trigger, condenseId }
        return [{ kind: 'condensation', record, messages: [message] }]
      }
      if (!isFirst) return [{ kind: 'said', messages: [message] }]
      const usage = readRequestUsage(stored, model, at > lastAsked ? lastTokens : null)
      return [{ kind: 'answer', usage, messages: [message] }]
    }),
  )
}

/** A summary is for the model alone, and so is what follows it. */
function isSummary(messages: readonly StoredMessage[], at: number): boolean {
  const message = messages[at]
  return message?.role === 'user' && !message.userVisible && isContinuation(messages, at + 1)
}

function isContinuation(messages: readonly StoredMessage[], at: number): boolean {
  const message = messages[at]
  return message?.role === 'assistant' && !message.userVisible && continuation.test(readMessageWords(message))
}

function readMessageWords(message: StoredMessage | undefined): string {
  const [first] = message?.content ?? []
  return toTextOrNull(first?.['text']) ?? ''
}

/** Goose keeps the usage of the last request only, with cached tokens in it. */
function readRequestUsage(
  { created }: StoredMessage,
  model: string | null,
  tokens: StoredSession['lastTokens'],
): RequestUsage {
  return {
    ts: created,
    ...(model === null ? {} : { modelId: model }),
    ...(tokens === null ? {} : { tokensIn: tokens.input, tokensOut: tokens.output, isCacheApart: false }),
  }
}

/** Makes a message of the history of a stored one; null where the model is never shown anything of it. */
function toHistoryMessage(stored: StoredMessage, marks: Partial<Message> = {}): Message | null {
  const content = stored.content.flatMap(readBlocks)
  if (content.length === 0) return null
  const { role, created, id } = stored
  return {
    role,
    content,
    ...(created === null ? {} : { ts: created }),
    ...(id === null ? {} : { origin: { id } }),
    ...marks,
  }
}

function readBlocks(value: Fields): readonly ContentBlock[] {
  switch (value['type']) {
    case 'text':
      return toTextOrNull(value['text']) === null ? [] : [{ type: 'text', text: toSafeString(value['text']) }]
    case 'image':
      return [buildImageBlock(value)]
    case 'toolRequest':
    case 'frontendToolRequest':
      return [buildCallBlock(value)]
    case 'toolResponse':
      return [buildResultBlock(value)]
    case 'thinking':
      return [
        { type: 'thinking', thinking: toTextOrNull(value['thinking']) ?? '', signature: value['signature'] },
      ]
    case 'reasoning':
      return [{ type: 'thinking', thinking: toTextOrNull(value['text']) ?? '' }]
    case 'redactedThinking':
      return [{ type: 'redacted_thinking', data: value['data'] }]
    default:
      // Questions to the person and notices: nothing of them is sent.
      return []
  }
}

function buildImageBlock({ data, mimeType }: Fields): ContentBlock {
  return { type: 'image', source: { type: 'base64', media_type: mimeType, data } }
}

/** A call that the model wrote wrongly has an error in the place of its name. */
function buildCallBlock({ id, toolCall }: Fields): ContentBlock {
  const outcome = isRecord(toolCall) ? toolCall : {}
  const call = isRecord(outcome['value']) ? outcome['value'] : null
  if (call === null)
    return { type: 'tool_use', id: toSafeString(id), name: 'unknown', input: { raw: outcome['error'] ?? '' } }
  const { name, arguments: input } = call
  return {
    type: 'tool_use',
    id: toSafeString(id),
    name: toSafeString(name),
    input: isRecord(input) ? input : {},
  }
}

function buildResultBlock({ id, toolResult }: Fields): ContentBlock {
  const base = { type: 'tool_result' as const, tool_use_id: toSafeString(id) }
  const outcome = isRecord(toolResult) ? toolResult : {}
  if (outcome['status'] === 'error')
    return { ...base, content: toTextOrNull(outcome['error']) ?? '', is_error: true }
  const { value } = outcome
  const items: unknown = isRecord(value) ? value['content'] : value
  const shown = readRecordList(items).filter(isForModel)
  const content = shown.flatMap((item): ContentBlock[] => {
    if (item['type'] === 'image') return [buildImageBlock(item)]
    const { resource } = item
    const text = toTextOrNull(item['text']) ?? (isRecord(resource) ? toTextOrNull(resource['text']) : null)
    return text === null ? [] : [{ type: 'text', text }]
  })
  const isError = isRecord(value) && value['isError'] === true ? { is_error: true } : {}
  return { ...base, content, ...isError }
}

/** Parts of results may be meant for the person alone. */
function isForModel({ annotations }: Fields): boolean {
  const audience: unknown = isRecord(annotations) ? annotations['audience'] : null
  return !Array.isArray(audience) || audience.includes('assistant')
}
