import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { blocksOf, resultOf } from '../messages/blocks.ts'
import { fromOpenAiChat } from '../messages/from-open-ai-chat.ts'

/** What Continue sends for calls without an output, and for those that the person stopped. */
const noOutput = 'No tool output'
const cancelled = 'The user cancelled this tool call.'

/** What an item of a history sends: the message itself, and behind it a result for each of its calls. */
export function messagesOf(item: Fields): readonly Message[] {
  const message = fieldsAt(item, 'message')
  const origin = textOf(message['id']) === null ? {} : { origin: { id: String(message['id']) } }
  switch (message['role']) {
    case 'user':
      return userMessage(item, message).map((one) => ({ ...one, ...origin }))
    case 'thinking':
      return thinkingMessage(message).map((one) => ({ ...one, ...origin }))
    case 'assistant':
      return assistantMessages(item, message).map((one) => ({ ...one, ...origin }))
    // Results are sent from the calls that they are of, and instructions from the settings.
    default:
      return []
  }
}

/** Files and other context that the person attached stand in front of what they typed. */
function userMessage(item: Fields, message: Fields): readonly Message[] {
  const attached = contentsOf(item['contextItems']).flatMap((text): ContentBlock[] =>
    text.trim() === '' ? [] : [{ type: 'text', text: `${text}\n` }],
  )
  const content = [...attached, ...blocksOf(message['content'])]
  return content.length === 0 ? [] : [{ role: 'user', content }]
}

function thinkingMessage(message: Fields): readonly Message[] {
  const redacted = textOf(message['redactedThinking'])
  const signature = textOf(message['signature'])
  const text = blocksOf(message['content'])
    .flatMap((block) => (block.type === 'text' ? [String(block['text'])] : []))
    .join('')
  const block: ContentBlock =
    text === '' && redacted !== null
      ? { type: 'redacted_thinking', data: redacted }
      : { type: 'thinking', thinking: text, ...(signature === null ? {} : { signature }) }
  return text === '' && redacted === null ? [] : [{ role: 'assistant', content: [block] }]
}

function assistantMessages(item: Fields, message: Fields): readonly Message[] {
  const said = fromOpenAiChat(message)
  if (said === null) return []
  const states = Array.isArray(item['toolCallStates']) ? item['toolCallStates'].filter(isRecord) : []
  const byId = new Map(states.map((state) => [String(state['toolCallId']), state]))
  const results =
    typeof said.content === 'string' ? [] : said.content.filter(({ type }) => type === 'tool_use')
  return [
    said,
    ...results.map(({ id }): Message => ({ role: 'user', content: [resultFor(String(id), byId)] })),
  ]
}

function resultFor(id: string, states: ReadonlyMap<string, Fields>): ContentBlock {
  const state = states.get(id)
  if (state === undefined) return resultOf(id, noOutput, { is_error: true })
  if (state['status'] === 'canceled') return resultOf(id, cancelled, { is_error: true })
  const isError = state['status'] === 'errored' ? { is_error: true } : {}
  return Array.isArray(state['output'])
    ? resultOf(id, contentsOf(state['output']).join('\n\n'), isError)
    : resultOf(id, noOutput, { is_error: true })
}

function contentsOf(items: unknown): readonly string[] {
  return Array.isArray(items)
    ? items.filter(isRecord).flatMap(({ content }) => (typeof content === 'string' ? [content] : []))
    : []
}
