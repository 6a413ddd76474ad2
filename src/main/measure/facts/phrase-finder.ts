import type { Place } from '../../../shared/kernel/fact.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { findFirstAtLeast } from '../continuation/postings.ts'
import { createRememberedReading, type RememberedReading } from './create-remembered-reading.ts'
import type { Mention } from './fact-class.ts'
import { findLongerPart } from './longer-texts.ts'
import { lineEnd, markCount, markOfWord, renderReadableText, type Words, splitWords } from './split-words.ts'

type Branch = { readonly next: Map<string, Branch>; key?: string }

/** More words than this of a statement say nothing more about which one it is; hostile ones have no end. */
const mostWords = 100

/** The first words of a text in small letters: what makes two spellings of a sentence one. Marks of Markdown are none. */
export function buildPhraseKey(text: string): string {
  return splitWords(text)
    .texts.filter((own) => own !== lineEnd)
    .slice(0, mostWords)
    .join(' ')
}

/**
 * Finds statements among the words of texts, within a line, whatever else stands between the words. Time grows with the
 * text and not with the number of statements: their words form a tree.
 */
export function createPhraseFinder(keys: readonly string[]): (words: Words) => Mention[] {
  const root: Branch = { next: new Map() }
  for (const key of keys) if (key !== '') plantPhrase(root, key)
  // Most words begin none of them, and are not looked up.
  const firstMarks = new Uint8Array(markCount)
  for (const first of root.next.keys()) firstMarks[markOfWord(first)] = 1
  return (words) => {
    const found: Mention[] = []
    const { marks } = words
    for (let at = 0; at < marks.length; at += 1)
      if (firstMarks[marks[at] ?? 0] === 1) addPhraseMentions(root, words, at, found)
    return found
  }
}

function plantPhrase(root: Branch, key: string): void {
  let branch = root
  for (const own of key.split(' ')) {
    let next = branch.next.get(own)
    if (next === undefined) {
      next = { next: new Map() }
      branch.next.set(own, next)
    }
    branch = next
  }
  branch.key = key
}

function addPhraseMentions(root: Branch, { texts, starts, ends }: Words, at: number, found: Mention[]): void {
  let branch = root.next.get(texts[at] ?? '')
  for (let index = at; branch !== undefined; branch = branch.next.get(texts[index] ?? '')) {
    if (branch.key !== undefined)
      found.push({ key: branch.key, start: starts[at] ?? 0, end: ends[index] ?? 0 })
    index += 1
  }
}

/** The words of a part as its model reads it. */
export const wordsOfPart: RememberedReading<Words> = createRememberedReading((part) => {
  const longer = findLongerPart(part)
  return longer === undefined
    ? splitWords(renderReadableText(part))
    : sliceWords(wordsOfPart(longer), part.text.length)
})

function sliceWords({ texts, marks, starts, ends }: Words, length: number): Words {
  const count = findFirstAtLeast(ends, length + 1)
  return {
    texts: texts.slice(0, count),
    marks: marks.subarray(0, count),
    starts: starts.subarray(0, count),
    ends: ends.subarray(0, count),
  }
}

/** Where a conversation states each of these keys of phrases: the first place in each message. */
export function findPhrases(
  keys: readonly string[],
  { parts }: Conversation,
): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>()
  if (keys.length === 0) return found
  const find = createPhraseFinder(keys)
  wordsOfPart.makeRoom(parts)
  parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => {
      for (const { key, start, end } of find(wordsOfPart(part))) {
        const places = found.get(key)
        const place = { messageIndex, partIndex, start, end }
        if (places === undefined) found.set(key, [place])
        else if (places.at(-1)?.messageIndex !== messageIndex) places.push(place)
      }
    }),
  )
  return found
}
