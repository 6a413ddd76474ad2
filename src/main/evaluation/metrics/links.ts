import type { LinkFate } from '../../../shared/domain/evidence.ts'
import type { Metric } from './metric.ts'
import { shuffledShare, wordPairs } from './word-pairs.ts'

/** Fewer say nothing. */
const fewestPairs = 5
const seeds = [1, 2, 3] as const

/**
 * Of the pairs of rare words that the continuation takes from the history, the share that the context still has close to
 * one another, less the share that its words have when they are shuffled: what a bag of the right words gets.
 */
export const links: Metric = {
  id: 'links',
  label: 'Links',
  group: 'links',
  direction: 'higher',
  unit: 'score',
  measure: (subject) => {
    const known = wordPairs(subject)
    if (known === null || known.pairs.length < fewestPairs) return null
    const found = known.find(subject.result)
    const share = found.places.size / known.pairs.length
    const shuffled = seeds.reduce((sum, seed) => sum + shuffledShare(found, known, seed), 0) / seeds.length
    const pairs = known.pairs.map(({ words, stood, used }, index): LinkFate => ({
      words,
      stood,
      used,
      now: found.places.get(index) ?? null,
    }))
    return { value: share - shuffled, evidence: { kind: 'links', pairs, share, shuffled } }
  },
}
