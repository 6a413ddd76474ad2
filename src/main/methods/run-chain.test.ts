import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Message } from '../../shared/kernel/message.ts'
import { applyEdits } from '../kernel/apply-edits.ts'
import { Cancelled } from '../kernel/cancel-signal.ts'
import { defineMethod, type Method, type MethodResult } from '../kernel/method.ts'
import { bindTo } from '../kernel/testing/bind-to.ts'
import { createTestServices } from '../kernel/testing/create-test-services.ts'
import { spend, spendingModel } from '../kernel/testing/model-by.ts'
import { conversationFor } from '../kernel/testing/run-on.ts'
import { runChain, type ChainOptions } from './run-chain.ts'

/** 202 tokens, 200 of them in the two long messages. */
const messages: Message[] = [
  { role: 'user', content: 'task' },
  { role: 'assistant', content: 'x'.repeat(400) },
  { role: 'user', content: 'y'.repeat(400) },
  { role: 'assistant', content: 'done' },
]
const source = conversationFor(messages)

type Step = Method & { readonly ran: () => number }

function provider(id: string, costUsd: number, result: () => MethodResult): Step {
  let runs = 0
  const definition = defineMethod({
    id,
    label: id,
    description: '',
    version: '1',
    capabilities: {
      lossless: false,
      lossy: true,
      usesModel: true,
      parallel: false,
      multiPass: false,
      fallback: false,
      speed: 'fast',
    },
    settings: z.strictObject({}),
    presets: [],
    keptEnds: () => ({ first: 1, last: 1 }),
    condense: async ({ services }) => {
      runs += 1
      await spend(services.model, costUsd)
      return result()
    },
  })
  return { ...definition, ran: () => runs }
}

/** Leaves so many tokens of the 100 of the second message. */
const leaving = (id: string, tokens: number, costUsd = 0.01): Step =>
  provider(id, costUsd, () => {
    const part = source.parts[1]![0]!
    const edit = { part, text: 'x'.repeat(tokens * 4) }
    const figures = { tokensBefore: 100, tokensAfter: tokens }
    const planned = [{ edit, operation: 'shortened' as const, reason: id, ...figures }]
    const common = { passes: [], fidelity: null, warnings: [] }
    return { kind: 'condensed', ...applyEdits(source, planned, id), ...common }
  })
const failing = (id: string, code: string, costUsd = 0.01): Step =>
  provider(id, costUsd, () => ({ kind: 'failed', code, message: `${id} failed` }))
const idle = (id: string): Step => provider(id, 0, () => ({ kind: 'unchanged', reason: 'nothing to do' }))

function chain(steps: readonly Method[], more: Partial<ChainOptions> = {}) {
  return runChain({
    steps: steps.map((step) => bindTo(step)),
    conversation: source,
    targetTokens: null,
    pins: [],
    services: createTestServices(spendingModel(), {}, 5),
    alerts: { minimumGainPercent: 20, alertCostUsd: 0.1 },
    flags: { isAutomatic: true, usedOwnHandler: false },
    signal: new AbortController().signal,
    ...more,
  })
}

