import { describe, expect, it } from 'vitest'
import { createMeter, type Meter } from './create-meter.ts'
import { ModelFailure, type CompletionEvent, type CompletionRequest } from './language-model.ts'
import { call, modelBy } from './testing/model-by.ts'

const request: CompletionRequest = {
  purpose: 'conversation',
  label: 'Test',
  system: '',
  messages: [{ role: 'user', content: 'hello' }],
  maxTokens: 100,
  inputTokens: 10,
  signal: new AbortController().signal,
}
const usage = (input: number, output: number): CompletionEvent => ({
  kind: 'usage',
  usage: { input, output, cacheWrites: 0, cacheReads: 0 },
})
const begun: CompletionEvent = { kind: 'call' }
const text: CompletionEvent = { kind: 'text', text: 'a' }
const done: CompletionEvent = { kind: 'stopped', reason: 'finished' }
const failure = new ModelFailure('network', 'gone')

/** Asks once for each list of events, all at the same time, and hears them to the end. */
async function metered(
  answers: readonly (readonly (CompletionEvent | Error)[])[],
  prices: { input?: number; output?: number } = { input: 3, output: 15 },
): Promise<Meter> {
  const meter = createMeter()
  const model = meter.watch(modelBy((_request, index) => answers[index] ?? [], { prices }))
  const hear = async (): Promise<void> => {
    try {
      for await (const event of model.complete(request)) void event
    } catch (error) {
      if (error !== failure) throw error
    }
  }
  await Promise.all(answers.map(hear))
  return meter
}

describe('a metered model', () => {
  it.each<[string, (CompletionEvent | Error)[][], [number, number, number]]>([
    [
      'counts what an answer used: 3 and 15 dollars a million',
      [[begun, usage(1000, 100), done]],
      [0.0045, 1, 0],
    ],
    [
      'counts the last report of a call, for they are cumulative',
      [[begun, usage(1000, 1), text, usage(1000, 50), usage(1000, 100), done]],
      [0.0045, 1, 0],
    ],
    [
      'counts both calls of an answer that broke off and began again',
      [[begun, text, usage(1000, 20), begun, text, usage(1000, 100), done]],
      [0.0033 + 0.0045, 2, 0],
    ],
    [
      'counts a call that broke off before any report as a call of no known cost',
      [[begun, begun, text, usage(1000, 100), done]],
      [0.0045, 2, 0],
    ],
    [
      'counts a kept answer as free, whatever it cost then',
      [[{ kind: 'cached' }, text, usage(9000, 900), done]],
      [0, 0, 1],
    ],
    ['counts what failed', [[begun, usage(1000, 100), begun, usage(1000, 100), failure]], [0.009, 2, 0]],
    [
      'keeps answers that come at the same time apart',
      [
        [begun, usage(1000, 100), done],
        [{ kind: 'cached' }, text, usage(9000, 900), done],
        [begun, usage(2000, 0), begun, usage(1000, 100), done],
      ],
      [0.0045 + 0.006 + 0.0045, 3, 1],
    ],
  ])('%s', async (_name, answers, [costUsd, modelCalls, cacheHits]) => {
    const meter = await metered(answers)
    expect(meter.spent()).toMatchObject({ costUsd: expect.closeTo(costUsd, 12), modelCalls, cacheHits })
  })

  it.each<[string, (CompletionEvent | Error)[][], number | null, number]>([
    ['nothing where nobody was asked', [], 0, 0],
    [
      'what was paid, failed attempts included',
      [[begun, usage(1000, 20), begun, usage(1000, 100), done]],
      0.0078,
      0,
    ],
    [
      'a kept answer at what it took when it was made',
      [[{ kind: 'cached' }, text, usage(1000, 100), done]],
      0.0045,
      0,
    ],
    [
      'paid and kept answers together',
      [
        [begun, usage(1000, 100), done],
        [{ kind: 'cached' }, text, usage(2000, 0), done],
      ],
      0.0105,
      0,
    ],
    ['nothing that is known where a request was refused', [[failure]], null, 1],
    ['nothing that is known where an answer broke off', [[begun, text, usage(1000, 20)]], null, 1],
    [
      'nothing that is known where one of two was not answered',
      [[begun, usage(1000, 100), done], [failure]],
      null,
      1,
    ],
    ['an answer without a call, from this machine', [[text, done]], 0, 0],
  ])('prices the work: %s', async (_name, answers, priceUsd, unansweredCalls) => {
    const meter = await metered(answers)
    const { priceUsd: price, unansweredCalls: unanswered } = meter.spent()
    // Sums of prices are off by rounding.
    expect([price === null ? null : Number(price.toFixed(12)), unanswered]).toEqual([
      priceUsd,
      unansweredCalls,
    ])
  })

  it('knows no price of work that used what has no price, kept or not', async () => {
    for (const answers of [[[begun, usage(5, 5), done]], [[{ kind: 'cached' as const }, usage(5, 5), done]]])
      expect((await metered(answers, { input: 3 })).spent()).toMatchObject({ priceUsd: null })
  })

  it('names the kinds of token that have no price, each once, and only those that were used', async () => {
    const unpriced = async (...[answers, prices]: Parameters<typeof metered>) =>
      (await metered(answers, prices)).priceWarnings().map(({ message }) => message)
    const answers = [call('a'), call('b')]
    expect(await unpriced(answers, { input: 3 })).toEqual([expect.stringContaining('unknown for output:')])
    expect(await unpriced(answers, {})).toEqual([expect.stringContaining('unknown for input, output:')])
    expect(await unpriced(answers, { input: 0, output: 0 })).toEqual([])
    expect(await unpriced([[begun, usage(5, 0), failure]], {})).toEqual([
      expect.stringContaining('for input:'),
    ])
  })

  it('adds up what several models took, each at its own prices, and names each that has none', async () => {
    const meter = createMeter()
    const dear = meter.watch(modelBy(() => call('a'), { prices: { input: 1000, output: 0 } }))
    const free = meter.watch(modelBy(() => call('b'), { label: 'Unknown', prices: { input: 0 } }))
    for (const model of [dear, free, dear]) for await (const event of model.complete(request)) void event
    expect(meter.spent()).toMatchObject({ costUsd: 2, modelCalls: 3, cacheHits: 0, priceUsd: null })
    expect(meter.priceWarnings()).toMatchObject([{ message: expect.stringContaining('of Unknown') }])
  })
})
