import { describe, expect, it } from 'vitest'
import { ModelFailure, type LanguageModel } from '../../kernel/language-model.ts'
import { bindTo } from '../../kernel/testing/bind-to.ts'
import { createTestServices } from '../../kernel/testing/create-test-services.ts'
import { eras, exchangeHistory } from '../../kernel/testing/exchange-history.ts'
import { call, modelBy } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { runWith } from '../../kernel/testing/run-with.ts'
import { unsoundOutcome } from '../../kernel/testing/unsound-places.ts'
import { findMethod, methods } from '../methods.ts'
import { runChain } from '../run-chain.ts'

const strategies = methods.filter(({ kind }) => kind === 'strategy')
const answering = () => modelBy(() => call('In short.'))
const failing = () => modelBy(() => [new ModelFailure('network', 'no line')])

describe.each(eras)('on a history of the %s era', (era) => {
  const source = conversationFor(exchangeHistory(41, era))
  const target = Math.floor(source.totalTokens / 10)

  it.each(strategies.flatMap((inner) => strategies.map((outer) => [inner.id, outer.id] as const)))(
    '%s in a pipeline before %s is as sound as one provider',
    async (inner, outer) => {
      const steps = [{ providerId: inner }, { providerId: outer }]
      const settings = { steps: [{ providerId: 'pipeline', settings: { steps } }] }
      const provider = findMethod('pipeline')!
      for (const model of [answering(), failing()]) {
        const outcome = await runWith({ provider, settings, conversation: source }, model, {
          targetTokens: target,
        })
        const { summary } = outcome
        expect(unsoundOutcome(source, outcome)).toEqual([])
        expect(['condensed', 'failed']).toContain(summary.status)
        let tokens = source.totalTokens
        for (const { tokensBefore, tokensAfter } of summary.passes) {
          expect(tokensBefore).toBe(tokens)
          tokens = tokensAfter
        }
        expect(tokens).toBe(summary.stats.finalTokens)
        const own = summary.trace.filter(({ label }) => label === 'pipeline')
        expect(own.reduce((sum, { costUsd }) => sum + costUsd, 0)).toBeCloseTo(summary.stats.costUsd, 12)
      }
    },
  )

  const chain = (ids: readonly string[], model: LanguageModel, minimumGainPercent = 20) =>
    runChain({
      steps: ids.map((id) => bindTo(findMethod(id)!)),
      conversation: source,
      targetTokens: target,
      pins: [],
      services: createTestServices(model),
      alerts: { minimumGainPercent, alertCostUsd: 10 },
      flags: { isAutomatic: true, usedOwnHandler: false },
      signal: new AbortController().signal,
    })

  it.each(strategies.map(({ id }) => id))('%s is a fallback where native fails', async (id) => {
    const outcome = await chain(['native', id], failing())
    expect(outcome.summary.attempts.map(({ providerId, status }) => [providerId, status])).toEqual([
      ['native', 'failed'],
      // The first arm is native, which fails once more, the second one is smart.
      [id, outcome.condensed === null ? 'failed' : 'condensed'],
    ])
    expect(unsoundOutcome(source, outcome)).toEqual([])
    expect(outcome.condensed === null).toBe(id === 'ab')
    // Where nothing helps, what was asked for first speaks: native, which has no choices.
    expect(outcome.summary.trace.length > 0).toBe(id !== 'ab')
  })

  it.each(strategies.map(({ id }) => id))('%s is not asked for where native did enough', async (id) => {
    const outcome = await chain(['native', id], answering())
    expect(outcome.summary.attempts.map(({ providerId }) => providerId)).toEqual(['native'])
  })

  it('a strategy falls back on another where it gains too little', async () => {
    const { summary } = await chain(['adaptive', 'pipeline'], answering(), 99.9)
    expect(summary.attempts.map(({ providerId }) => providerId)).toEqual(['adaptive', 'pipeline'])
    expect(summary.attempts.every(({ status }) => status === 'insufficient')).toBe(true)
  })
})

describe('profiles', () => {
  const named = (apiProfile: string) => ({
    providerId: 'smart',
    settings: {
      passes: [
        {
          id: 'a',
          name: 'A',
          selection: { type: 'preserve_recent', keepRecentCount: 0 },
          mode: 'batch',
          batchConfig: { operation: 'summarize', summarizationConfig: { apiProfile } },
        },
      ],
    },
  })
  it.each([
    ['pipeline', { steps: [named('one'), named('two')] }, ['one', 'two']],
    [
      'ab',
      { arms: [named('one'), { providerId: 'pipeline', settings: { steps: [named('two')] } }] },
      ['one', 'two'],
    ],
    ['preferences', { preferred: named('one') }, ['one']],
    ['progressive', { cheapProfile: 'one' }, ['one']],
    ['pipeline', { steps: [{ providerId: 'progressive', settings: { cheapProfile: 'one' } }] }, ['one']],
    ['pipeline', { steps: [{ providerId: 'nothing' }, named('one')] }, ['one']],
  ])('of %s are found in the steps of its steps', (id, settings, profiles) => {
    expect(bindTo(findMethod(id)!, settings).profiles).toEqual(profiles)
  })
})
