import { findUnmovedPart } from '../../kernel/history/moved-parts.ts'
import { createRememberedReading, type Readable } from './create-remembered-reading.ts'
import { renderReadableText } from './split-words.ts'

/**
 * The lines of a text that are long enough to be told apart; same indices. A key is a hash of the letters and digits of a
 * line, without the number that a tool put before it.
 */
export type Lines = {
  readonly keys: readonly number[]
  /** Numbers of the lines from 0, and where they stand. */
  readonly numbers: readonly number[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Characters of a line, letters and digits in it, and words of two of them: shorter ones turn up by chance. */
const least = { characters: 16, letters: 12, words: 2 } as const
/** Longer lines are dumps. In characters. */
const longest = 1000

/** The lines of a part. Those of a call in JSON are the lines of its arguments, all at the place of the whole call. */
export const linesOf = createRememberedReading((part): Lines => {
  const texts = readArgumentTexts(part)
  if (texts !== undefined) return placeLinesAtEnd(texts, part.text.length)
  const own = readTextLines(renderReadableText(part))
  const more = [...part.text.matchAll(part.kind === 'tool-call' ? element : quoted)].flatMap(
    ([, one = '', other = '']) => [one, other],
  )
  if (more.length === 0 || part.kind === 'tool-result') return own
  const others = placeLinesAtEnd(more, part.text.length)
  return {
    keys: [...own.keys, ...others.keys],
    numbers: [...own.numbers, ...others.numbers],
    starts: [...own.starts, ...others.starts],
    ends: [...own.ends, ...others.ends],
  }
})

const keysOfParts = new WeakMap<Readable, Float64Array>()

/** The keys alone, kept as long as the part: what followed a condensation is looked through for each that came before it. */
export function readLineKeys(part: Readable): Float64Array {
  const origin = findUnmovedPart(part)
  const known = keysOfParts.get(origin)
  if (known !== undefined) return known
  const keys = Float64Array.from(linesOf(part).keys)
  keysOfParts.set(origin, keys)
  return keys
}

/** What stands on one line with the tags of an argument, and what prose quotes. */
const element =
  /^[ \t]*<\w+>([^\n]{16,1000}?)(?<![ \t])(?:<\/\w+>)?[ \t]*$|^([^\n<]{16,1000})<\/\w+>[ \t]*$/gm
const quoted = /`([^`\n]{16,500})`/g

function readArgumentTexts({ kind, holder, text }: Readable): string[] | undefined {
  if (kind !== 'tool-call' || holder !== 'input') return undefined
  try {
    return collectNestedTexts(JSON.parse(text.slice(text.indexOf('{'))))
  } catch {
    // A model wrote it: what is no JSON is read as it stands.
    return undefined
  }
}

function collectNestedTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectNestedTexts) : []
}

function placeLinesAtEnd(texts: readonly string[], end: number): Lines {
  const keys = texts.flatMap((text) => readTextLines(text).keys)
  return { keys, numbers: keys.map(() => 0), starts: keys.map(() => 0), ends: keys.map(() => end) }
}

function readTextLines(text: string): Lines {
  const keys: number[] = []
  const numbers: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  let number = 0
  for (let start = 0; start <= text.length; number += 1) {
    const stop = text.indexOf('\n', start)
    const end = stop === -1 ? text.length : stop
    const from = end - start < least.characters ? end : skipLineNumber(text, start, end)
    const key = end - from < least.characters || end - from > longest ? 0 : hashLine(text, from, end)
    if (key !== 0) {
      keys.push(key)
      numbers.push(number)
      starts.push(from)
      ends.push(end)
    }
    start = end + 1
  }
  return { keys, numbers, starts, ends }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13
}

/** Where a line begins behind its blanks and its number: `12→`, `12 |`, `12:`. */
function skipLineNumber(text: string, start: number, end: number): number {
  let from = start
  while (from < end && isBlank(text.charCodeAt(from))) from += 1
  let at = from
  while (at < end && isDigit(text.charCodeAt(at))) at += 1
  if (at === from) return from
  if (text[at] === '\t') return at + 1
  while (at < end && text[at] === ' ') at += 1
  return text[at] === '→' || text[at] === '|' || text[at] === ':' ? at + 1 : from
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code) || code >= 0xc0
}

/** 52 bits of two hashes; 0 for a line that says too little. */
function hashLine(text: string, from: number, end: number): number {
  let [first, second, letters, inWord, words] = [0x811c9dc5, 0x9747b28c, 0, 0, 0]
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (isLetter(code)) {
      first = Math.imul(first ^ code, 0x01000193)
      second = Math.imul(second ^ code, 0x5bd1e995)
      second ^= second >>> 15
      letters += 1
      inWord += 1
      if (inWord === 2) words += 1
    } else if (isBlank(code)) inWord = 0
  }
  if (letters < least.letters || words < least.words) return 0
  return (first >>> 0) * 2 ** 20 + (second >>> 12) + 1
}

/** Letters and digits alone, by which a line is found amid other words. */
export function keepLetters(text: string): string {
  return text.replaceAll(/[^A-Za-z\d\u00c0-\uffff]+/g, '')
}
