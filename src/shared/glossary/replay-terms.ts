import type { Terms } from './term.ts'

/** Replays: a recorded task under other policies. */
export const replayTerms = {
  replay: {
    names: ['Replay'],
    definition: 'A recorded task played again, request by request, under another policy.',
    limits: 'The answers stay those that were recorded.',
  },
  policy: { names: ['Policy', 'Policies'], definition: 'When to condense and how, as one side of a replay.' },
  request: {
    names: ['Request', 'Requests'],
    definition: 'One call of a model by the agent, counted from 1.',
  },
  'before-request': {
    names: ['Before request', 'First before'],
    definition: 'The request before which it condensed, or condensed for the first time.',
  },
  'to-none': {
    names: ['Against never'],
    definition: 'How much more or less it costs than never condensing.',
    formula: '100 × (cost − cost of none) / cost of none, or the difference in dollars',
    direction: 'lower',
    limits: 'Never condensing may outgrow the window, which no model would have taken.',
  },
  'to-played': {
    names: ['To played', 'Against recorded', 'Policies are held against'],
    definition: 'How much more or less it costs than what was recorded, when that is played in the same way.',
    formula: '100 × (cost − cost of the record as played) / cost of the record, or the difference in dollars',
    direction: 'lower',
  },
  'in-vain': {
    names: ['Futile attempts'],
    definition: 'How often it tried to condense without success, though it may have been charged.',
    direction: 'lower',
  },
  peak: {
    names: ['Peak', 'Peak context'],
    definition: 'The largest request that the policy sent.',
    direction: 'lower',
  },
  'input-before': {
    names: ['Input before'],
    definition: 'The size of the request before it condensed, by the model’s count.',
  },
  'input-after': {
    names: ['Input after'],
    definition: 'The size of the request after it condensed, by the model’s count.',
    direction: 'lower',
  },
  'condensed-at': {
    names: ['Condensed at'],
    definition: 'The size of a request, by the model’s count, at which it condenses.',
  },
  'condensations-per-task': {
    names: ['Condensations per task'],
    definition: 'How often it condensed, as a mean over the tasks.',
  },
  sweep: { names: ['Sweep'], definition: 'The same policy at several thresholds.' },
  'agent-counted': {
    names: ['Agent counted'],
    definition: 'The size of the context as the agent itself counted it.',
  },
  'replay-triggers-at': {
    names: ['Replay triggers at'],
    definition: 'The request before which the replay condenses with the agent’s settings.',
  },
  'same-request': {
    names: ['Same request'],
    definition: 'Whether the replay condenses before the same request as the agent did.',
  },
  agreement: {
    names: ['Replay error', 'Agreement', 'Replayed, of recorded'],
    definition: 'How far the replay of what was recorded is from the recorded cost.',
    formula: '100 × (replayed − recorded) / recorded, over the requests with both',
    direction: 'lower',
    limits: 'Part of it agrees by construction, which “Circular part” shows.',
  },
  compared: {
    names: ['Requests compared', 'Recorded cost compared'],
    definition: 'How much of the record the comparison covers.',
    direction: 'higher',
  },
  predicted: {
    names: ['Predicted part', 'From the model alone'],
    definition:
      'What follows from the fit of tokens, the rules of the cache and listed prices, without the record.',
  },
  circular: {
    names: ['Circular part'],
    definition: 'What agrees because sizes, cache misses or prices were taken from the record itself.',
    direction: 'lower',
  },
  'cache-not-as-modelled': {
    names: ['Cache not as modelled'],
    definition: 'Requests of which less was cached than the vendor’s rules say.',
    direction: 'lower',
  },
  'cheapest-policy': {
    names: ['Cheapest policy'],
    definition: 'The policy with the lowest cost of those that were played.',
  },
  drift: {
    names: ['Drift'],
    definition: 'What is left of a history that is condensed again and again.',
  },
  'first-facts': {
    names: ['First facts'],
    definition: 'Facts that were stated before the first condensation and by no later message.',
  },
  'half-life': {
    names: ['Half-life'],
    definition: 'The number of condensations after which half of the first facts are gone.',
    formula: 'h of 2^(−n/h), fitted to the survival after each condensation',
    direction: 'higher',
    limits: 'Taken from the same five or so points that are shown.',
  },
} as const satisfies Terms
