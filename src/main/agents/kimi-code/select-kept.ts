import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { readRecordList } from '../json/fields.ts'
import { buildReminder, type KimiEntry, type Place } from './messages.ts'

/** Messages of the person that a compaction keeps, in tokens by its own count, and how much of that the first ones get. */
const mostTokens = 20_000
const headTokens = 2000
const mediaTokens = 2000

/** What a compaction keeps of a history: what a person typed, the newest, and the first of it where that is too much. */
export function selectKept(history: readonly KimiEntry[], place: Place): readonly KimiEntry[] {
  const typed = history.filter(({ kind }) => kind === 'typed')
  const total = sumTokens(typed)
  if (total <= mostTokens) return typed
  const tail: KimiEntry[] = []
  let room = mostTokens - headTokens
  let candidates: readonly KimiEntry[] = typed
  for (let at = typed.length - 1; at >= 0 && room > 0; at -= 1) {
    const entry = typed[at]
    if (entry === undefined) break
    candidates = typed.slice(0, at)
    const tokens = countMessageTokens(entry)
    if (tokens > room) {
      const text = readText(entry)
      const kept = cutToEnd(text, room)
      tail.unshift(withText(entry, kept))
      if (kept.length < text.length)
        candidates = [...candidates, withText(entry, text.slice(0, text.length - kept.length))]
      break
    }
    tail.unshift(entry)
    room -= tokens
  }
  const head = selectHead(candidates)
  const omitted = Math.max(0, total - sumTokens([...head, ...tail]))
  return [...head, buildReminder(describeOmitted(omitted), place), ...tail]
}

function selectHead(candidates: readonly KimiEntry[]): readonly KimiEntry[] {
  const head: KimiEntry[] = []
  let room = headTokens
  for (const entry of candidates) {
    if (room <= 0) break
    const tokens = countMessageTokens(entry)
    if (tokens > room) {
      head.push(withText(entry, cutToStart(readText(entry), room)))
      break
    }
    head.push(entry)
    room -= tokens
  }
  return head
}

function describeOmitted(tokens: number): string {
  return `Some of this conversation's user messages were omitted here during compaction: the messages above this note are the oldest user input, the messages below are the most recent, and roughly ${tokens} tokens in between were dropped. The omitted content is covered by the compaction summary at the end of the conversation.`
}

function sumTokens(entries: readonly KimiEntry[]): number {
  return entries.reduce((sum, entry) => sum + countMessageTokens(entry), 0)
}

function readBlocks({ message: { content } }: KimiEntry): readonly ContentBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function readText(entry: KimiEntry): string {
  return readBlocks(entry)
    .flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : []))
    .join('')
}

function countMessageTokens(entry: KimiEntry): number {
  const role = countTokens('user')
  return readBlocks(entry).reduce(
    (sum, block) => sum + (typeof block['text'] === 'string' ? countTokens(block['text']) : mediaTokens),
    role,
  )
}

/** Tokens of a result by the agent's own count. */
export function countResultTokens({ content }: ContentBlock): number {
  if (typeof content === 'string') return countTokens(content)
  return readRecordList(content).reduce(
    (sum, part) => sum + (typeof part['text'] === 'string' ? countTokens(part['text']) : mediaTokens),
    0,
  )
}

/** Four letters of ASCII are a token, and each other one is. */
function countTokens(text: string): number {
  const others = text.replaceAll(/\p{ASCII}+/gu, '')
  const count = Array.from(others).length
  return Math.ceil((text.length - others.length) / 4) + count
}

function cutToStart(text: string, most: number): string {
  return text.slice(0, measureLetters(Array.from(text), most))
}

function cutToEnd(text: string, most: number): string {
  return text.slice(text.length - measureLetters(Array.from(text).toReversed(), most))
}

/** So many code units of letters are at most so many tokens. */
function measureLetters(letters: readonly string[], most: number): number {
  let [ascii, others, length] = [0, 0, 0]
  for (const letter of letters) {
    if ((letter.codePointAt(0) ?? 0) <= 127) ascii += 1
    else others += 1
    if (Math.ceil(ascii / 4) + others > most) break
    length += letter.length
  }
  return length
}

function withText({ message, kind }: KimiEntry, text: string): KimiEntry {
  return { message: { ...message, content: [{ type: 'text', text }] }, kind, isCopy: true }
}
