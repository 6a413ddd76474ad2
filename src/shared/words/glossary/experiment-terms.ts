import type { Fate } from '../../domain/aligned-row.ts'
import type { Verdict } from '../../domain/comparison.ts'
import type { Term, Terms } from './term.ts'

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
    formula: 'the interval lies within the margin, and two one-sided tests at 5 % agree',
  },
  'not-enough-data': {
    names: ['Not enough data', 'not shown'],
    definition: 'Neither a difference nor its absence is shown, for which more tasks are needed.',
    limits: 'With fewer than five tasks there is never a verdict.',
  },
}

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
    names: ['Checkpoint', 'Checkpoints', 'Cut'],
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
    formula: 'variant − baseline, mean over the checkpoints that both have',
  },
  interval: {
    names: ['Interval', 'Low', 'High', '95 % from', 'to', '95 % interval'],
    definition: 'The range in which the true mean lies with 95 % confidence.',
    formula: 'at each end the further out of the bootstrap-t and Student’s t, over tasks or workspaces',
    limits: 'For tasks like these. Wide with few tasks.',
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

/** Tables of evidence: what a figure rests on, message by message. */
export const evidenceTerms = {
  'kept-or-lost': {
    names: ['Kept or lost'],
    definition: 'Whether the result still holds what this row is about.',
  },
  'said-by-context': {
    names: ['Context says', 'Said by the context', 'unclear', 'silent', 'right'],
    definition: 'What the context says about it: right, unclear, nothing or something wrong.',
  },
  'in-truth': {
    names: ['In truth', 'done', 'open', 'deleted'],
    definition: 'What really became of a file, a command or a to-do item, by the tool calls before the cut.',
  },
  statement: {
    names: ['File, command or to-do', 'File or command', 'Statement'],
    definition: 'What the statement is about.',
  },
  'last-call-in': {
    names: ['Last call in'],
    definition: 'The message with the last tool call that tells its state.',
  },
  'said-in': { names: ['Said in'], definition: 'The message that says it.' },
  'stands-in': {
    names: ['Stands in', 'In result'],
    definition: 'The first message of the result that still holds it.',
  },
  'stood-in': { names: ['Stood in', 'In source'], definition: 'The message of the source that held it.' },
  'done-in': { names: ['Done in'], definition: 'The messages in which it was done.' },
  'what-was-done': {
    names: ['What was done'],
    definition: 'What tool calls did: read, wrote, deleted or ran it.',
  },
  words: { names: ['Words'], definition: 'The words that were looked for.' },
  'used-line': {
    names: ['Line that is used'],
    definition: 'A line of an earlier tool result that the assistant wrote again later.',
  },
  'lines-lost': {
    names: ['Lines lost'],
    definition: 'Used lines of this tool result that the context no longer holds.',
    direction: 'lower',
  },
  'to-read': {
    names: ['To read'],
    definition: 'Tokens that have to be read again for the lost lines.',
    direction: 'lower',
  },
  'whole-result': { names: ['Whole'], definition: 'Tokens of the whole tool result.' },
  'used-after-cut': { names: ['Used after cut'], definition: 'How many messages after the cut it was used.' },
  action: { names: ['Action'], definition: 'A tool call or a text of the assistant after the cut.' },
  characters: { names: ['Characters'], definition: 'The length of a text in characters.' },
  'used-next': { names: ['needed', 'used next'], definition: 'A fact that the task used after the cut.' },
} as const satisfies Terms

/** What became of a message or a part. */
export const fateTerms: Readonly<Record<Fate, Term>> = {
  kept: { names: ['Fate: kept'], definition: 'The result has it as it was.' },
  shortened: {
    names: ['Fate: shortened', 'shortened'],
    definition: 'The result has it with less text.',
  },
  summarised: {
    names: ['Fate: summarised', 'summarised'],
    definition: 'A summary in the result replaces it.',
  },
  referenced: {
    names: ['Fate: reference', 'reference'],
    definition: 'The result points to the same content somewhere else.',
  },
  dropped: { names: ['Fate: dropped', 'dropped'], definition: 'Nothing in the result comes from it.' },
  written: {
    names: ['Fate: written', 'written new'],
    definition: 'The result has it and the source does not.',
  },
}
