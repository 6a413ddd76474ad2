import type { Terms } from './term.ts'

/** Runs, their results, and the Monitor. */
export const runTerms = {
  provider: {
    names: ['Provider', 'Providers'],
    definition: 'A way to condense, such as lossless, truncation or a summary by a model.',
  },
  preset: { names: ['Preset'], definition: 'A named set of settings of a provider.' },
  profile: {
    names: ['Profile'],
    definition: 'Which model is asked, where, with which key, prices and window.',
  },
  prompt: {
    names: ['Prompt'],
    definition: 'The instruction that a model gets to write a summary, kept in versions.',
  },
  'ab-arm': {
    names: ['A/B arm'],
    definition: 'Which of the settings under comparison a run was assigned to.',
  },
  status: {
    names: ['Status'],
    definition: 'How far a run or an experiment is, or how it ended.',
  },
  started: { names: ['Started'], definition: 'When it was started, in local time.' },
  result: {
    names: ['Result', 'Result tokens', 'Final size', 'After'],
    definition: 'What a condensation left, or its size in tokens by Dewpoint’s counter.',
  },
  original: {
    names: ['Original', 'Before', 'Source tokens'],
    definition: 'The size of the messages before condensing, by Dewpoint’s counter.',
  },
  change: {
    names: ['Change', 'Change of input'],
    definition: 'How much smaller or larger something became, in percent.',
    formula: '100 × (after − before) / before',
    direction: 'lower',
  },
  survival: {
    names: ['Survival'],
    definition: 'The share of all facts stated before that the result still states.',
    formula: 'facts still stated / facts of the source, all classes together',
    direction: 'higher',
    limits: 'A paraphrase counts as lost. Most facts are never needed again.',
  },
  attempts: {
    names: ['Attempts', 'Attempt'],
    definition: 'Each provider that a run tried and that ended by itself, fallbacks included.',
  },
  'mean-reduction': {
    names: ['Mean'],
    definition: 'The mean over all results or cells of this row.',
  },
  'reduction-quartiles': {
    names: ['Reduction q1', 'Reduction q3'],
    definition: 'A quarter of the results saved less than the first quartile, a quarter more than the third.',
  },
  'median-time': {
    names: ['Time p50'],
    definition: 'Half of the condensations took no longer than this.',
    direction: 'lower',
  },
  'slow-time': {
    names: ['Time p95'],
    definition: 'Of 100 condensations, 95 took no longer than this.',
    direction: 'lower',
  },
  speed: {
    names: ['Tokens/s', 'Rate'],
    definition: 'How fast it goes: source tokens a second, or cells a minute.',
    direction: 'higher',
  },
  'cost-each': {
    names: ['Mean cost'],
    definition: 'What one condensation costs on average.',
    direction: 'lower',
  },
  'cost-in-sum': {
    names: ['Actually paid', 'Total cost', 'Spent', 'Paid', 'Experiments', 'Replays and tests', 'Today'],
    definition: 'What was really paid for model calls, failed and cancelled ones included.',
    direction: 'lower',
    limits: 'Too low where a model has no known price.',
  },
  fallbacks: {
    names: ['Fallbacks', 'fallbacks'],
    definition: 'Attempts that stood in for one that failed or saved too little, as a share.',
    formula: '100 × fallbacks / all attempts that count',
    direction: 'lower',
  },
  failed: {
    names: ['Failed', 'Failures'],
    definition: 'Attempts or cells that ended with an error, or their share.',
    formula: '100 × failed / all that ended',
    direction: 'lower',
  },
  insufficient: {
    names: ['Too little', 'Insufficient'],
    definition: 'Results that saved less than the minimum gain of their settings, of all results.',
    direction: 'lower',
  },
  unchanged: {
    names: ['Unchanged'],
    definition: 'Attempts that found nothing to condense and left the history as it is.',
  },
  condensed: {
    names: ['Condensed'],
    definition: 'How many times, or tasks or runs in which, something was condensed.',
  },
  'not-needed': { names: ['not needed'], definition: 'A run that its trigger did not let start.' },
  reused: {
    names: ['Reused', 'From the cache', 'Already there'],
    definition: 'Answers or cells taken from identical ones that were there already, at no cost.',
  },
  'model-calls': {
    names: ['Model calls', 'Sent to models'],
    definition: 'How often, and with how many tokens, a model is asked.',
    direction: 'lower',
  },
  estimated: {
    names: ['Estimated', 'Cost, about', 'Time, about', 'Time left, about', 'Counted, not guessed'],
    definition: 'A figure worked out beforehand or without a record, not one that was measured or paid.',
    limits: 'The length of a model’s answer is guessed.',
  },
  reversible: {
    names: ['Reversible', 'restorable', 'lossless'],
    definition: 'What was taken away can be restored from the result itself.',
    direction: 'higher',
  },
  superseded: {
    names: ['Superseded'],
    definition: 'Saved tokens whose content a later message replaced, which only the store restores.',
  },
  lossy: { names: ['lossy'], definition: 'What is removed is not in the result.' },
  'uses-model': {
    names: ['uses a model'],
    definition: 'It calls the configured model, which costs money and time.',
  },
  'no-model': { names: ['no model'], definition: 'It works on this machine alone, at no cost.' },
  main: {
    names: ['main', 'Main model'],
    definition: 'The profile of the model that does the work of a task.',
  },
  condensing: {
    names: ['condensing', 'Condensing model'],
    definition: 'The profile of the model that writes summaries.',
  },
  changed: {
    names: ['changed', 'not saved'],
    definition: 'What is on screen differs from what is saved.',
  },
  'first-words': {
    names: ['Time to first words'],
    definition: 'Time until the first words of an answer.',
    direction: 'lower',
  },
  'counted-by-both': {
    names: ['Counted by vendor / by us'],
    definition: 'The same text as the vendor and as Dewpoint count it.',
  },
  input: { names: ['Input', 'Input tokens'], definition: 'Tokens that are sent to a model.' },
} as const satisfies Terms
