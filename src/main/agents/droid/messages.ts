import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { LineRecord } from '../json-lines.ts'
import { isRecord, toTextOrNull, toTimeOrNull, type Fields } from '../json/fields.ts'
import { readContentBlocks, buildToolCallBlock, buildToolResultBlock } from '../messages/blocks.ts'

/** A message as the model gets it; null for what only the person is shown, as runs of hooks and notices. */
export function readDroidMessage({ line, value }: LineRecord): Message | null {
  const own = readMessageFields(value)
  if (own === null || own['visibility'] === 'user_only' || own['hookEventName'] !== undefined) return null
  const id = toTextOrNull(value['id'])
  const ts = toTimeOrNull(value['timestamp'])
  const isUnseen = own['visibility'] === 'llm_only' || own['isUserVisible'] === false
  return {
    role: own['role'] === 'assistant' ? 'assistant' : 'user',
    content: buildContent(own),
    ...(ts === null ? {} : { ts }),
    ...(isUnseen ? { isBoilerplate: true } : {}),
    origin: { line, ...(id === null ? {} : { id }) },
  }
}

/** What Droid itself writes where no result came yet; the model is never sent it. */
const pending = '__TOOL_RESULT_PENDING__'

/** The fields of a message: some subagents write them, with a plain text, into the line itself. */
export function readMessageFields({ message, role, text }: Fields): Fields | null {
  if (isRecord(message)) return typeof message['role'] === 'string' ? message : null
  return typeof role === 'string' && typeof text === 'string' ? { role, content: text } : null
}

function buildContent(own: Fields): ContentBlock[] {
  const { content } = own
  const given = Array.isArray(content) ? content.flatMap(readContentBlock) : readContentBlocks(content)
  return [...readReasoningBeside(own, given), ...given]
}

function readContentBlock(block: unknown): readonly ContentBlock[] {
  if (!isRecord(block)) return readContentBlocks([block])
  switch (block['type']) {
    case 'tool_use':
      return [buildToolCallBlock(block['id'], block['name'], block['input'])]
    case 'tool_result': {
      if (block['content'] === pending) return []
      const isFailed = (block['is_error'] ?? block['isError']) === true
      return [
        buildToolResultBlock(block['tool_use_id'], block['content'], isFailed ? { is_error: true } : {}),
      ]
    }
    case 'thinking':
      return [buildThinkingBlock(block)]
    default:
      return readContentBlocks([block])
  }
}

/** Providers other than Anthropic have no signatures: the names of their own fields, or their items, stand there. */
function buildThinkingBlock({
  thinking,
  text,
  signature,
  signatureProvider: provider,
}: Fields): ContentBlock {
  const isSigned = toTextOrNull(signature) !== null && (provider === undefined || provider === 'anthropic')
  return {
    type: 'thinking',
    thinking: toTextOrNull(thinking) ?? toTextOrNull(text) ?? '',
    ...(isSigned ? { signature } : {}),
  }
}

/** Reasoning of OpenAI's models and of others stands beside the content, and where it can be read in that, too. */
function readReasoningBeside(own: Fields, given: readonly ContentBlock[]): readonly ContentBlock[] {
  const encrypted = toTextOrNull(own['openaiEncryptedContent'])
  const isThere = given.some(({ type }) => type === 'thinking')
  const text = isThere
    ? null
    : (toTextOrNull(own['chatCompletionReasoningContent']) ?? toTextOrNull(own['openaiReasoningSummary']))
  if (text !== null)
    return [
      { type: 'thinking', thinking: text, ...(encrypted === null ? {} : { encrypted_content: encrypted }) },
    ]
  return encrypted === null ? [] : [{ type: 'reasoning', encrypted_content: encrypted }]
}

/** Whether Droid sends an answer again: reasoning alone it does not. */
export function isSentAgain({ role, content }: Message): boolean {
  if (typeof content === 'string') return content !== ''
  return role === 'assistant'
    ? content.some((block) => block.type === 'tool_use' || (toTextOrNull(block['text']) ?? '').trim() !== '')
    : content.length > 0
}

/** Whether a message holds results of calls. */
export function holdsResults({ content }: Message): boolean {
  return Array.isArray(content) && content.some(({ type }) => type === 'tool_result')
}

/** Ids of the blocks of a kind in a message. */
export function listBlockIds({ content }: Message, type: 'tool_use' | 'tool_result'): readonly string[] {
  if (typeof content === 'string') return []
  const key = type === 'tool_use' ? 'id' : 'tool_use_id'
  return content.flatMap((block) => (block.type === type ? (toTextOrNull(block[key]) ?? []) : []))
}

/** What Droid sends in the place of results that never came. */
export function buildCancelledResults(calls: Iterable<string>): Message {
  const content = [...calls].map((id) => buildToolResultBlock(id, 'Error: Tool execution was cancelled'))
  return { role: 'user', content, isBoilerplate: true }
}
