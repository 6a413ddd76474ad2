import { beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import { nativeMethod } from '../../methods/own/native/native.ts'
import { slidingWindowMethod } from '../../methods/own/sliding-window/sliding-window.ts'
import type { Outcome } from '../../methods/run-method.ts'
import { reviseConversation, type Conversation } from '../conversation.ts'
import { buildEffectiveHistory } from '../history/build-effective-history.ts'
import { tagHistory, untagHistory } from '../history/tag-history.ts'
import { call, modelBy, readRequestText } from '../testing/model-by.ts'
import { hasRealHistories, realHistories } from '../testing/real-histories.ts'
import { runOn, sharedConversationFor } from '../testing/run-on.ts'
import { sharedCounter } from '../testing/shared-counter.ts'
import type { TokenCounter } from '../tokens/token-counter.ts'

const cases = [nativeMethod, slidingWindowMethod].flatMap((provider) =>
  provider.presets.map((preset) => ({ name: `${provider.id} ${preset.id}`, provider, preset })),
)
const histories = realHistories()

let counter: TokenCounter
const counted = new Map<string, Conversation>()
beforeAll(async () => {
  counter = await sharedCounter()
  for (const { name, messages } of histories) counted.set(name, sharedConversationFor(messages, counter))
})

/** What says something about a history and nothing about the provider. */
const expectedRefusals = ['none', 'context-grew', 'not-enough-messages', 'condensed-recently']

/** What a model would have been paid for these requests. */
const computeModelCost = (requests: number): number => (requests * (1000 * 3 + 100 * 15)) / 1e6

describe.skipIf(!hasRealHistories).each(cases)(
  '$name with a model that answers briefly',
  ({ provider, preset }) => {
    const condense = async (name: string) => {
      const source = counted.get(name)!
      const model = modelBy(() => call('In short.'))
      const outcome = await runOn(provider, preset.settings, source, null, model)
      return { source, outcome, asked: model.asked }
    }

    it.each(histories)('counts every token of $name once', async ({ name }) => {
      const { source, outcome } = await condense(name)
      expectTokensToAddUp(source, outcome)
    })

    it.each(histories)('pays for what it asked of $name, and for nothing else', async ({ name }) => {
      const { outcome, asked } = await condense(name)
      const { costUsd, modelCalls } = outcome.summary.stats
      expect(modelCalls).toBe(asked.length)
      expect(costUsd).toBeCloseTo(computeModelCost(asked.length), 9)
      expect(asked.every((request) => request.inputTokens > 0 && request.maxTokens > 0)).toBe(true)
      expect(expectedRefusals).toContain(outcome.summary.error?.code ?? 'none')
    })

    it.each(histories)(
      'is stored with $name so that it shows, and comes off again',
      async ({ name, messages }) => {
        const { outcome } = await condense(name)
        const { condensed } = outcome
        if (condensed === null || condensed.tag === null) return
        const indices = messages.map((_, index) => index)
        const result = condensed.conversation.messages
        const stored = tagHistory(messages, indices, result, condensed.provenance, condensed.tag)
        expect(buildEffectiveHistory(stored).messages).toEqual(result)
        expect(untagHistory(stored, condensed.tag)).toEqual(messages)
      },
    )
  },
)

/** Source and result are the same where they are kept; the rest is in the changes, or was dropped. */
function expectTokensToAddUp(source: Conversation, { summary, condensed }: Outcome): void {
  const { originalTokens, finalTokens, reductionPercent } = summary.stats
  expect(originalTokens).toBe(sum(source.messageTokens))
  expect(reductionPercent).toBeCloseTo(originalTokens === 0 ? 0 : 100 * (1 - finalTokens / originalTokens), 9)
  const result = condensed?.conversation ?? source
  expect(finalTokens).toBe(sum(reviseConversation(source, result.messages).messageTokens))
  if (condensed === null) return
  const { messages, dropped } = condensed.provenance
  const accounted = [
    ...messages.flatMap(({ sources }) => sources),
    ...dropped.map((entry) => entry.sourceIndex),
  ]
  expect(accounted.toSorted((a, b) => a - b)).toEqual(source.messages.map((_, index) => index))
  const written = messages.flatMap(({ changes }, index) =>
    changes.length > 0 || messages[index]?.sources.length === 0 ? [index] : [],
  )
  const touched = new Set(written.flatMap((index) => messages[index]?.sources ?? []))
  const gone = new Set([...touched, ...dropped.map((entry) => entry.sourceIndex)])
  const left = source.messageTokens.filter((_, index) => !gone.has(index))
  expect(finalTokens).toBe(sum(left) + sum(written.map((index) => result.messageTokens[index] ?? 0)))
}

describe.skipIf(!hasRealHistories)('a small model', () => {
  it.each(histories)('is shown all of $name, part by part, within its window', async ({ name, messages }) => {
    const source = counted.get(name)!
    const windowTokens = 32_000
    const model = modelBy(() => call('In short.'), { windowTokens })
    const { summary } = await runOn(nativeMethod, { flavour: 'current' }, source, null, model)
    if (summary.error?.code === 'not-enough-messages' || summary.error?.code === 'condensed-recently') return
    expect(summary.error).toBeNull()
    for (const { inputTokens, maxTokens } of model.asked)
      expect(inputTokens + maxTokens).toBeLessThanOrEqual(windowTokens)
    const shown = model.asked.map(readRequestText).join('\n')
    const since = messages.slice(messages.findLastIndex((message) => message.isSummary === true) + 1)
    const missing = since.flatMap(extractPlainTexts).filter((line) => !shown.includes(line))
    expect(missing).toEqual([])
  })
})

/** A few plain words of each text of a message. */
function extractPlainTexts({ content }: Message): string[] {
  const texts =
    typeof content === 'string'
      ? [content]
      : content.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  return texts.flatMap((text) => /[A-Za-z]{4,} [A-Za-z]{4,}/.exec(text)?.[0] ?? [])
}
