import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../conversation.ts'
import { countPartTokens } from './token-counter.ts'

/** How an agent counts the tokens of a text. */
export const estimators = [
  'tokenizer',
  'chars-4',
  'chars-3',
  'bytes-4',
  'gemini',
  'json-4',
  'json-3',
] as const
export type EstimatorId = (typeof estimators)[number]

/** Tokens as an agent counts them. */
export type Estimator = {
  readonly ofText: (text: string) => number
  /** Of parts that stand together; images and what is encrypted count by their size. */
  readonly ofParts: (parts: readonly Part[]) => number
  /** Of each message of a conversation, in order. */
  readonly ofMessages: (conversation: Conversation) => readonly number[]
}

/** The estimator of an id; `counter` is the tokenizer. */
export function createEstimator(id: EstimatorId, { counter }: Pick<Conversation, 'counter'>): Estimator {
  const countTextTokens = (text: string): number => estimateText(id, text, counter.count)
  const countPartsTokens = (parts: readonly Part[]): number => {
    const sized = parts.flatMap(({ tokens }) => tokens ?? [])
    const texts = parts.flatMap(({ tokens, text }) => (tokens === undefined ? [text] : []))
    if (id === 'tokenizer') return sum(parts.map((part) => countPartTokens(part, counter)))
    return sum(sized) + countTextTokens(texts.join(''))
  }
  return {
    ofText: countTextTokens,
    ofParts: countPartsTokens,
    ofMessages: (conversation) => estimateMessageSizes(id, conversation, countPartsTokens),
  }
}

/** Characters of JSON for a token, where an agent counts whole messages so: all that escapes and names of fields take. */
const jsonChars: Partial<Record<EstimatorId, number>> = { 'json-4': 4, 'json-3': 3 }

function estimateMessageSizes(
  id: EstimatorId,
  { messages, parts, messageTokens }: Conversation,
  ofParts: Estimator['ofParts'],
): readonly number[] {
  if (id === 'tokenizer') return messageTokens
  const chars = jsonChars[id]
  if (chars === undefined) return parts.map(ofParts)
  return messages.map(({ role, content }) => Math.ceil(JSON.stringify({ role, content }).length / chars))
}

/** Tokens of a character that is not ASCII, and of one that is, as Gemini CLI estimates them (`tokenCalculation.ts`). */
const gemini = { other: 1.5, ascii: 0.25 } as const

function estimateText(id: EstimatorId, text: string, count: (text: string) => number): number {
  switch (id) {
    case 'tokenizer':
      return count(text)
    case 'chars-4':
    case 'json-4':
      return Math.round(text.length / 4)
    case 'chars-3':
    case 'json-3':
      return Math.ceil(text.length / 3)
    case 'bytes-4':
      return Math.ceil(countUtf8Bytes(text) / 4)
    case 'gemini':
      return estimateGeminiTokens(text)
    default:
      return assertNever(id)
  }
}

/** Bytes in UTF-8; this layer has no Buffer. */
function countUtf8Bytes(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80) continue
    const isPair = code >= 0xd800 && code <= 0xdbff
    // A surrogate pair is two units and four bytes.
    bytes += code < 0x800 ? 1 : 2
    if (isPair) at += 1
  }
  return bytes
}

function estimateGeminiTokens(text: string): number {
  let other = 0
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) other += 1
  return Math.floor((text.length - other) * gemini.ascii + other * gemini.other)
}
