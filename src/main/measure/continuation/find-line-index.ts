import type { Conversation } from '../../kernel/conversation.ts'
import { isWritten } from '../facts/is-said.ts'
import { linesOf } from '../facts/line-keys.ts'
import type { FirstPart } from './find-phrase-index.ts'
import { createNumbers, findPartIndex, buildPartRow, findPlaceRange, buildPostings } from './postings.ts'

/** Where the assistant writes a line before anybody shows it. `order` tells which of two lines comes first. */
export type FirstUse = FirstPart & { readonly order: number }

/** Finds the first use of a line, by its key, from a message on. */
export type LineIndex = (key: number, from: number) => FirstUse | undefined

const known = new WeakMap<Conversation, LineIndex>()

/** Finds what the assistant writes by itself in any end of a conversation, whose lines are read once. */
export function findLineIndex(whole: Conversation): LineIndex {
  const index = known.get(whole) ?? createLineIndex(whole)
  known.set(whole, index)
  return index
}

function createLineIndex({ parts: all }: Conversation): LineIndex {
  const row = buildPartRow(all)
  const own = row.parts.map(isWritten)
  const numbers = new Map<number, number>()
  row.parts.forEach((part, at) => {
    if (own[at] === true)
      for (const key of linesOf(part).keys) if (!numbers.has(key)) numbers.set(key, numbers.size)
  })
  const values = createNumbers()
  const starts = new Uint32Array(row.parts.length + 1)
  row.parts.forEach((part, at) => {
    for (const key of linesOf(part).keys) {
      const number = numbers.get(key)
      if (number !== undefined) values.push(number)
    }
    starts[at + 1] = values.length()
  })
  const postings = buildPostings(values.all(), numbers.size)
  return (key, from) => {
    const number = numbers.get(key)
    if (number === undefined) return undefined
    const [at, end] = findPlaceRange(postings, number, starts[row.firstOf[from] ?? 0] ?? 0)
    if (at === end) return undefined
    const order = postings.places[at] ?? 0
    const part = findPartIndex(starts, order)
    if (own[part] !== true) return undefined
    return { messageIndex: row.messageIndices[part] ?? 0, partIndex: row.partIndices[part] ?? 0, order }
  }
}
