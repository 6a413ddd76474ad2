import { findSmallest } from '../../../shared/kernel/find-extreme.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { farApart, countNeededWords, findMentionWindows, type WordHit } from '../state/loose-finder.ts'
import { tokenKinds, tokensOfPart } from '../state/tokenise-text.ts'
import type { FirstPart } from './find-phrase-index.ts'
import {
  createNumbers,
  findFirstAtLeast,
  findPartIndex,
  buildPartRow,
  findPlaceRange,
  buildPostings,
} from './postings.ts'

/** Finds the first part, from a message on, that holds most of some distinct words close to one another. */
export type StatementIndex = (words: readonly string[], from: number) => FirstPart | undefined

const known = new WeakMap<Conversation, StatementIndex>()

/** Finds statements in any end of a conversation, whose words are read once. The same parts as by `createLooseFinder`. */
export function findStatementIndex(whole: Conversation): StatementIndex {
  const index = known.get(whole) ?? createStatementIndex(whole)
  known.set(whole, index)
  return index
}

function createStatementIndex({ parts: all }: Conversation): StatementIndex {
  const row = buildPartRow(all)
  const numbers = new Map<string, number>()
  const values = createNumbers()
  /** Ends of lines before each word, in its part. */
  const lines = createNumbers()
  const starts = new Uint32Array(row.parts.length + 1)
  row.parts.forEach((part, at) => {
    const { texts, kinds } = tokensOfPart(part)
    let line = 0
    texts.forEach((word, token) => {
      const kind = kinds[token]
      if (kind === tokenKinds.line || kind === tokenKinds.blank) line += 1
      if (kind !== tokenKinds.word) return
      const number = numbers.get(word) ?? numbers.size
      if (number === numbers.size) numbers.set(word, number)
      values.push(number)
      lines.push(line)
    })
    starts[at + 1] = values.length()
  })
  const postings = buildPostings(values.all(), numbers.size + 1)
  const lineOf = lines.all()
  const findWordHits = (words: readonly string[], part: number): readonly WordHit[] => {
    const [first, end] = [starts[part] ?? 0, starts[part + 1] ?? 0]
    const hits: WordHit[] = []
    for (const word of words) {
      const [start, stop] = findPlaceRange(postings, numbers.get(word) ?? numbers.size, first)
      for (let at = start; at < stop; at += 1) {
        const place = postings.places[at] ?? 0
        if (place >= end) break
        hits.push({ word, token: place - first, order: place - first + farApart * (lineOf[place] ?? 0) })
      }
    }
    return hits.toSorted((a, b) => a.token - b.token)
  }
  return (words, from) => {
    const first = starts[row.firstOf[from] ?? 0] ?? 0
    const ranges = words
      .map((word) => findPlaceRange(postings, numbers.get(word) ?? numbers.size, first))
      .toSorted(([a, b], [c, d]) => b - a - (d - c))
      // A window holds so many of the words that it holds one of these.
      .slice(0, words.length - countNeededWords(words.length) + 1)
    const next = ranges.map(([start]) => start)
    for (;;) {
      const place = findSmallest(
        next.map((at, range) => (at < (ranges[range]?.[1] ?? 0) ? (postings.places[at] ?? 0) : Infinity)),
      )
      if (place === Infinity) return undefined
      const part = findPartIndex(starts, place)
      if (findMentionWindows(0, findWordHits(words, part), words.length).length > 0)
        return { messageIndex: row.messageIndices[part] ?? 0, partIndex: row.partIndices[part] ?? 0 }
      const end = starts[part + 1] ?? 0
      ranges.forEach(([, stop], range) => {
        next[range] = findFirstAtLeast(postings.places, end, next[range], stop)
      })
    }
  }
}
