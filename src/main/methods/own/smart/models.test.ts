import { describe, expect, it } from 'vitest'
import {
  ModelFailure,
  modelFailureCodes,
  type CompletionEvent,
  type LanguageModel,
} from '../../../kernel/language-model.ts'
import { exchangeHistory } from '../../../kernel/testing/exchange-history.ts'
import { call, modelBy } from '../../../kernel/testing/model-by.ts'
import { conversationFor } from '../../../kernel/testing/run-on.ts'
import { runWith } from '../../../kernel/testing/run-with.ts'
import { unsoundOutcome } from '../../../kernel/testing/unsound-places.ts'
import { smartMethod } from './smart.ts'

/** Ten results, at the even places from 2 to 20. */
const source = conversationFor(exchangeHistory(21, 'native'))
const keep = { operation: 'keep' }
const summarize = (params: object = {}) => ({ operation: 'summarize', params: { summarize: params } })
const individual = (operation: object, more: object = {}) => ({
  id: 'results',
  name: 'Results',
  selection: { type: 'preserve_recent', keepRecentCount: 0 },
  mode: 'individual',
  individualConfig: {
    defaults: { messageText: keep, toolParameters: keep, toolResults: operation, ...more },
  },
})
const batch = (more: object = {}, selection: object = { type: 'preserve_recent', keepRecentCount: 0 }) => ({
  id: 'batch',
  name: 'Batch',
  selection,
  mode: 'batch',
  batchConfig: { operation: 'summarize', summarizationConfig: more },
})
const only = (...passes: object[]) => ({ losslessPrelude: { enabled: false }, passes })

type More = NonNullable<Parameters<typeof runWith>[2]>
async function run(settings: object, model: LanguageModel, more: More = {}) {
  const outcome = await runWith({ provider: smartMethod, settings, conversation: source }, model, more)
  expect(unsoundOutcome(source, outcome)).toEqual([])
  const costUsd = outcome.summary.trace.reduce((sum, step) => sum + step.costUsd, 0)
  expect(costUsd).toBeCloseTo(outcome.summary.stats.costUsd, 12)
  const text = JSON.stringify(outcome.condensed?.conversation.messages ?? [])
  return { ...outcome, summaries: text.split('[Summary of the output]').length - 1, text }
}

const countPartsByOperation = ({ summary }: Awaited<ReturnType<typeof run>>) =>
  Object.fromEntries(summary.stats.operations.map(({ operation, parts }) => [operation, parts]))

/** One call of $0.0045. */
const short = (): CompletionEvent[] => call('In short.')
const callUsd = 0.0045

