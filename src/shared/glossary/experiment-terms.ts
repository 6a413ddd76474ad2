import type { Terms } from './term.ts'

/** Experiments: what they are made of, and how their tables are read. */
export const experimentTerms = {
  experiment: {
    names: ['Experiment'],
    definition: 'A comparison of variants on the same cuts of the same tasks.',
  },
  question: {
    names: ['Question'],
    definition: 'What an experiment is to answer, in the words of who made it.',
  },
  variant: {
    names: ['Variant', 'Variants'],
    definition: 'A way to condense with its settings, prompt and model, as one side of an experiment.',
  },
  baseline: { names: ['Baseline'], definition: 'The variant that the others are compared with.' },
  checkpoint: {
    names: ['Cut', 'Cuts', 'Checkpoint', 'Checkpoints'],
    definition:
      'The place at which a task is cut: what stands before is condensed, what follows is the measure.',
    limits: 'Where an agent would really have condensed is known only if it did.',
  },
  continuation: {
    names: ['Continuation', 'What came next'],
    definition: 'What the task recorded after the cut, which no condensation gets to see.',
  },
  cell: {
    names: ['Cell', 'Cells', 'Cells done'],
    definition: 'One variant at one checkpoint, condensed and measured.',
  },
  'primary-metric': {
    names: ['Primary metric'],
    definition: 'The metric that decides the question, named before the experiment runs.',
  },
  metric: { names: ['Metric', 'Metrics'], definition: 'A figure by which results are compared.' },
  value: {
    names: ['Value', 'This run', 'The other'],
    definition: 'The figure of this row for the metric that is shown.',
  },
  difference: {
    names: ['Difference', 'Against the baseline', 'This run is'],
    definition: 'How far something is from what it is compared with, and whether that is good.',
    formula: 'variant − baseline, over the checkpoints that both have: the mean, of dollars the median',
  },
  interval: {
    names: ['Interval', 'Low', 'High', '95 % from', 'to', '95 % interval'],
    definition: 'The range in which the true value lies with 95 % confidence.',
    formula:
      'at each end the further out of the bootstrap-t and Student’s t, over tasks or workspaces; of dollars all medians that a sign-flip test does not rule out',
    limits:
      'For tasks like these. Wide with few tasks. There is none where fewer than five tasks or workspaces differ from the others, and none of a mean of dollars, which a few tasks decide.',
  },
  median: {
    names: ['Median'],
    definition: 'The middle value: as many tasks lie below it as above.',
    limits: 'It stands beside a mean that a few tasks make.',
  },
  margin: { names: ['Margin'], definition: 'The smallest difference worth naming, by metric.' },
  assertion: {
    names: ['Assertion', 'holds', 'does not hold', 'inconclusive'],
    definition: 'A condition that an experiment has to meet, for example in a build.',
  },
  'headline-figure': {
    names: ['Headline figure'],
    definition:
      'A figure that stands at the head of a result: what is done, rules kept and what must be read again.',
  },
  'summary-only': {
    names: ['Summary only'],
    definition: 'Measured on the summariser’s text alone, without the messages kept beside it.',
    limits: 'No value where a provider writes no summary.',
  },
  'total-time': {
    names: ['Total time, with reading and counting'],
    definition: 'How long a cell took from its start to its end.',
    direction: 'lower',
  },
  outcome: {
    names: ['Outcome', 'solved', 'unsolved'],
    definition: 'Whether the task was solved in the end, where its record says so.',
  },
} as const satisfies Terms
