import { copyText } from '../../../shared/kernel/copy-text.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { wordsOfPart } from '../facts/phrase-finder.ts'
import { createNumbers, findPartIndex, buildPartRow, findPlaceRange, buildPostings } from './postings.ts'

/** The part of a conversation that states something first. */
export type FirstPart = { readonly messageIndex: number; readonly partIndex: number }

/** Finds the first part, from a message on, that states a key of a phrase. */
export type PhraseIndex = (key: string, from: number) => FirstPart | undefined

const known = new WeakMap<Conversation, PhraseIndex>()

/** Finds phrases in any end of a conversation, whose words are read once. The same parts as by `findPhrases`. */
export function findPhraseIndex(whole: Conversation): PhraseIndex {
  const index = known.get(whole) ?? createPhraseIndex(whole)
  known.set(whole, index)
  return index
}

/** Stands between two parts: no phrase reaches over it. */
const boundary = 0

function createPhraseIndex({ parts: all }: Conversation): PhraseIndex {
  const row = buildPartRow(all)
  const numbers = new Map<string, number>()
  const values = createNumbers()
  const starts = new Uint32Array(row.parts.length + 1)
  row.parts.forEach((part, at) => {
    for (const word of wordsOfPart(part).texts) {
      let number = numbers.get(word)
      if (number === undefined) {
        number = numbers.size + 1
        numbers.set(copyText(word), number)
      }
      values.push(number)
    }
    values.push(boundary)
    starts[at + 1] = values.length()
  })
  const words = values.all()
  const postings = buildPostings(words, numbers.size + 1)
  return (key, from) => {
    const wanted = key === '' ? [] : key.split(' ').map((word) => numbers.get(word) ?? boundary)
    if (wanted.length === 0 || wanted.includes(boundary)) return undefined
    const first = starts[row.firstOf[from] ?? 0] ?? 0
    let [rarest, low, high] = [0, 0, Infinity]
    wanted.forEach((number, at) => {
      const [start, end] = findPlaceRange(postings, number, first + at)
      if (end - start < high - low) [rarest, low, high] = [at, start, end]
    })
    for (let at = low; at < high; at += 1) {
      const start = (postings.places[at] ?? 0) - rarest
      if (!wanted.every((number, word) => words[start + word] === number)) continue
      const part = findPartIndex(starts, start)
      return { messageIndex: row.messageIndices[part] ?? 0, partIndex: row.partIndices[part] ?? 0 }
    }
    return undefined
  }
}