describe('summaries of single parts', () => {
  it('replace every part; what they cost is the cost of their pass', async () => {
    const outcome = await run(only(individual(summarize())), modelBy(short))
    expect(countPartsByOperation(outcome)).toEqual({ summarised: 10 })
    expect(outcome.summary.stats).toMatchObject({ modelCalls: 10, cacheHits: 0 })
    expect(outcome.summary.stats.costUsd).toBeCloseTo(10 * callUsd, 12)
    expect(outcome.summary.warnings).toEqual([])
  })

  it.each(modelFailureCodes)('that fail with %s are cuts, and the result says so', async (code) => {
    const model = modelBy(() => [new ModelFailure(code, 'no answer')])
    const outcome = await run(only(individual(summarize({ maxTokens: 20 }))), model)
    expect(countPartsByOperation(outcome)).toEqual({ shortened: 10 })
    expect(outcome.summary.stats.costUsd).toBe(0)
    expect(outcome.summary.warnings).toEqual([
      {
        code: 'partly-failed',
        figures: { failed: 10, of: 10, left: 'parts-cut', why: expect.stringContaining('no answer') },
        message: expect.stringContaining('10 of 10 summaries failed'),
      },
    ])
    expect(outcome.summary.warnings[0]?.message).toContain('no answer')
  })

  it.each([
    ['authentication', 1],
    // One text can be at fault by itself; three of three are no accident.
    ['bad-request', 3],
    // What is too much for a budget says nothing of a smaller one.
    ['budget', 10],
    ['handler-invalid', 1],
    ['network', 10],
    ['overloaded', 10],
    ['rate-limit', 10],
    ['timeout', 10],
    ['input-too-long', 10],
  ] as const)('ask again after %s only where that can help: %i calls', async (code, calls) => {
    const model = modelBy(() => [new ModelFailure(code, 'no answer')])
    await run({ ...only(individual(summarize())), concurrency: 1 }, model)
    expect(model.asked).toHaveLength(calls)
  })

  it.each([1, 2, 5, 10])('are taken until the budget ends before call %i', async (first) => {
    const spent = () => [new ModelFailure('budget', 'used up')]
    const model = modelBy((_request, index) => (index + 1 >= first ? spent() : short()))
    const outcome = await run({ ...only(individual(summarize())), concurrency: 1 }, model)
    const done = first - 1
    expect(countPartsByOperation(outcome)).toEqual({
      ...(done > 0 ? { summarised: done } : {}),
      shortened: 10 - done,
    })
    expect(outcome.summary.stats.costUsd).toBeCloseTo(done * callUsd, 12)
    expect(outcome.summary.warnings[0]?.message).toContain(`${10 - done} of 10 summaries failed`)
    expect(model.asked).toHaveLength(10)
  })

  it.each(['bad-request', 'budget'] as const)(
    'that are refused by themselves (%s) stop no other',
    async (code) => {
      const model = modelBy((_request, index) =>
        index % 3 === 2 ? [new ModelFailure(code, 'not this one')] : short(),
      )
      const outcome = await run({ ...only(individual(summarize())), concurrency: 1 }, model)
      expect(countPartsByOperation(outcome)).toEqual({ summarised: 7, shortened: 3 })
      expect(outcome.summary.warnings[0]?.message).toContain('3 of 10 summaries failed')
    },
  )

  it.each([1, 2, 4, 16])(
    'use a budget up that has room for one call at a time, asked %i at a time',
    async (concurrency) => {
      let open = 0
      let calls = 0
      const quick = modelBy(short)
      const tight: LanguageModel = {
        info: quick.info,
        async *complete(request) {
          if (open > 0 || calls >= 7) throw new ModelFailure('budget', 'no room')
          open += 1
          calls += 1
          for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
          yield* quick.complete(request)
          open -= 1
        },
      }
      const outcome = await run({ ...only(individual(summarize())), concurrency }, tight)
      expect(countPartsByOperation(outcome)).toEqual({ summarised: 7, shortened: 3 })
    },
  )

  it.each<[string, CompletionEvent[]]>([
    ['is empty', call('')],
    ['is blank', call(' \n\t')],
    ['is a refusal', call('I cannot help with that.')],
    ['was refused', [{ kind: 'call' }, { kind: 'stopped', reason: 'refused' }]],
    ['was refused after all', [...short().slice(0, 2), { kind: 'stopped', reason: 'refused' }]],
    ['broke off', [{ kind: 'call' }, { kind: 'text', text: 'In sh' }]],
  ])('an answer that %s: that part is cut, the others are summarised', async (_name, odd) => {
    const model = modelBy((_request, index) => (index === 3 ? odd : short()))
    const outcome = await run({ ...only(individual(summarize())), concurrency: 1 }, model)
    expect(countPartsByOperation(outcome)).toEqual({ summarised: 9, shortened: 1 })
    expect(outcome.summary.warnings).toMatchObject([{ code: 'partly-failed' }])
    expect(outcome.summary.warnings[0]?.message).toContain('1 of 10 summaries failed')
  })

  it('an answer longer than its source: that part stays as it is', async () => {
    const model = modelBy((_request, index) => (index === 3 ? call('long '.repeat(2000)) : short()))
    const outcome = await run({ ...only(individual(summarize())), concurrency: 1 }, model)
    expect(countPartsByOperation(outcome)).toEqual({ summarised: 9 })
  })

  it('an answer that was cut at its limit is used', async () => {
    const cut: CompletionEvent[] = [...short().slice(0, 3), { kind: 'stopped', reason: 'max-tokens' }]
    expect(
      countPartsByOperation(
        await run(
          only(individual(summarize())),
          modelBy(() => cut),
        ),
      ),
    ).toEqual({
      summarised: 10,
    })
  })

  it('where no part gets shorter, by summary or by cut, nothing changes and the run says why', async () => {
    const model = modelBy(() => [new ModelFailure('network', 'no line')])
    const { summary } = await run(only(individual(summarize({ maxTokens: 16_000 }))), model)
    expect(summary.error).toMatchObject({ code: 'network', message: expect.stringContaining('no line') })
  })

  it.each([1, 3, 16])('are asked for at most %i at a time', async (concurrency) => {
    let open = 0
    let most = 0
    const quick = modelBy(short)
    const counting: LanguageModel = {
      info: quick.info,
      async *complete(request) {
        most = Math.max(most, (open += 1))
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
        yield* quick.complete(request)
        open -= 1
      },
    }
    await run({ ...only(individual(summarize())), concurrency }, counting)
    expect(most).toBe(Math.min(10, concurrency))
    expect(open).toBe(0)
  })

  it('are asked of the profile that each kind of content names, else of the model of the run', async () => {
    const models = { fast: modelBy(short), wise: modelBy(short) }
    const own = modelBy(short)
    const pass = individual(summarize({ apiProfile: 'fast' }), {
      messageText: summarize({ apiProfile: 'wise', minTokens: 0 }),
      environment: summarize(),
    })
    // The service gives the model of the run for names that it does not know.
    const findModel = (id: string) => (id === 'fast' ? models.fast : id === 'wise' ? models.wise : own)
    const overrides = [
      { messageIndex: 2, operations: { toolResults: summarize({ apiProfile: 'unknown' }) } },
      { messageIndex: 4, operations: { toolResults: summarize() } },
    ]
    const settings = only({ ...pass, individualConfig: { ...pass.individualConfig, overrides } })
    await run(settings, own, { services: { findModel } })
    expect([models.fast.asked.length, models.wise.asked.length, own.asked.length]).toEqual([8, 10, 2])
  })

  it('of a profile whose key is refused leave the other profile alone', async () => {
    const wise = modelBy(short)
    const broken = modelBy(() => [new ModelFailure('authentication', 'no key')])
    const pass = individual(summarize({ apiProfile: 'broken' }), {
      messageText: summarize({ apiProfile: 'wise', minTokens: 0 }),
    })
    const findModel = (id: string) => (id === 'wise' ? wise : broken)
    const settings = { ...only(pass), concurrency: 1 }
    const outcome = await run(settings, broken, { services: { findModel } })
    expect([broken.asked.length, wise.asked.length]).toEqual([1, 10])
    expect(countPartsByOperation(outcome)).toEqual({ summarised: 10, shortened: 10 })
  })

  it('ask with the limit and the prompt that the pass gives', async () => {
    const model = modelBy(short)
    await run(only(individual(summarize({ maxTokens: 33, customPrompt: ' Be brief. ' }))), model)
    expect(model.asked.map(({ maxTokens, system }) => [maxTokens, system])).toEqual(
      Array.from({ length: 10 }, () => [33, 'Be brief.']),
    )
  })

  it('leave parts alone that are no larger than their least size', async () => {
    const tokens = source.partTokens[2]?.[0] ?? 0
    const model = modelBy(short)
    await run(only(individual(summarize({ minTokens: tokens }))), model)
    const others = source.partTokens.filter((own, at) => at % 2 === 0 && at > 0 && (own[0] ?? 0) > tokens)
    expect(model.asked).toHaveLength(others.length)
  })
})

