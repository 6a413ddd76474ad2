import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import { buildToolResultBlock } from '../messages/blocks.ts'
import { readOpenAiChatMessage } from '../messages/read-open-ai-chat-message.ts'

const roles: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool'])

/** How the message begins that stands for what was compacted. */
const compacted = '<system>Previous context has been compacted.'
/** How the message begins that the model sent back to itself: what it did since is taken out. */
const sentBack = '<system>You just got a D-Mail from your future self.'
/** What the agent adds by itself, none of which says what was done. */
const ownWords = /^\s*(?:<system>CHECKPOINT \d+<\/system>\s*$|<system-reminder>|<notification )/

/** Whether a record is a message. */
export function isMessage({ role }: Fields): boolean {
  return roles.has(toTextOrNull(role) ?? '')
}

/** A message in Anthropic's words; null where it says nothing. */
export function readKimiMessage(value: Fields): Message | null {
  const parts = readContentParts(value['content'])
  if (value['role'] === 'tool') return { role: 'user', content: [buildResultBlock(value, parts)] }
  const message = readOpenAiChatMessage({ ...value, content: parts })
  return message !== null && value['role'] === 'user' && ownWords.test(readMessageWords(value))
    ? { ...message, isBoilerplate: true }
    : message
}

/** The words of a message, as events have them too. */
export function readMessageWords({ content }: Fields): string {
  return readContentParts(content)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('')
}

/** What stands for a part of the history that is gone; null for all other messages. */
export function classifyReplacement(value: Fields): 'compaction' | 'd-mail' | null {
  const words = readMessageWords(value)
  if (words.startsWith(compacted)) return 'compaction'
  return words.startsWith(sentBack) ? 'd-mail' : null
}

/** Whether a message only marks a place that the model can go back to. */
export function isCheckpoint(value: Fields): boolean {
  return value['role'] === 'user' && /^<system>CHECKPOINT \d+<\/system>$/.test(readMessageWords(value).trim())
}

/** A content of one text is written as a text alone. */
function readContentParts(content: unknown): readonly Fields[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content]
  return parts.filter(isRecord).map(withReasoning)
}

function withReasoning(part: Fields): Fields {
  if (part['type'] !== 'think') return part
  const [thinking, signature] = [toTextOrNull(part['think']) ?? '', toTextOrNull(part['encrypted'])]
  if (thinking === '' && signature !== null) return { type: 'redacted_thinking', data: signature }
  return { type: 'thinking', thinking, ...(signature === null ? {} : { signature }) }
}

/** A failure is told in the words that the model gets, and nowhere else in the history. */
function buildResultBlock(value: Fields, parts: readonly Fields[]): ContentBlock {
  const [first] = parts
  const text = first?.['type'] === 'text' ? (toTextOrNull(first['text']) ?? '') : ''
  const content = first === undefined || (parts.length === 1 && text !== '') ? text : parts
  return buildToolResultBlock(
    value['tool_call_id'],
    content,
    text.startsWith('<system>ERROR: ') ? { is_error: true } : {},
  )
}
