import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { methods } from '../../methods/methods.ts'
import type { Outcome } from '../../methods/run-method.ts'
import type { Conversation } from '../conversation.ts'
import { expandReferences, isReversible } from '../history/expand-references.ts'
import { checkHistory } from '../history/invariants/check-history.ts'
import { rebuildFromRecipe, toRecipe } from '../history/result-recipe.ts'
import type { LanguageModel } from '../language-model.ts'
import { damagedHistory, validHistory } from '../testing/arbitrary-history.ts'
import { bindTo } from '../testing/bind-to.ts'
import { briefly, modelBy } from '../testing/model-by.ts'
import { hasRealHistories, realHistories } from '../testing/real-histories.ts'
import { conversationFor, roughCounter, runOn, sharedConversationFor } from '../testing/run-on.ts'
import { sharedCounter } from '../testing/shared-counter.ts'
import { randomRuns, selectTestShare } from '../testing/shares.ts'
import type { TokenCounter } from '../tokens/token-counter.ts'

const cases = methods.flatMap((provider) =>
  provider.presets.map((preset) => ({ name: `${provider.id} ${preset.id}`, provider, preset })),
)

/** Failures that say something about a history and nothing about the provider. */
const expectedRefusals = ['none', 'context-grew', 'not-enough-messages', 'condensed-recently']

/** What only a vendor makes is asked of one; for all else the built-in summariser does. */
const modelFor = (providerId: string): LanguageModel | undefined =>
  providerId === 'vendor' ? modelBy((request) => briefly(request)) : undefined

/** One suite of laws: a provider that is added to the list has to keep all of them. */
describe.each(cases.map((one, turn) => ({ ...one, turn })))('$name', ({ provider, preset, turn }) => {
  const obeysTheLaws = async (conversation: Conversation): Promise<Outcome> => {
    const { messages, counter } = conversation
    const before = JSON.stringify(messages)
    const outcome = await runOn(provider, preset.settings, conversation, null, modelFor(provider.id))
    expect(JSON.stringify(messages)).toBe(before)
    const { summary, condensed } = outcome
    expect(expectedRefusals).toContain(summary.error?.code ?? 'none')
    if (condensed === null) return outcome
    const result = condensed.conversation
    expect(summary.stats.finalTokens).toBe(
      conversationFor(structuredClone(result.messages), counter).totalTokens,
    )
    expect(summary.stats.finalTokens).toBeLessThan(summary.stats.originalTokens)
    expect(summary.passes.at(-1)?.tokensAfter).toBe(summary.stats.finalTokens)
    expect(
      JSON.stringify(rebuildFromRecipe(messages, structuredClone(toRecipe(messages, result.messages)))),
    ).toBe(JSON.stringify(result.messages))
    if (isReversible(condensed.provenance)) {
      expect(JSON.stringify(expandReferences(result.messages, condensed.provenance))).toBe(before)
    }
    return outcome
  }

  it('keeps every invariant on histories that an API would accept, and breaks none of its own', async () => {
    await fc.assert(
      fc.asyncProperty(validHistory(), async (messages) => {
        const outcome = await obeysTheLaws(conversationFor(messages, roughCounter))
        expect(checkHistory(outcome.condensed?.conversation.messages ?? [])).toEqual([])
      }),
      { numRuns: randomRuns(50) },
    )
  })

  it('makes damaged histories no worse', async () => {
    await fc.assert(
      fc.asyncProperty(
        damagedHistory(),
        async (messages) => void (await obeysTheLaws(conversationFor(messages, roughCounter))),
      ),
      {
        numRuns: randomRuns(30),
      },
    )
  })

  it('has settings that its own schema accepts', () => {
    expect(bindTo(provider, preset.settings).settings).toMatchObject(preset.settings)
  })

  describe('on real histories', () => {
    let counter: TokenCounter
    beforeAll(async () => {
      counter = await sharedCounter()
    })
    // Other shares than those of what is pinned and of estimates.
    it.skipIf(!hasRealHistories).each(selectTestShare(realHistories(), turn + 1, 5))(
      '$name',
      async ({ messages }) => {
        await obeysTheLaws(sharedConversationFor(messages, counter))
      },
    )
  })
})

describe('lossless strict', () => {
  const strict = cases.find(({ name }) => name === 'lossless strict')!

  it('is reversible on every history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(validHistory(), damagedHistory()), async (messages) => {
        const { condensed } = await runOn(strict.provider, strict.preset.settings, conversationFor(messages))
        expect(condensed === null || isReversible(condensed.provenance)).toBe(true)
      }),
    )
  })

  it.skipIf(!hasRealHistories)(
    'saves something on XML-era tasks that repeat environment details',
    async () => {
      const counter = await sharedCounter()
      const repeating = realHistories().filter(
        ({ messages }) => JSON.stringify(messages).split('</environment_details>').length > 12,
      )
      expect(repeating.length).toBeGreaterThan(4)
      for (const { messages } of repeating) {
        const { summary } = await runOn(
          strict.provider,
          strict.preset.settings,
          sharedConversationFor(messages, counter),
        )
        expect(summary.stats.reductionPercent).toBeGreaterThan(2)
      }
    },
  )
})
