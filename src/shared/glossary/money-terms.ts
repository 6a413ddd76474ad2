import type { Terms } from './term.ts'

/** Prompt caches and what is paid for. Causes of breaks stand in `cache-breaks`. */
export const moneyTerms = {
  'cache-read': {
    names: ['Read from the cache', 'Read', 'Cache reads', 'Cached tokens'],
    definition: 'Input that the vendor still held from an earlier request, at a fraction of the price.',
    direction: 'higher',
  },
  'cache-write': {
    names: ['Written to the cache', 'Written', 'Cache writes'],
    definition: 'Input that the vendor keeps for later requests, at a surcharge with some vendors.',
  },
  uncached: {
    names: ['Uncached'],
    definition: 'Input that is neither read from a cache nor written to one, at full price.',
    direction: 'lower',
  },
  output: {
    names: ['Output', 'Output tokens'],
    definition: 'Tokens that a model wrote, its reasoning included.',
  },
  'cache-break': {
    names: ['Cache break', 'Cache breaks', 'Breaks', 'Cache miss'],
    definition: 'A request that pays again for what a prompt cache had held.',
    direction: 'lower',
    limits: 'Taken from recorded usage. Without it, only the replay’s model of the cache can say.',
  },
  'paid-again': {
    names: ['Tokens paid again'],
    definition: 'Input that a cache had held and that was charged once more.',
    direction: 'lower',
  },
  'lost-to-breaks': {
    names: ['Lost to cache breaks', 'Lost'],
    definition: 'What cache breaks cost beyond the price of reading the same tokens from the cache.',
    formula: 'tokens paid again × (price paid − price of a cache read)',
    direction: 'lower',
  },
  cause: { names: ['Cause'], definition: 'Why a cache could not be read any further.' },
  explained: {
    names: ['Explained'],
    definition: 'The share of the tokens written to a cache that new content or a known cause accounts for.',
    direction: 'higher',
  },
  'policy-cost': {
    names: ['Replayed cost', 'Cost of a policy', 'Cost per task'],
    definition: 'What the recorded task would have cost under this policy, condensing included.',
    formula:
      'cached, written, new and output tokens × the task’s prices, over all requests and condensations',
    direction: 'lower',
    limits: 'The answers stay those that were recorded. Another policy might have led to others.',
  },
  'cost-per-use': {
    names: ['A task', 'A request'],
    definition: 'What one task or one request cost on average, as it was recorded.',
    formula: 'recorded cost / tasks with a cost, or / requests',
    direction: 'lower',
  },
  'cost-of-request': {
    names: ['Cost of a request'],
    definition: 'What a request costs, or a condensation before it, at the task’s prices.',
    direction: 'lower',
  },
  'cost-until': {
    names: ['Cost until here', 'Paid so far'],
    definition: 'What requests and condensations had cost up to this message.',
    direction: 'lower',
  },
  'estimated-part': {
    names: ['Estimated part of that', 'Estimated part'],
    definition: 'The part of a cost that was not recorded and is estimated from list or derived prices.',
  },
  'one-off': {
    names: ['One-off, est.', 'One-off cost'],
    definition:
      'What a condensation takes once: the call that summarises, and writing the changed prompt into the cache.',
    direction: 'lower',
    limits: 'Estimated at the task’s own prices.',
  },
  'break-even': {
    names: ['Break-even', 'Breaks even', 'Breaks even after', 'Break-even (requests)'],
    definition: 'Requests after a condensation until it has saved what it cost.',
    formula: 'the first request from which the run with it has cost less than the run without it',
    direction: 'lower',
    limits: 'Never, where the task ends before. Unknown, where a price is.',
  },
  'list-price': {
    names: ['List price', 'At list prices'],
    definition: 'What the vendor asks publicly for a million tokens, used where no cost was recorded.',
    limits: 'Discounts, surcharges of gateways and subscriptions are not in it.',
  },
} as const satisfies Terms
