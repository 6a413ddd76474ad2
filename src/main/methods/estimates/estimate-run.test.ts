import { beforeAll, describe, expect, it } from 'vitest'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { CompletionRequest, LanguageModel } from '../../kernel/language-model.ts'
import type { Method } from '../../kernel/method.ts'
import { bindTo } from '../../kernel/testing/bind-to.ts'
import { createTestServices } from '../../kernel/testing/create-test-services.ts'
import { exchangeHistory } from '../../kernel/testing/exchange-history.ts'
import { call, modelBy } from '../../kernel/testing/model-by.ts'
import { hasRealHistories, realHistories } from '../../kernel/testing/real-histories.ts'
import { conversationFor, sharedConversationFor } from '../../kernel/testing/run-on.ts'
import { runWith } from '../../kernel/testing/run-with.ts'
import { sharedCounter } from '../../kernel/testing/shared-counter.ts'
import { selectTestShare } from '../../kernel/testing/shares.ts'
import { answer, call as toolCall, long, task } from '../../kernel/testing/small-histories.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'
import { createExtractiveModel } from '../../platform/llm/extractive/extractive-model.ts'
import { findMethod, methods } from '../methods.ts'
import type { RunOptions } from '../run-method.ts'
import { estimateRun } from './estimate-run.ts'

const optionsFor = (
  conversation: Conversation,
  model: LanguageModel,
  {
    provider,
    settings,
    ...more
  }: { readonly provider: Method; readonly settings: unknown } & Partial<RunOptions>,
): RunOptions => ({
  method: bindTo(provider, settings),
  conversation,
  targetTokens: null,
  pins: [],
  services: createTestServices(model),
  alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
  flags: { isAutomatic: false, usedOwnHandler: false },
  signal: new AbortController().signal,
  ...more,
})

const cases = methods.flatMap((provider) =>
  provider.presets.map((preset) => ({ name: `${provider.id} ${preset.id}`, provider, preset })),
)
/** A model that would be paid for each answer. */
const paid = (answer: (request: CompletionRequest, index: number) => ReturnType<typeof call>) =>
  modelBy(answer)
const short = () => call('In short.')

const histories = realHistories()
let counter: TokenCounter
const conversations = new Map<string, Conversation>()
beforeAll(async () => {
  counter = await sharedCounter()
  for (const { name, messages } of histories)
    conversations.set(name, sharedConversationFor(messages, counter))
})
function requireConversation(name: string): Conversation {
  const conversation = conversations.get(name)
  if (conversation === undefined) throw new RangeError(name)
  return conversation
}

describe.skipIf(!hasRealHistories).each(cases.map((one, turn) => ({ ...one, turn })))(
  'the estimate of $name',
  ({ provider, preset: { settings }, turn }) => {
    it.each(selectTestShare(histories, turn + 2, 5))(
      'is what a run on $name without a model gives',
      async ({ name }) => {
        const source = requireConversation(name)
        const targetTokens = Math.floor(source.totalTokens * 0.4)
        const model = createExtractiveModel(counter)
        const options = { provider, settings, targetTokens }
        const { estimate } = await estimateRun(optionsFor(source, model, options))
        const { summary } = await runWith({ ...options, conversation: source }, model, { targetTokens })
        const { status, stats } = summary
        expect(estimate).toMatchObject({ status, confidence: 1, costUsd: 0, modelCalls: stats.modelCalls })
        expect(estimate.finalTokens).toBe(stats.finalTokens)
        expect(estimate.passes.map((pass) => pass.tokensAfter)).toEqual(
          summary.passes.map((pass) => pass.tokensAfter),
        )
        expect(estimate.trace.map(({ label, decision }) => [label, decision])).toEqual(
          summary.trace.map(({ label, decision }) => [label, decision]),
        )
      },
    )
  },
)

const small = conversationFor(exchangeHistory(61, 'native'))

