import type { Verdict } from '../../../../shared/condense/comparison-types.ts'

/** The verdicts in the order in which they are listed: what is lost comes first. */
export const verdictOrder: readonly Verdict['word'][] = [
  'worse',
  'better',
  'no-difference',
  'not-enough-data',
]
