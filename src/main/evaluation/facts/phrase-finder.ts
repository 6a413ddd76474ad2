import type { Mention } from './fact-class.ts'

type Branch = { readonly next: Map<string, Branch>; key?: string }

/** A word, or the end of a line. */
const word = /[\p{L}\p{N}_*]+|[\r\n]+/gu
const lineEnd = '\n'

/** More words than this of a statement say nothing more about which one it is; hostile ones have no end. */
const mostWords = 100

/** The first words of a text in small letters: what makes two spellings of a sentence one. Marks of Markdown are none. */
export function phraseKey(text: string): string {
  return wordsIn(text)
    .flatMap((own) => (own.text === lineEnd ? [] : [own.text]))
    .slice(0, mostWords)
    .join(' ')
}

/**
 * Finds statements in texts word by word, within a line, whatever else stands between the words. Time grows with the
 * text and not with the number of statements: their words form a tree.
 */
export function createPhraseFinder(keys: readonly string[]): (text: string) => Mention[] {
  const root: Branch = { next: new Map() }
  for (const key of keys) if (key !== '') plant(root, key)
  return (text) => {
    const words = root.next.size === 0 ? [] : wordsIn(text)
    return words.flatMap((_, at) => mentionsAt(root, words, at))
  }
}

function plant(root: Branch, key: string): void {
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

type Word = { readonly text: string; readonly start: number; readonly end: number }

function mentionsAt(root: Branch, words: readonly Word[], at: number): Mention[] {
  const found: Mention[] = []
  let branch = root.next.get(words[at]?.text ?? '')
  for (let index = at; branch !== undefined; branch = branch.next.get(words[index]?.text ?? '')) {
    if (branch.key !== undefined)
      found.push({ key: branch.key, start: words[at]?.start ?? 0, end: words[index]?.end ?? 0 })
    index += 1
  }
  return found
}

function wordsIn(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: found, index } of text.matchAll(word)) {
    const isEnd = found.startsWith('\n') || found.startsWith('\r')
    const plain = isEnd ? lineEnd : found.includes('*') ? found.replaceAll('*', '') : found
    if (plain !== '') words.push({ text: plain.toLowerCase(), start: index, end: index + found.length })
  }
  return words
}