describe.each(cases)(
  'the estimate of $name with a model that costs',
  ({ provider, preset: { settings } }) => {
    it('asks it nothing, changes nothing and stays within bounds', async () => {
      const [model, named] = [paid(short), paid(short)]
      const before = JSON.stringify(small.messages)
      for (const targetTokens of [null, Math.floor(small.totalTokens / 10)]) {
        const options = {
          provider,
          settings,
          targetTokens,
          services: createTestServices(model, { findModel: () => named }),
        }
        const { estimate } = await estimateRun(optionsFor(small, model, options))
        expect([model.asked, named.asked]).toEqual([[], []])
        expect(estimate.confidence).toBeGreaterThanOrEqual(0)
        expect(estimate.confidence).toBeLessThanOrEqual(1)
        expect(estimate.confidence === 1).toBe(estimate.modelCalls === 0)
        expect(estimate.costUsd > 0).toBe(estimate.modelCalls > 0)
        expect(estimate.finalTokens).toBeLessThanOrEqual(estimate.originalTokens)
        expect(estimate.durationMs).toBeGreaterThan(0)
      }
      expect(JSON.stringify(small.messages)).toBe(before)
    })
  },
)

describe('the cost of an estimate', () => {
  /** Counts words, so that a guess of so many tokens is a text of so many. */
  const words: TokenCounter = { id: 'words', count: (text) => text.split(/\s+/).filter(Boolean).length }
  const source = conversationFor(exchangeHistory(31, 'native'), words)
  const individual = {
    losslessPrelude: { enabled: false },
    passes: [
      {
        id: 'a',
        name: 'A',
        selection: { type: 'preserve_recent', keepRecentCount: 3 },
        mode: 'individual',
        individualConfig: {
          defaults: {
            messageText: { operation: 'keep' },
            toolParameters: { operation: 'keep' },
            toolResults: { operation: 'summarize', params: { summarize: { minTokens: 0, maxTokens: 30 } } },
          },
        },
      },
    ],
  }

  it.each([
    ['native', {}, 0.1],
    ['smart', individual, 0.4],
  ])('of %s is input and expected output at their prices', async (id, settings, share) => {
    const provider = findMethod(id)!
    const model = paid(short)
    const { estimate } = await estimateRun(optionsFor(source, model, { provider, settings }))
    await runWith({ provider, settings, conversation: source }, model)
    const expected = model.asked.reduce((sum, { inputTokens, maxTokens }) => {
      const output = Math.min(maxTokens, Math.ceil(inputTokens * share))
      return sum + (inputTokens * 3 + output * 15) / 1e6
    }, 0)
    expect(model.asked.length).toBeGreaterThan(0)
    expect(estimate.modelCalls).toBe(model.asked.length)
    expect(estimate.costUsd).toBeCloseTo(expected, 10)
  })

  it('is given for each operation that asks, by its place in the settings', async () => {
    const summarize = { operation: 'summarize', params: { summarize: { minTokens: 0, maxTokens: 30 } } }
    const [first] = individual.passes
    const batch = {
      id: 'b',
      name: 'B',
      selection: { type: 'preserve_recent', keepRecentCount: 1 },
      mode: 'batch',
      batchConfig: { operation: 'summarize' },
    }
    const config = {
      defaults: { ...first!.individualConfig.defaults, toolResults: summarize },
      overrides: [{ messageIndex: 4, operations: { toolResults: summarize, messageText: summarize } }],
    }
    const settings = { ...individual, passes: [{ ...first, individualConfig: config }, batch] }
    const provider = findMethod('smart')!
    const { estimate } = await estimateRun(optionsFor(source, paid(short), { provider, settings }))
    const costs = new Map(estimate.operations.map(({ path, ...own }) => [path.join('/'), own]))
    const at = 'passes/0/individualConfig'
    expect([...costs.keys()].toSorted()).toEqual([
      `${at}/defaults/toolResults`,
      `${at}/overrides/0/operations/toolResults`,
      'passes/1/batchConfig',
    ])
    expect(costs.get(`${at}/overrides/0/operations/toolResults`)?.calls).toBe(1)
    expect(costs.get('passes/1/batchConfig')?.calls).toBe(1)
    const sum = [...costs.values()].reduce((total, { costUsd }) => total + (costUsd ?? 0), 0)
    expect(sum).toBeCloseTo(estimate.costUsd, 10)
    expect(estimate.modelCalls).toBe([...costs.values()].reduce((total, { calls }) => total + calls, 0))
  })

  it('of an operation is not known where a price is missing', async () => {
    const model = modelBy(short, { prices: { input: 3 } })
    const provider = findMethod('smart')!
    const { estimate } = await estimateRun(optionsFor(source, model, { provider, settings: individual }))
    expect(estimate.operations).toMatchObject([{ costUsd: null }])
  })

  it('names the prices that are missing', async () => {
    const model = modelBy(short, { prices: { input: 3 } })
    const provider = findMethod('native')!
    const { estimate } = await estimateRun(optionsFor(source, model, { provider, settings: {} }))
    expect(estimate.warnings).toContainEqual({
      code: 'price-unknown',
      message: expect.stringContaining('output'),
      figures: { model: model.info.label, kinds: ['output'] },
    })
  })

  it('says nothing of answers that nobody gave', async () => {
    const provider = findMethod('native')!
    const written = conversationFor([
      task,
      toolCall('w', 'write_to_file', { path: 'src/new.ts', content: long('new') }),
      answer('w', long('written')),
      ...exchangeHistory(9, 'native').slice(1),
    ])
    const { summary } = await runWith({ provider, settings: {}, conversation: written }, paid(short))
    expect(summary.warnings.map(({ code }) => code)).toContain('summary-suspicious')
    const { estimate } = await estimateRun(optionsFor(written, paid(short), { provider, settings: {} }))
    expect(estimate.warnings.map(({ code }) => code)).not.toContain('summary-suspicious')
  })

  it('does not ask the profiles that settings name either', async () => {
    const named = paid(short)
    const provider = findMethod('smart')!
    const services = createTestServices(paid(short), { findModel: () => named })
    const settings = {
      passes: [
        {
          id: 'b',
          name: 'B',
          selection: { type: 'preserve_recent', keepRecentCount: 3 },
          mode: 'batch',
          batchConfig: { operation: 'summarize', summarizationConfig: { apiProfile: 'named' } },
        },
      ],
    }
    const { estimate } = await estimateRun(optionsFor(source, paid(short), { provider, settings, services }))
    expect(named.asked).toEqual([])
    expect(estimate.modelCalls).toBe(1)
  })

  it('is a failure where the run would be one, and says which', async () => {
    const provider = findMethod('pipeline')!
    const settings = { steps: [{ providerId: 'truncation', settings: { minTokens: 'many' } }] }
    const { estimate } = await estimateRun(optionsFor(source, paid(short), { provider, settings }))
    expect(estimate).toMatchObject({ status: 'failed', costUsd: 0 })
    expect(estimate.reason).toContain('minTokens')
  })

  it('ends with a cancel', async () => {
    const controller = new AbortController()
    controller.abort()
    const { signal } = controller
    const provider = findMethod('smart')!
    const running = estimateRun(optionsFor(source, paid(short), { provider, settings: {}, signal }))
    await expect(running).rejects.toBeInstanceOf(Cancelled)
  })
})

