import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { isRecord, readRecordList, toTextOrNull } from '../json/fields.ts'
import { readCallInput } from '../messages/blocks.ts'
import type { SessionEvent } from './events.ts'

/** What an event adds to the history; null where it adds nothing. */
export function readEventMessage(event: SessionEvent): Message | null {
  switch (event.type) {
    case 'user.message':
      return readUserMessage(event)
    case 'system.notification':
      return readNotification(event)
    case 'assistant.message':
      return readAnswer(event)
    case 'tool.execution_complete':
      return readResult(event)
    default:
      return null
  }
}

/** The message that a compaction wrote. */
export function buildSummaryMessage(event: SessionEvent): Message {
  return {
    role: 'user',
    content: [{ type: 'text', text: toTextOrNull(event.data['summaryContent']) ?? '' }],
    ...buildMarks(event),
    isSummary: true,
    condenseId: event.id,
  }
}

function buildMarks({ ts, line, id }: SessionEvent): Partial<Message> {
  return { ...(ts === null ? {} : { ts }), origin: { line, id } }
}

/** What was sent, in which what was typed is a block of its own. */
function readUserMessage(event: SessionEvent): Message | null {
  const { content, transformedContent, source } = event.data
  const typed = toTextOrNull(content)
  const sent = toTextOrNull(transformedContent) ?? typed
  if (sent === null) return null
  const isTyped = typed !== null && toTextOrNull(source) === null
  const at = typed === null ? -1 : sent.indexOf(typed)
  const wrapBoilerplate = (text: string): readonly ContentBlock[] =>
    text === '' ? [] : [{ type: 'text', text, isBoilerplate: true }]
  const blocks: readonly ContentBlock[] =
    typed === null || at === -1
      ? [{ type: 'text', text: sent }]
      : [
          ...wrapBoilerplate(sent.slice(0, at)),
          { type: 'text', text: typed },
          ...wrapBoilerplate(sent.slice(at + typed.length)),
        ]
  return {
    role: 'user',
    content: [...blocks],
    ...buildMarks(event),
    ...(isTyped || isOfAgent(source) ? {} : { isBoilerplate: true }),
  }
}

/** The task that another agent gave. */
function isOfAgent(source: unknown): boolean {
  return typeof source === 'string' && source.startsWith('agent-')
}

function readNotification(event: SessionEvent): Message | null {
  const text = toTextOrNull(event.data['content'])
  return text === null
    ? null
    : { role: 'user', content: [{ type: 'text', text }], ...buildMarks(event), isBoilerplate: true }
}

function readAnswer(event: SessionEvent): Message | null {
  const { content, toolRequests, encryptedContent } = event.data
  const text = toTextOrNull(content)
  const encrypted = toTextOrNull(encryptedContent)
  const requests: readonly unknown[] = Array.isArray(toolRequests) ? toolRequests : []
  const blocks: readonly ContentBlock[] = [
    ...readReasoning(event),
    ...(encrypted === null ? [] : [{ type: 'reasoning', encrypted_content: encrypted }]),
    ...(text === null ? [] : [{ type: 'text', text }]),
    ...requests.filter(isRecord).map(({ toolCallId, name, arguments: input }) => ({
      type: 'tool_use',
      id: toTextOrNull(toolCallId) ?? '',
      name: toTextOrNull(name) ?? '',
      input: readCallInput(input),
    })),
  ]
  return { role: 'assistant', content: [...blocks], ...buildMarks(event) }
}

function readReasoning({ data }: SessionEvent): readonly ContentBlock[] {
  const [thinking, signature] = [toTextOrNull(data['reasoningText']), toTextOrNull(data['reasoningOpaque'])]
  if (thinking !== null) return [{ type: 'thinking', thinking, ...(signature === null ? {} : { signature }) }]
  return signature === null ? [] : [{ type: 'redacted_thinking', data: signature }]
}

function readResult(event: SessionEvent): Message | null {
  const { toolCallId, success, result: outcome, error, isUserRequested } = event.data
  const id = toTextOrNull(toolCallId)
  const fields = isRecord(outcome) ? outcome : {}
  const text =
    toTextOrNull(fields['content']) ??
    (isRecord(error) ? toTextOrNull(error['message']) : toTextOrNull(error)) ??
    ''
  const images = readImages(fields['binaryResultsForLlm'])
  if (id === null || isUserRequested === true)
    return text === '' ? null : { role: 'user', content: [{ type: 'text', text }], ...buildMarks(event) }
  const block: ContentBlock = {
    type: 'tool_result',
    tool_use_id: id,
    content: images.length === 0 ? text : [{ type: 'text', text }, ...images],
    ...(success === false ? { is_error: true } : {}),
  }
  return { role: 'user', content: [block], ...buildMarks(event) }
}

function readImages(results: unknown): readonly ContentBlock[] {
  return readRecordList(results).flatMap(({ data, mimeType }): readonly ContentBlock[] => {
    const media = toTextOrNull(mimeType)
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
