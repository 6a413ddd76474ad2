import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { buildToolCallBlock, buildToolResultBlock } from '../messages/blocks.ts'
import type { SessionEvent } from './events.ts'

/** Who wrote a message. */
export function readSource({ data }: SessionEvent): Fields {
  return readNestedFields(isRecord(data['message']) ? data['message'] : data, 'source')
}

/** The message of an event that takes part in the history: that of a person stands in it without a frame. */
export function readEventMessage(event: SessionEvent): Message {
  const { type, data, line, ts } = event
  const own = type === 'user/message' ? data : readNestedFields(data, 'message')
  const id = toTextOrNull(own['id'])
  return {
    role: type === 'assistant/message' ? 'assistant' : 'user',
    content: readRecordList(own['content']).map(readBlock),
    ...(ts === null ? {} : { ts }),
    origin: { line, ...(id === null ? {} : { id }) },
    ...(type === 'user/message' && readSource(event)['kind'] !== 'user' ? { isBoilerplate: true } : {}),
  }
}

function readBlock(block: Fields): ContentBlock {
  switch (block['type']) {
    case 'text':
      return { ...block, type: 'text', text: toTextOrNull(block['text']) ?? '' }
    case 'reasoning':
      return { type: 'thinking', thinking: toTextOrNull(block['text']) ?? '' }
    case 'tool-call':
      return buildToolCallBlock(block['id'], block['name'], block['arguments'])
    case 'tool-result':
      return buildToolResultBlock(
        block['toolCallId'],
        block['content'],
        block['isError'] === true ? { is_error: true } : {},
      )
    default:
      return { ...block, type: toTextOrNull(block['type']) ?? 'unknown' }
  }
}
