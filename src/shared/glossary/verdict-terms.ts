import type { Verdict } from '../condense/comparison-types.ts'
import type { Term } from './term.ts'

/** What the figures of two variants allow to say. */
export const verdictTerms: Readonly<Record<Verdict['word'], Term>> = {
  better: {
    names: ['Better'],
    definition: 'The variant is better than the baseline, by more than chance and more than the margin.',
    formula: 'corrected p at most 2 % and the 95 % interval on the good side of zero, not within the margin',
  },
  worse: {
    names: ['Worse'],
    definition: 'The variant is worse than the baseline, by more than chance and more than the margin.',
    formula: 'corrected p at most 2 % and the 95 % interval on the bad side of zero, not within the margin',
  },
  'no-difference': {
    names: ['No difference', 'No meaningful difference'],
    definition: 'The difference to the baseline is shown to be smaller than the margin.',
    formula:
      'the interval lies within the margin, and two one-sided tests at 5 % agree; or all tasks show the same',
  },
  'not-enough-data': {
    names: ['Not enough data', 'not shown'],
    definition: 'Neither a difference nor its absence is shown, for which more tasks are needed.',
    limits: 'With fewer than five tasks there is never a verdict.',
  },
}