describe('a chain', () => {
  it.each<[string, Step[], string[], object]>([
    [
      'stops at the first that saves enough',
      [leaving('a', 50), leaving('b', 10)],
      ['a condensed'],
      { status: 'condensed', stats: { finalTokens: 152 } },
    ],
    [
      'goes on where too little is saved',
      [leaving('a', 80), leaving('b', 10)],
      ['a insufficient', 'b condensed'],
      { status: 'condensed', stats: { finalTokens: 112, reductionPercent: expect.closeTo(44.55, 2) } },
    ],
    [
      'goes on after a failure and after nothing to do',
      [failing('a', 'budget'), idle('b'), leaving('c', 10)],
      ['a failed budget', 'b unchanged', 'c condensed'],
      { status: 'condensed', error: null },
    ],
    [
      'takes the best where none saves enough, wherever it stands',
      [leaving('a', 90), leaving('b', 70), leaving('c', 80)],
      ['a insufficient', 'b insufficient', 'c insufficient'],
      { status: 'condensed', stats: { finalTokens: 172 } },
    ],
    [
      'takes the earlier of two that are equally good',
      [leaving('a', 90), leaving('b', 90)],
      ['a insufficient', 'b insufficient'],
      { status: 'condensed', stats: { operations: [{ tokensSaved: 10 }] } },
    ],
    [
      'prefers little to a failure',
      [failing('a', 'budget'), leaving('b', 90), failing('c', 'timeout')],
      ['a failed budget', 'b insufficient', 'c failed timeout'],
      { status: 'condensed', stats: { finalTokens: 192 } },
    ],
    [
      'says what the first said where all fail',
      [failing('a', 'budget'), failing('b', 'timeout')],
      ['a failed budget', 'b failed timeout'],
      { status: 'failed', error: { code: 'budget', message: 'a failed' } },
    ],
    [
      'says that there was nothing to do where the first found nothing and the others fail',
      [idle('a'), failing('b', 'timeout')],
      ['a unchanged', 'b failed timeout'],
      { status: 'unchanged', reason: 'nothing to do', error: null },
    ],
    [
      'goes on after one that grew',
      [leaving('a', 101), leaving('b', 10)],
      ['a failed context-grew', 'b condensed'],
      { status: 'condensed' },
    ],
  ])('%s', async (_name, steps, attempts, expected) => {
    const { summary, condensed } = await chain(steps)
    expect(
      summary.attempts.map(({ providerId, status, code }) => `${providerId} ${status} ${code}`.trim()),
    ).toEqual(attempts)
    expect(summary).toMatchObject(expected)
    expect(condensed === null).toBe(summary.status !== 'condensed')
    expect(steps.filter((step) => step.ran() === 1)).toHaveLength(attempts.length)
  })

  it('takes exactly the minimum for enough', async () => {
    const exact = (100 * 50) / 202
    const alerts = { minimumGainPercent: exact, alertCostUsd: 0.1 }
    expect((await chain([leaving('a', 50), leaving('b', 10)], { alerts })).summary.attempts).toHaveLength(1)
    const more = { minimumGainPercent: exact + 0.001, alertCostUsd: 0.1 }
    expect(
      (await chain([leaving('a', 50), leaving('b', 10)], { alerts: more })).summary.attempts,
    ).toHaveLength(2)
  })

  it('adds up cost, calls, cache hits, time and events of all attempts', async () => {
    const { summary } = await chain([
      failing('a', 'timeout', 0.03),
      leaving('b', 90, 0.02),
      leaving('c', 80, 0.04),
    ])
    expect(summary.stats).toMatchObject({ modelCalls: 3, cacheHits: 3, durationMs: 15 })
    expect(summary.stats.costUsd).toBeCloseTo(0.09, 12)
    expect(summary.attempts.map(({ costUsd }) => costUsd)).toEqual([0.03, 0.02, 0.04])
    expect(
      summary.events.map(({ providerId, kind, detail }) => `${providerId} ${kind} ${detail}`.trim()),
    ).toEqual(['a started', 'a failed timeout', 'b started', 'b condensed', 'c started', 'c condensed'])
    expect(summary.events.every(({ isAutomatic }) => isAutomatic)).toBe(true)
  })

  it('warns of the cost in sum, once, though no attempt alone is dear', async () => {
    const codes = async (...steps: Step[]) => (await chain(steps)).summary.warnings.map(({ code }) => code)
    expect(await codes(leaving('a', 80, 0.06), leaving('b', 10, 0.06))).toEqual(['cost-above-limit'])
    expect(await codes(leaving('a', 80, 0.2), leaving('b', 10, 0.2))).toEqual(['cost-above-limit'])
    expect(await codes(leaving('a', 80, 0.05), leaving('b', 10, 0.05))).toEqual([])
  })

  it('says which prices are unknown, though the step that met them failed', async () => {
    const services = createTestServices(spendingModel({ prices: {} }))
    const { summary } = await chain([failing('a', 'timeout'), leaving('b', 10)], { services })
    expect(summary.warnings.map(({ code }) => code)).toEqual(['price-unknown'])
  })

  it('that is cancelled between two steps begins no further one', async () => {
    const controller = new AbortController()
    const first = provider('a', 0, () => {
      controller.abort()
      return { kind: 'unchanged', reason: 'late' }
    })
    const second = leaving('b', 10)
    await expect(chain([first, second], { signal: controller.signal })).rejects.toThrow(Cancelled)
    expect(second.ran()).toBe(0)
  })

  it('of nothing is a mistake', async () => {
    await expect(chain([])).rejects.toThrow('A chain needs a provider.')
  })
})