/** A text of so many tokens, about. */
const text = (tokens: number): string =>
  'some words of a summary that says it '.repeat(Math.ceil(tokens / 8)).trim()

describe.skipIf(!hasRealHistories)('the error of estimates on real histories', () => {
  /** Summaries of a twentieth to a fifth of a conversation and of a fifth to all of what an output may have. */
  const scripted = () =>
    paid(({ purpose, inputTokens, maxTokens }) => {
      const share =
        purpose === 'conversation' ? 0.05 * (1 + (inputTokens % 4)) : 0.2 * (1 + (inputTokens % 4))
      const output = Math.max(1, Math.min(maxTokens, Math.round(inputTokens * share)))
      return call(text(output), { input: inputTokens, output })
    })
  const asking = cases.filter(({ name }) =>
    ['native classic', 'smart conservative', 'smart selective'].includes(name),
  )

  it.each(asking)('$name: its median is small', async ({ provider, preset: { settings } }) => {
    const errors: { tokens: number; cost: number }[] = []
    for (const { name } of histories) {
      const conversation = requireConversation(name)
      const { estimate } = await estimateRun(optionsFor(conversation, scripted(), { provider, settings }))
      const { summary } = await runWith({ provider, settings, conversation }, scripted())
      if (summary.status !== 'condensed' || summary.stats.costUsd === 0) continue
      const { finalTokens, costUsd } = summary.stats
      errors.push({
        tokens: Math.abs(estimate.finalTokens - finalTokens) / finalTokens,
        cost: Math.abs(estimate.costUsd - costUsd) / costUsd,
      })
    }
    const median = (values: readonly number[]): number =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
    expect(errors.length).toBeGreaterThan(3)
    expect(median(errors.map(({ tokens }) => tokens))).toBeLessThan(0.3)
    expect(median(errors.map(({ cost }) => cost))).toBeLessThan(0.3)
  })
})
