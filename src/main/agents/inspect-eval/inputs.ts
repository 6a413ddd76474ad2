import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { readRecordList, toNumberOrNull, type Fields } from '../json/fields.ts'
import { toNeutralMessage } from './messages.ts'
import type { Sample } from './sample.ts'

/** What a sample may become once its references are resolved, in characters. */
export type SampleLimits = Readonly<{
  /** Of the messages of one input. */
  input: number
  /** Of all inputs together, which repeat each other. */
  inputs: number
  /** Called where it becomes more; throws. */
  refuse: () => never
}>

/** The messages that calls of a sample sent. */
export type Inputs = Readonly<{
  /** A message; the same object for the same record. */
  one(stored: Fields): Message
  messages(stored: readonly Fields[]): readonly Message[]
  /** What an event of a call says that it sent. */
  of(event: Fields): readonly Message[]
  /** How many references led nowhere. */
  unknown(): number
}>

/** An input that refers to more messages than this is damaged. */
const mostSent = 100_000

/**
 * The messages of inputs; one that is kept once for many calls is made once. A few bytes may refer to a text of a megabyte
 * 200,000 times: what is referred to counts each time.
 */
export function createInputs({ pool, attachments }: Sample, { input, inputs, refuse }: SampleLimits): Inputs {
  const made = new Map<Fields, { readonly message: Message; readonly chars: number }>()
  let unknown = 0
  let allChars = 0
  const readMeasuredMessage = (stored: Fields): { readonly message: Message; readonly chars: number } => {
    const found = made.get(stored)
    if (found !== undefined) return found
    const message = toNeutralMessage(stored, attachments)
    const own = { message, chars: countTextChars(message.content) }
    made.set(stored, own)
    return own
  }
  const readInputMessages = (stored: readonly Fields[]): readonly Message[] => {
    // System prompts at the beginning are no messages.
    const first = stored.findIndex(({ role }) => role !== 'system')
    let chars = 0
    return (first === -1 ? [] : stored.slice(first)).map((one) => {
      const own = readMeasuredMessage(one)
      chars += own.chars
      allChars += own.chars
      return chars > input || allChars > inputs ? refuse() : own.message
    })
  }
  return {
    one: (stored) => readMeasuredMessage(stored).message,
    messages: readInputMessages,
    unknown: () => unknown,
    of: (event) => {
      const sent = readRecordList(event['input'])
      const refs: unknown = event['input_refs']
      if (sent.length > 0 || !Array.isArray(refs)) return readInputMessages(sent)
      const stored: Fields[] = []
      for (const ref of refs) {
        const [from, to]: readonly unknown[] = Array.isArray(ref) ? ref : []
        const [start, end] = [toNumberOrNull(from) ?? -1, toNumberOrNull(to) ?? -1]
        const isKnown = start >= 0 && end >= start && end <= pool.length && stored.length < mostSent
        if (isKnown) append(stored, pool.slice(start, end))
        else unknown += 1
      }
      return readInputMessages(stored)
    },
  }
}

/** Characters of all texts in a value. */
function countTextChars(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, inner) => sum + countTextChars(inner), 0)
}