describe('a summary of many messages', () => {
  it.each(modelFailureCodes)('that fails with %s leaves the rest of the run valid', async (code) => {
    const model = modelBy(() => [new ModelFailure(code, 'no answer')])
    const failed = await run(only(batch()), model)
    expect(failed.summary).toMatchObject({ status: 'failed', error: { code } })
    expect(failed.condensed).toBeNull()
    const rescued = await run(only(batch(), individual({ operation: 'suppress' })), model)
    expect(rescued.summary).toMatchObject({ status: 'condensed', error: null })
    expect(rescued.summary.warnings).toMatchObject([{ code: 'pass-failed' }])
    expect(rescued.summary.trace.map(({ decision }) => decision)).toEqual(['failed', 'taken'])
  })

  it('keeps what was summarised before one of them failed, and says what was not', async () => {
    // Two runs of messages, around those of the largest ages.
    const settings = only(batch({}, { type: 'custom', where: { kinds: ['tool-call', 'tool-result'] } }))
    const pins = [{ messageIndex: 10, part: null }]
    const model = modelBy((_request, index) =>
      index === 0 ? short() : [new ModelFailure('overloaded', 'busy')],
    )
    const outcome = await run(settings, model, { pins })
    expect(outcome.summary).toMatchObject({ status: 'condensed', error: null })
    expect(outcome.summary.stats.costUsd).toBeCloseTo(callUsd, 12)
    expect(outcome.summary.warnings).toMatchObject([{ code: 'partly-failed' }])
    expect(outcome.summary.warnings[0]?.message).toContain('1 of 2 summaries failed')
  })

  it('that is longer than its source is left out', async () => {
    const { summary } = await run(
      only(batch()),
      modelBy(() => call('long '.repeat(20_000))),
    )
    expect(summary.status).toBe('unchanged')
    expect(summary.reason).toContain('no fewer than before')
    expect(summary.stats.costUsd).toBeCloseTo(callUsd, 12)
  })

  it('is asked of its profile', async () => {
    const [own, other] = [modelBy(short), modelBy(short)]
    await run(only(batch({ apiProfile: 'other' })), own, { services: { findModel: () => other } })
    expect([own.asked.length, other.asked.length]).toEqual([0, 1])
  })
})
