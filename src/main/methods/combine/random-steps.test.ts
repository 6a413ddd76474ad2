import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ModelFailure } from '../../kernel/language-model.ts'
import { validHistory } from '../../kernel/testing/arbitrary-history.ts'
import { smartSettings } from '../../kernel/testing/arbitrary-smart-settings.ts'
import { briefly, modelBy } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { runWith } from '../../kernel/testing/run-with.ts'
import { unsoundOutcome } from '../../kernel/testing/unsound-places.ts'
import { methods } from '../methods.ts'
import { pipelineStrategy } from './pipeline.ts'

const preset = fc.constantFrom(
  ...methods.flatMap(({ id, presets }) => presets.map((own) => ({ providerId: id, presetId: own.id }))),
)
const smart = smartSettings().map((settings) => ({ providerId: 'smart', settings }))
const steps = fc.array(fc.oneof(preset, smart), { minLength: 1, maxLength: 4 })

/** What a history may have that no step can do anything about. */
const refusals = [
  'none',
  'context-grew',
  'not-enough-messages',
  'condensed-recently',
  'network',
  'budget',
  'vendor-sealed-history',
]

it('any steps in a row on any history are as sound as one, and their figures add up', async () => {
  let condensations = 0
  await fc.assert(
    fc.asyncProperty(
      validHistory(),
      steps,
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 1, max: 5 }),
      async (messages, chosen, percent, failsEvery) => {
        const before = JSON.stringify(messages)
        const conversation = conversationFor(messages)
        const targetTokens = Math.floor((conversation.totalTokens * percent) / 100)
        const model = modelBy((request, index) =>
          index % failsEvery === failsEvery - 1 ? [new ModelFailure('network', 'no line')] : briefly(request),
        )
        const options = { provider: pipelineStrategy, settings: { steps: chosen }, conversation }
        const outcome = await runWith(options, model, { targetTokens })
        const { summary, condensed } = outcome
        expect(JSON.stringify(messages)).toBe(before)
        expect(refusals).toContain(summary.error?.code ?? 'none')
        expect(unsoundOutcome(conversation, outcome)).toEqual([])
        const figures = summary.passes.flatMap(({ tokensBefore, tokensAfter }) => [tokensBefore, tokensAfter])
        const all = [conversation.totalTokens, ...figures, summary.stats.finalTokens]
        // Each pass begins where the one before it ended.
        expect(all.filter((_, at) => at % 2 === 0)).toEqual(all.filter((_, at) => at % 2 === 1))
        condensations += condensed === null ? 0 : 1
      },
    ),
    { numRuns: 300 },
  )
  expect(condensations).toBeGreaterThan(100)
})
