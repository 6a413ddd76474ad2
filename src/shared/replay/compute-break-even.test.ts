import { expect, it } from 'vitest'
import { computeBreakEven } from './compute-break-even.ts'
import type { ReplayRequest } from './types.ts'

const request = (costUsd: number | null): ReplayRequest => ({
  request: 0,
  ts: null,
  contextTokens: 10,
  byKind: {},
  tokens: { uncached: 10, cacheWrite: 0, cacheRead: 0, output: 1 },
  costUsd,
})

it.each([
  ['after so many requests', 1, 0.1, 3, 3],
  ['never', 1, 0.1, null, 'never'],
  ['never, without a cost of its own', 1, 0, null, 'never'],
  ['nobody knows, without prices', null, 0, null, 'unknown'],
  ['nobody knows, without its own cost', 1, null, null, 'unknown'],
  ['there is nothing to pay', 0, 0, null, 'free'],
] as const)('the break-even of a condensation: %s', (_name, requestUsd, ownUsd, paysBackAfter, expected) => {
  const policy = { id: 'a', costUsd: requestUsd, requests: [request(requestUsd)] }
  expect(computeBreakEven(policy, { costUsd: ownUsd, paysBackAfter })).toBe(expected)
})

it.each([
  ['as that of any policy', { quality: {} }, 'never'],
  ['not where it is unknown what would have been sent', { unjudged: 'deleted' }, 'not judged'],
  ['not in a replay that was kept by a version that judged none', {}, 'not judged'],
] as const)('a condensation of the agent itself is judged %s', (_name, more, expected) => {
  const policy = { id: 'recorded', costUsd: 1, requests: [request(1)] }
  expect(computeBreakEven(policy, { costUsd: 0.1, paysBackAfter: null, ...more })).toBe(expected)
})
