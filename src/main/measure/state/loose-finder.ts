import { type TextTokens, tokeniseText, tokenKinds } from './tokenise-text.ts'

/** A statement found by most of its words: the tokens from `from` to `to`, half-open. */
export type LooseMention = { readonly key: number; readonly from: number; readonly to: number }

/** One of the words of a statement, where a text has it. */
export type WordHit = {
  readonly word: string
  readonly token: number
  /** Words before it; more between two lines than any window has. */
  readonly order: number
}

/** More words than any window has. */
export const farApart = 10_000

/** The share of a statement's words that have to stand together. */
const neededShare = 0.7

/**
 * The distinct words of a statement that make it this one: those of more than three letters, and pairs of characters; all
 * words where it has fewer than two such.
 */
export function selectContentWords(text: string): readonly string[] {
  const { texts, kinds } = tokeniseText(text)
  const words = [...new Set(texts.filter((_, at) => kinds[at] === tokenKinds.word))]
  const own = words.filter(isContent)
  return own.length < 2 ? words : own
}

function isContent(word: string): boolean {
  return (
    word.length > 3 ||
    (word.length === 2 && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
  )
}

/**
 * Finds statements by their content words: those of which some window of `ceil(2.5 n) + 4` words of a line holds at least
 * 70 %. Time grows with the text and the hits in it. `key` is the index of a statement; one without words is never found.
 */
export function createLooseFinder(
  statements: readonly (readonly string[])[],
): (tokens: TextTokens) => LooseMention[] {
  const holders = new Map<string, number[]>()
  statements.forEach((own, key) => {
    for (const word of own) holders.set(word, [...(holders.get(word) ?? []), key])
  })
  return ({ texts, kinds }) => {
    if (holders.size === 0) return []
    const hits = new Map<number, WordHit[]>()
    let order = 0
    texts.forEach((word, token) => {
      const kind = kinds[token]
      // No window reaches over the end of a line.
      if (kind === tokenKinds.line || kind === tokenKinds.blank) order += farApart
      if (kind !== tokenKinds.word) return
      order += 1
      for (const key of holders.get(word) ?? []) {
        const own = hits.get(key)
        if (own === undefined) hits.set(key, [{ word, token, order }])
        else own.push({ word, token, order })
      }
    })
    return [...hits].flatMap(([key, own]) => findMentionWindows(key, own, statements[key]?.length ?? 0))
  }
}

/** So many of the distinct words of a statement have to stand together. */
export function countNeededWords(wordCount: number): number {
  return Math.max(1, Math.ceil(neededShare * wordCount))
}

/** Windows that hold enough of the words, from left to right, none within another. */
export function findMentionWindows(key: number, hits: readonly WordHit[], wordCount: number): LooseMention[] {
  const needed = countNeededWords(wordCount)
  const reach = Math.ceil(2.5 * wordCount) + 4
  const found: LooseMention[] = []
  const counts = new Map<string, number>()
  let first = 0
  for (let last = 0; last < hits.length; last += 1) {
    const hit = hits[last]
    if (hit === undefined) break
    counts.set(hit.word, (counts.get(hit.word) ?? 0) + 1)
    for (let left = hits[first]; left !== undefined && hit.order - left.order >= reach; left = hits[first]) {
      removeOne(counts, left.word)
      first += 1
    }
    if (counts.size < needed) continue
    // Without words at the left that are there once more.
    for (let left = hits[first]; left !== undefined && (counts.get(left.word) ?? 0) > 1; left = hits[first]) {
      removeOne(counts, left.word)
      first += 1
    }
    found.push({ key, from: hits[first]?.token ?? hit.token, to: hit.token + 1 })
    counts.clear()
    first = last + 1
  }
  return found
}

function removeOne(counts: Map<string, number>, word: string): void {
  const left = (counts.get(word) ?? 0) - 1
  if (left <= 0) counts.delete(word)
  else counts.set(word, left)
}
