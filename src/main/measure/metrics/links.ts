import type { LinkFate } from '../../../shared/kernel/evidence.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { Metric } from './metric.ts'
import { computeShuffledShare, type WordPairs, wordPairs } from './word-pairs.ts'

/** Fewer say nothing. */
const fewestPairs = 5
const seeds = [1, 2, 3] as const

/**
 * Of the pairs of rare words that the continuation takes from the history, the share that the context still has close to
 * one another, corrected for the share that its words have in any order: 1 as the full history, 0 as a bag of the same
 * words. The correction is that of Cohen's kappa (1960).
 */
export const links: Metric = {
  id: 'links',
  label: 'Links',
  group: 'links',
  direction: 'higher',
  unit: 'score',
  isControlled: true,
  measure: (subject) => {
    const known = wordPairs(subject)
    if (known === null || known.pairs.length < fewestPairs || isSaidInAnyOrder(known, subject.source))
      return null
    const found = known.find(subject.result)
    const share = found.places.size / known.pairs.length
    const shuffled =
      seeds.reduce((sum, seed) => sum + computeShuffledShare(found, known, seed), 0) / seeds.length
    const pairs = known.pairs.map(({ words, stood, used }, index): LinkFate => ({
      words,
      stood,
      used,
      now: found.places.get(index) ?? null,
    }))
    const value = shuffled === 1 ? 0 : Math.max(-1, (share - shuffled) / (1 - shuffled))
    return { value, evidence: { kind: 'links', pairs, share, shuffled } }
  },
}

const inAnyOrder = new WeakMap<WordPairs, boolean>()

/** Whether the history has every pair in any order of its words, so that no order of them could tell more. */
function isSaidInAnyOrder(known: WordPairs, source: Conversation): boolean {
  const decided = inAnyOrder.get(known)
  if (decided !== undefined) return decided
  const found = known.find(source)
  const isAny = seeds.every((seed) => computeShuffledShare(found, known, seed) === 1)
  inAnyOrder.set(known, isAny)
  return isAny
}
