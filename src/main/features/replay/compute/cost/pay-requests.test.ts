import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../../shared/kernel/message.ts'
import { listSentMessages } from '../collect-sent-messages.ts'
import type { ReplayStep } from '../replay-task.ts'
import { prepareExample } from '../testing/prepare-example.ts'
import { exampleTask } from '../testing/replay-example.ts'
import {
  listDerivedPrices,
  isCircular,
  isEstimated,
  payRecorded,
  payRequest,
  computePlayedCost,
} from './pay-requests.ts'
import { createPrefixCache } from './prefix-cache.ts'

const task = prepareExample(exampleTask())
const [first, second] = task.steps
if (first === undefined || second === undefined) throw new Error('The example has eight requests.')
const recorded = listSentMessages(second.recorded)

describe('a request', () => {
  const pay = (step: ReplayStep, history: readonly Message[]) =>
    payRequest(task, step, history, createPrefixCache(task.cacheStyle))
  // Of the second request: a prompt of 2,000, a question of 4,000, an answer of 100, a question of 900.
  const shared = (sharedTokens: number): ReplayStep => ({
    ...second,
    cache: { ...second.cache, sharedTokens },
  })
  it.each<[string, number, readonly Message[], number]>([
    ['all of it', 5000, recorded, 5000],
    ['no more than the record sent', 9000, recorded, 7000],
    ['as far as both begin alike', 5000, recorded.slice(1), 2000],
    ['as far as less is sent', 9000, recorded.slice(0, 1), 6000],
    ['nothing where others had kept nothing', 0, recorded, 0],
  ])('reads what others had kept of the recorded one: %s', (_name, tokens, history, cacheRead) => {
    expect(pay(shared(tokens), history).tokens.cacheRead).toBe(cacheRead)
  })

  it('costs what its tokens cost, those for an hour more', () => {
    const { cacheStyle } = second
    const step = { ...second, cacheStyle: { ...cacheStyle, hourShare: 0.5 } }
    // 3,500 at 3.75, 3,500 at 6 and an answer of 100 at 15.
    expect(pay(step, recorded).costUsd).toBeCloseTo((3500 * 3.75 + 3500 * 6 + 1500) / 1e6, 12)
    expect(pay(second, recorded).costUsd).toBeCloseTo((7000 * 3.75 + 1500) / 1e6, 12)
  })
})

it('what was recorded is paid for by kind of part', () => {
  const requests = payRecorded(task)
  expect(requests.slice(0, 2).map(({ byKind }) => byKind)).toEqual([
    { prefix: 2000, 'user-text': 4000 },
    { prefix: 2000, 'user-text': 4900, 'assistant-text': 100 },
  ])
  expect(requests[1]).toMatchObject({ contextTokens: 7000, tokens: { cacheRead: 6000, cacheWrite: 1000 } })
})

it.each([
  ['no request', 0, null],
  ['one request', 1, expect.closeTo((6000 * 3.75 + 1500) / 1e6 + 0.25, 10)],
  ['two requests', 2, expect.closeTo((7000 * 3.75 + 6000 * 0.3 + 3000) / 1e6 + 0.25, 10)],
])('a record costs what its requests and condensations do: %s', (_name, count, expected) => {
  const ownCondensations = [0.25, null].map((costUsd) => ({
    kind: 'condensation' as const,
    costUsd,
    change: 'deleted' as const,
  }))
  const steps = task.steps
    .slice(0, count)
    .map((step, at) => (at === 0 ? { ...step, ownCondensations } : step))
  const part = { ...task, steps }
  expect(computePlayedCost(part, payRecorded(part))).toEqual(expected)
})

describe('what is known of the cost of a request', () => {
  it.each([
    ['recorded', {}, false],
    ['without usage', { usage: null }, true],
    ['without a cost', { costUsd: null }, true],
  ])('is an estimate unless both are recorded: %s', (_name, change, expected) => {
    expect(isEstimated({ ...first, ...change })).toBe(expected)
  })

  const derived = [{ kind: 'input' as const, price: 3, basis: 'list' as const, modelId: 'example' }]
  const known = { kind: 'derived' as const, value: {}, from: 'library' as const, isCircular: true, derived }
  it.each<[string, ReplayStep['priceEvidence'], boolean, typeof derived]>([
    ['from its own cost', known, true, derived],
    ['from the costs of others', { ...known, isCircular: false }, false, derived],
    ['from nothing', { kind: 'unknown', value: null, why: 'no-cost' }, false, []],
  ])('says what its prices were taken from: %s', (_name, priceEvidence, circular, prices) => {
    expect(isCircular({ priceEvidence })).toBe(circular)
    expect(listDerivedPrices({ priceEvidence })).toEqual(prices)
  })

  it('says nothing of a request that was not played', () => {
    expect(listDerivedPrices(undefined)).toEqual([])
  })
})
