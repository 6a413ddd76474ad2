import type { Terms } from './term.ts'

/** The Guide, with what designs claim and what was measured. */
export const guideTerms = {
  take: {
    names: ['Take', 'Recommendation'],
    definition: 'What is recommended for this case, by what was measured.',
    limits: 'Measured over your tasks from five on, else over those that come with Dewpoint.',
  },
  'condensing-cost': {
    names: ['Condensing, est.'],
    definition: 'What one condensation costs: nothing where no model is asked.',
    formula:
      'the call that summarises and writing the cache anew, at the prices of the task, as a mean over the tasks',
    direction: 'lower',
    limits: 'Estimated with a summary of 3,000 tokens.',
  },
  'condensing-time': {
    names: ['Condensing time'],
    definition: 'How long one condensation takes, without the call of a model.',
    formula: 'the median over the tasks',
    direction: 'lower',
    limits: 'Of the machine that measured.',
  },
  'claimed-saving': {
    names: ['Saved from', 'Saved to', 'Rule of thumb'],
    definition:
      'What is usually said of a provider: a recommendation or a range of savings that nobody measured here.',
    limits: 'Said, not measured.',
  },
} as const satisfies Terms
