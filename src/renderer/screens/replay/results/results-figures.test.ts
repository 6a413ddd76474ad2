import { describe, expect, it } from 'vitest'
import {
  sumCumulativeCost,
  findParetoFront,
  explainParetoChart,
  breakEvenText,
  computeTriggerLimits,
} from './results-figures.ts'

const tokens = { uncached: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
const buildRequest = (request: number, costUsd: number | null) => ({
  request,
  ts: null,
  contextTokens: 0,
  byKind: {},
  tokens,
  costUsd,
})
const buildCondensation = (request: number, costUsd: number) => ({
  request,
  before: 2,
  after: 1,
  costUsd,
  paysBackAfter: null,
})

it('adds up the cost of requests, and of condensations and attempts before the request that they precede', () => {
  const requests = [buildRequest(0, 1), buildRequest(2, 2), buildRequest(3, 4)]
  expect(
    sumCumulativeCost({
      requests,
      firings: [buildCondensation(2, 0.5)],
      attempts: [{ request: 2, costUsd: 0.25, text: '' }],
    }),
  ).toEqual([
    { request: 0, costUsd: 1 },
    { request: 2, costUsd: 3.75 },
    { request: 3, costUsd: 7.75 },
  ])
})

it('adds up no further than costs are known', () => {
  const requests = [buildRequest(0, 1), buildRequest(1, 2), buildRequest(2, null), buildRequest(3, 4)]
  const known = [{ request: 0, costUsd: 1 }]
  const firings = [{ ...buildCondensation(1, 0), costUsd: null }]
  expect(sumCumulativeCost({ requests, firings, attempts: [] })).toEqual(known)
  expect(sumCumulativeCost({ requests, firings: [], attempts: [] })).toEqual([
    ...known,
    { request: 1, costUsd: 3 },
  ])
})

describe('pay-backs', () => {
  it.each([
    ['4, never', [4, 'never']],
    ['4, never, 2, 1 more', [4, 'never', 2, 1]],
    ['unknown', ['unknown', 'unknown', 'unknown', 'unknown']],
    ['free', ['free', 'free']],
    ['not judged', ['not judged', 'not judged']],
    ['not judged, 3', ['not judged', 3]],
    ['never, never, never, 1 more', ['never', 'never', 'never', 'never']],
  ] as const)('read %s', (text, breakEvens) => expect(breakEvenText(breakEvens)).toBe(text))
})

describe('the front', () => {
  const points = [
    { id: 'cheap', costUsd: 1, value: 0.5 },
    { id: 'worse', costUsd: 2, value: 0.4 },
    { id: 'same', costUsd: 2, value: 0.5 },
    { id: 'dear', costUsd: 3, value: 0.9 },
    { id: 'twin', costUsd: 3, value: 0.9 },
  ]
  it.each([
    ['higher', ['cheap', 'dear', 'twin']],
    ['lower', ['cheap', 'worse']],
  ] as const)('holds what nothing beats where %s is better', (direction, ids) =>
    expect(findParetoFront(points, direction).map(({ id }) => id)).toEqual(ids),
  )
})

describe('the note on the front', () => {
  const point = (id: string) => ({ id, costUsd: 1, value: 0.5 })
  const findName = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)
  const none = { id: 'none', costUsd: 2, value: null, isNever: true }
  it.each([
    ['speaks of the front where it is drawn', [point('a'), point('b')], [], /dashed line is the front/],
    ['names the only point of a front', [point('a')], [], /^(?!.*dashed).*A is the cheapest and the best/],
    ['speaks of no front where nothing was measured', [], [none], /^$/],
    [
      'names what condensed and cannot be measured',
      [point('a')],
      [{ id: 'codex', costUsd: 2, value: null, isNever: false }],
      /could not be measured: Codex\./,
    ],
    ['says what the line of a policy without condensations is', [point('a')], [none], /dotted vertical line/],
  ])('%s', (_name, front, never, expected) =>
    expect(explainParetoChart({ points: [...front, ...front], front, never, without: [], findName })).toMatch(
      expected,
    ),
  )
  it('holds a single point against nothing', () =>
    expect(
      explainParetoChart({ points: [point('a')], front: [point('a')], never: [], without: [], findName }),
    ).not.toContain('cheapest'))
  it('names what has no value', () =>
    expect(
      explainParetoChart({ points: [], front: [], never: [], without: [point('recorded')], findName }),
    ).toContain('Recorded ($1.00)'))
})

it.each([
  [{}, { windowTokens: 200_000, triggerTokens: 150_000 }],
  [{ threshold: 100 }, { windowTokens: 200_000, triggerTokens: 171_808 }],
  [
    { window: 100_000, threshold: 60, maxTokens: 40_000 },
    { windowTokens: 100_000, triggerTokens: 50_000 },
  ],
])('a policy with %j has the limits %j', (policy, limits) =>
  expect(computeTriggerLimits(policy)).toEqual(limits),
)
