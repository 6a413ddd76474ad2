import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import type { PlantedFate } from '../../../shared/planted/planted-types.ts'
import type { PlantedItem } from './planted-item.ts'

/**
 * What a context says of each planted item, for the cliff table. No model is asked. The texts are cut into sentences, and
 * a form counts only in a sentence that also holds the key, both as whole words and in any case.
 *
 * - *there*: a sentence holds the current form, and no later one holds a stale form alone.
 * - *stale*: a sentence holds a stale form, and no later one the current form.
 * - *gone*: no sentence holds either.
 *
 * In a sentence with both forms the last one decides, except that a stale form behind a word such as "was", "from" or
 * "instead of" is the past. A paraphrase is not recognised, on purpose: the forms are values that have none.
 */
export function judgePlanted(
  items: readonly PlantedItem[],
  texts: readonly string[],
): readonly PlantedFate[] {
  const sentences = texts.flatMap(splitSentences)
  return items.map(({ key, current, stale }) => {
    const low = key.toLowerCase()
    const bound = sentences.filter((sentence) => findWord(sentence, low, 0) >= 0)
    return bound.reduce<PlantedFate>((fate, sentence) => readFate(sentence, current, stale) ?? fate, 'gone')
  })
}

/** A line is a record of its own, and a full stop ends a sentence only before a space: values hold some. */
function splitSentences(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.!?]) /))
}

function readFate(
  sentence: string,
  current: readonly string[],
  stale: readonly string[],
): Exclude<PlantedFate, 'gone'> | null {
  const isNow = (at: number): boolean => !pastCue.test(sentence.slice(Math.max(0, at - 24), at))
  const there = findLargest(current.map((form) => findLastWord(sentence, form.toLowerCase(), () => true)))
  const old = findLargest(
    stale.map((form) => findLastWord(sentence, form.toLowerCase(), isNow)),
    -1,
  )
  if (there < 0 && old < 0) return null
  return there > old ? 'there' : 'stale'
}

/** Words that put what follows into the past, at the end of what stands before it. */
const pastCue =
  /(?:\b(?:was|were|from|formerly|previously|before|not|old|superseded)|instead of|rather than|no longer) ["'`]?$/

function findLastWord(text: string, word: string, counts: (at: number) => boolean): number {
  let last = -1
  for (let at = findWord(text, word, 0); at >= 0; at = findWord(text, word, at + 1)) if (counts(at)) last = at
  return last
}

/** Where a word stands from a place on, as no part of a longer name; -1 where it does not. */
function findWord(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const next = text.slice(at + word.length, at + word.length + 2)
    if (!/[\w/-]/.test(text.charAt(at - 1)) && !/^(?:[\w/-]|\.\w)/.test(next)) return at
  }
  return -1
}
