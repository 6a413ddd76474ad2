import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import { ModelFailure, type CompletionRequest } from '../../kernel/language-model.ts'
import { listOwnDecisions } from '../../kernel/testing/list-own-decisions.ts'
import { call, modelBy, type AskedModel } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { runWith } from '../../kernel/testing/run-with.ts'
import { selectTestShare } from '../../kernel/testing/shares.ts'
import { answer, call as toolCall, task } from '../../kernel/testing/small-histories.ts'
import { unsoundOutcome } from '../../kernel/testing/unsound-places.ts'
import { findMethod } from '../methods.ts'

/** Few lines, each of them long: cuts by lines leave them, so that balanced comes to the pass that asks a model. */
const wide = (index: number): string =>
  Array.from({ length: 8 }, () => `${index} ${'wide '.repeat(200)}`).join('\n')
const source = conversationFor([
  task,
  ...Array.from({ length: 40 }, (_, index): Message[] => [
    toolCall(`call-${index}`, 'execute_command', { command: 'y '.repeat(400) }),
    answer(`call-${index}`, wide(index)),
  ]).flat(),
])

/** As dear as a call can be: the vendor counts more than we do, and the answer takes all that it may. */
const dearest = ({ inputTokens, maxTokens }: CompletionRequest) =>
  call('In short.', { input: Math.floor(inputTokens * 1.35), output: maxTokens })
const prices: ModelPrices = { input: 3, output: 1 }
const dear = (own: ModelPrices = prices): AskedModel => modelBy(dearest, { prices: own })

async function run(id: string, settings: object, model: AskedModel, share = 0.01) {
  const provider = findMethod(id)!
  const target = Math.floor(source.totalTokens * share)
  const outcome = await runWith({ provider, settings, conversation: source }, model, { targetTokens: target })
  expect(unsoundOutcome(source, outcome)).toEqual([])
  return { ...outcome, trace: listOwnDecisions(outcome.summary) }
}

const strategies = ['cost-aware', 'progressive', 'preferences'] as const
const nests: readonly (readonly [string, (id: string, settings: object) => readonly [string, object]])[] = [
  ['by itself', (id, settings) => [id, settings]],
  ['in a pipeline', (id, settings) => ['pipeline', { steps: [{ providerId: id, settings }] }]],
  [
    'in an arm in a pipeline',
    (id, settings) => {
      const arm = { providerId: id, settings }
      return ['pipeline', { steps: [{ providerId: 'ab', settings: { arms: [arm, arm] } }] }]
    },
  ],
  [
    'preferred',
    (id, settings) => ['preferences', { maxCostUsd: 100, preferred: { providerId: id, settings } }],
  ],
]

describe.each(nests.map((nest, turn) => [...nest, turn] as const))('a strategy %s', (_name, nest, turn) => {
  describe.each(strategies)('%s', (id) => {
    it.each(selectTestShare([0, 0.001, 0.02, 0.06, 0.2, 0.3, 0.5, 2], turn + strategies.indexOf(id), 2))(
      'never costs more than $%f',
      async (maxCostUsd) => {
        const [provider, settings] = nest(id, { maxCostUsd })
        const { summary } = await run(provider, settings, dear())
        expect(summary.status).toBe('condensed')
        expect(summary.stats.costUsd).toBeLessThanOrEqual(maxCostUsd)
      },
    )

    it('makes no call of a model whose price is unknown', async () => {
      for (const own of [{}, { input: 3 }, { output: 15 }]) {
        const model = dear(own)
        const [provider, settings] = nest(id, { maxCostUsd: 1 })
        const { summary } = await run(provider, settings, model)
        expect(model.asked).toEqual([])
        expect(summary.status).toBe('condensed')
      }
    })
  })
})

describe('the choice by cost', () => {
  /** What the choices are estimated at, as the trace of a run with no budget says. */
  const estimates = async () => {
    const { trace } = await run('cost-aware', { maxCostUsd: 0 }, dear())
    const readTracedEstimate = (label: string): number => {
      const reason = trace.find(([name]) => name === label)?.[2] ?? ''
      return Number(/estimate of \$([\d.]+)/.exec(reason)?.[1])
    }
    return { native: readTracedEstimate('native'), smart: readTracedEstimate('smart (balanced)') }
  }

  it('is native where there is enough for its worst case', async () => {
    const { native } = await estimates()
    const { trace } = await run('cost-aware', { maxCostUsd: native * 1.5 }, dear())
    expect(trace).toEqual([['native', 'taken', expect.stringContaining('Its estimate of $')]])
  })

  it('is smart where native is estimated above, nothing where both are', async () => {
    const { native, smart } = await estimates()
    expect(smart).toBeLessThan(native)
    expect(smart).toBeGreaterThan(0)
    const second = await run('cost-aware', { maxCostUsd: (native + smart) / 2 }, dear())
    expect(second.trace.map(([label, decision]) => [label, decision])).toEqual([
      ['native', 'skipped'],
      ['smart (balanced)', 'taken'],
    ])
    const none = await run('cost-aware', { maxCostUsd: smart * 0.9 }, dear())
    expect(none.trace.map(([label, decision]) => [label, decision])).toEqual([
      ['native', 'skipped'],
      ['smart (balanced)', 'skipped'],
      ['lossless', 'taken'],
      ['truncation', 'taken'],
    ])
    expect(none.summary.stats.modelCalls).toBe(0)
  })

  it('goes on where the estimate fits and the worst case does not', async () => {
    const { native } = await estimates()
    const { trace } = await run('cost-aware', { maxCostUsd: native * 1.01 }, dear())
    expect(trace.map(([label, decision]) => [label, decision])).toEqual([
      ['native', 'failed'],
      ['smart (balanced)', 'taken'],
    ])
    expect(trace[0]?.[2]).toContain('could cost up to')
  })

  it('goes on where a model fails, with what the failed call left of the budget', async () => {
    const failing = modelBy(
      (request) => [...dearest(request).slice(0, 3), new ModelFailure('network', 'broke off')],
      { prices },
    )
    const { summary, trace } = await run('cost-aware', { maxCostUsd: 2 }, failing)
    expect(trace.map(([label, decision]) => [label, decision])).toEqual([
      ['native', 'failed'],
      ['smart (balanced)', 'taken'],
    ])
    expect(summary.status).toBe('condensed')
    expect(summary.stats.costUsd).toBeLessThanOrEqual(2)
  })

  it('counts each attempt of a call that breaks off and begins again', async () => {
    const again = modelBy(
      (request) => [...dearest(request).slice(0, 3), ...dearest(request).slice(0, 3), ...dearest(request)],
      { prices },
    )
    const { summary } = await run('cost-aware', { maxCostUsd: 0.5 }, again)
    expect(summary.stats.costUsd).toBeLessThanOrEqual(0.5)
    expect(summary.status).toBe('condensed')
  })

  it('of preferences goes down to a cheaper preset, then to what is free', async () => {
    const settings = { quality: 0.9, maxCostUsd: 0.01 }
    const { trace } = await run('preferences', settings, dear())
    expect(trace.map(([label, decision]) => [label, decision])).toEqual([
      ['smart (conservative)', 'skipped'],
      ['smart (balanced)', 'skipped'],
      ['smart (aggressive)', 'taken'],
    ])
  })

  it('asks nobody for its estimates', async () => {
    const model = dear()
    await run('cost-aware', { maxCostUsd: 0 }, model)
    await run('preferences', { maxCostUsd: 0 }, model)
    expect(model.asked).toEqual([])
  })
})
