import { textOf } from '../json/fields.ts'
import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { argumentsOf } from '../gemini-cli/parts.ts'
import { isRecord } from '../json/read-json.ts'
import type { SessionEvent } from './events.ts'

/** What an event adds to the history; null where it adds nothing. */
export function messageOf(event: SessionEvent): Message | null {
  switch (event.type) {
    case 'user.message':
      return userMessage(event)
    case 'system.notification':
      return notification(event)
    case 'assistant.message':
      return answer(event)
    case 'tool.execution_complete':
      return result(event)
    default:
      return null
  }
}

/** The message that a compaction wrote. */
export function summaryMessage(event: SessionEvent): Message {
  return {
    role: 'user',
    content: [{ type: 'text', text: textOf(event.data['summaryContent']) ?? '' }],
    ...marksOf(event),
    isSummary: true,
    condenseId: event.id,
  }
}

function marksOf({ ts, line, id }: SessionEvent): Partial<Message> {
  return { ...(ts === null ? {} : { ts }), origin: { line, id } }
}

/** What was sent, in which what was typed is a block of its own. */
function userMessage(event: SessionEvent): Message | null {
  const { content, transformedContent, source } = event.data
  const typed = textOf(content)
  const sent = textOf(transformedContent) ?? typed
  if (sent === null) return null
  const isTyped = typed !== null && textOf(source) === null
  const at = typed === null ? -1 : sent.indexOf(typed)
  const wrapped = (text: string): readonly ContentBlock[] =>
    text === '' ? [] : [{ type: 'text', text, isBoilerplate: true }]
  const blocks: readonly ContentBlock[] =
    typed === null || at === -1
      ? [{ type: 'text', text: sent }]
      : [
          ...wrapped(sent.slice(0, at)),
          { type: 'text', text: typed },
          ...wrapped(sent.slice(at + typed.length)),
        ]
  return {
    role: 'user',
    content: [...blocks],
    ...marksOf(event),
    ...(isTyped || isOfAgent(source) ? {} : { isBoilerplate: true }),
  }
}

/** The task that another agent gave. */
function isOfAgent(source: unknown): boolean {
  return typeof source === 'string' && source.startsWith('agent-')
}

function notification(event: SessionEvent): Message | null {
  const text = textOf(event.data['content'])
  return text === null
    ? null
    : { role: 'user', content: [{ type: 'text', text }], ...marksOf(event), isBoilerplate: true }
}

function answer(event: SessionEvent): Message | null {
  const { content, toolRequests, encryptedContent } = event.data
  const text = textOf(content)
  const encrypted = textOf(encryptedContent)
  const requests: readonly unknown[] = Array.isArray(toolRequests) ? toolRequests : []
  const blocks: readonly ContentBlock[] = [
    ...reasoningOf(event),
    ...(encrypted === null ? [] : [{ type: 'reasoning', encrypted_content: encrypted }]),
    ...(text === null ? [] : [{ type: 'text', text }]),
    ...requests.filter(isRecord).map(({ toolCallId, name, arguments: input }) => ({
      type: 'tool_use',
      id: textOf(toolCallId) ?? '',
      name: textOf(name) ?? '',
      input: argumentsOf(input),
    })),
  ]
  return { role: 'assistant', content: [...blocks], ...marksOf(event) }
}

function reasoningOf({ data }: SessionEvent): readonly ContentBlock[] {
  const [thinking, signature] = [textOf(data['reasoningText']), textOf(data['reasoningOpaque'])]
  if (thinking !== null) return [{ type: 'thinking', thinking, ...(signature === null ? {} : { signature }) }]
  return signature === null ? [] : [{ type: 'redacted_thinking', data: signature }]
}

function result(event: SessionEvent): Message | null {
  const { toolCallId, success, result: outcome, error, isUserRequested } = event.data
  const id = textOf(toolCallId)
  const fields = isRecord(outcome) ? outcome : {}
  const text = textOf(fields['content']) ?? (isRecord(error) ? textOf(error['message']) : textOf(error)) ?? ''
  const images = imagesOf(fields['binaryResultsForLlm'])
  if (id === null || isUserRequested === true)
    return text === '' ? null : { role: 'user', content: [{ type: 'text', text }], ...marksOf(event) }
  const block: ContentBlock = {
    type: 'tool_result',
    tool_use_id: id,
    content: images.length === 0 ? text : [{ type: 'text', text }, ...images],
    ...(success === false ? { is_error: true } : {}),
  }
  return { role: 'user', content: [block], ...marksOf(event) }
}

function imagesOf(results: unknown): readonly ContentBlock[] {
  const list: readonly unknown[] = Array.isArray(results) ? results : []
  return list.filter(isRecord).flatMap(({ data, mimeType }): readonly ContentBlock[] => {
    const media = textOf(mimeType)
    return typeof data === 'string' && media !== null
      ? [
          {
            type: media.startsWith('image/') ? 'image' : 'document',
            source: { type: 'base64', media_type: media, data },
          },
        ]
      : []
  })
}
