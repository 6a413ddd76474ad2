import type { Message } from '../../../shared/domain/message.ts'
import type { Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { fromOpenAiChat, isInstruction } from '../messages/from-open-ai-chat.ts'

/** A message of the history, or of the query of a step; null for the system prompt and for what says nothing. */
export function messageOf(item: Fields): Message | null {
  if (isInstruction(item)) return null
  const { tool_call_ids: ids, role } = item
  const [id]: readonly unknown[] = Array.isArray(ids) ? ids : []
  const message = fromOpenAiChat(
    id === undefined || role === 'assistant' ? item : { ...item, role: 'tool', tool_call_id: id },
  )
  // A demonstration was written beforehand and not by the person.
  return message === null || item['is_demo'] !== true ? message : { ...message, isBoilerplate: true }
}

/** Whether the environment or the person wrote an item that the processors of history call an observation. */
export function isObservation({ message_type: type, role, is_demo: isDemo }: Fields): boolean {
  if (isDemo === true) return false
  return type === undefined ? role === 'user' || role === 'tool' : type === 'observation'
}

/** Lines of an item, as Python counts them. */
export function linesIn({ content }: Fields): number {
  if (typeof content === 'string') return splitLines(content)
  if (!Array.isArray(content)) return 0
  return content
    .filter(isRecord)
    .reduce(
      (sum, { type, text }) => sum + (type === 'text' && typeof text === 'string' ? splitLines(text) : 0),
      0,
    )
}

function splitLines(text: string): number {
  if (text === '') return 0
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
  return lines.at(-1) === '' ? lines.length - 1 : lines.length
}
