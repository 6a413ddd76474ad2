import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../../../shared/kernel/json-values.ts'
import type { ModelPrices } from '../../../../shared/models/pricing-types.ts'
import { createConversation } from '../../../kernel/conversation.ts'
import type { ArmCaller } from '../../../kernel/external-arm.ts'
import type { CompletionEvent } from '../../../kernel/language-model.ts'
import { exchangeHistory } from '../../../kernel/testing/exchange-history.ts'
import { answering, scriptedModel } from '../../../kernel/testing/scripted-model.ts'
import { openThreadCounter } from '../../../platform/workers/documents.ts'
import type { Tariff } from './charge-built-in-model.ts'
import { createReplayCondenser, type ReplayRun } from './replay-condenser.ts'
import { replayModelId } from './replay-model-id.ts'

const history = (count: number) => deepFreeze(exchangeHistory(count, 'native'))
const summary = 'What was done: everything that was asked for, in order, with results. '.repeat(5)
/** 1,000 tokens at 3 and 100 at 15 dollars per million. */
const costOfCallUsd = 0.0045

type More = Partial<ReplayRun> & {
  readonly minimumGainPercent?: number
  readonly tariff?: Tariff
  readonly answer?: readonly CompletionEvent[]
  readonly arms?: ArmCaller
}

async function createCondenser(more: More = {}) {
  const { minimumGainPercent = 0, tariff, answer = answering(summary), arms, ...run } = more
  const model = scriptedModel(answer)
  const asked: (string | null)[] = []
  const notes: string[] = []
  const condense = await createReplayCondenser({
    id: 'mine',
    run: {
      steps: [{ providerId: 'native', settings: {} }],
      targetTokens: null,
      alerts: { minimumGainPercent, alertCostUsd: Infinity },
      model: model.info,
      profileModels: {},
      modelWarnings: [],
      pins: [],
      ...run,
    },
    messages: [],
    waitsForGrowth: true,
    tariff,
    context: {
      onProgress: () => undefined,
      signal: new AbortController().signal,
      remoteModel: (_info, id) => {
        asked.push(id)
        return model
      },
      ...(arms === undefined ? {} : { arms }),
    },
    note: (text) => notes.push(text),
  })
  const counter = await openThreadCounter()
  return {
    model,
    asked,
    notes,
    condense: (count: number) => condense(createConversation(history(count), counter)),
  }
}

describe('what condenses for a policy', () => {
  it('asks the model of that policy, and says what it cost', async () => {
    const { condense, asked, notes } = await createCondenser()
    const condensed = await condense(40)
    expect(asked).toEqual([replayModelId('mine', null)])
    expect(condensed?.costUsd).toBeCloseTo(costOfCallUsd, 9)
    expect(condensed?.messages?.length).toBeLessThan(40)
    expect(notes).toEqual([])
  })

  it('costs as much with an answer that was kept as when it was made', async () => {
    const kept = [{ kind: 'cached' as const }, ...answering(summary).filter(({ kind }) => kind !== 'call')]
    const { condense, notes } = await createCondenser({ answer: kept })
    expect((await condense(40))?.costUsd).toBeCloseTo(costOfCallUsd, 9)
    expect(notes).toEqual([expect.stringContaining('1 answer was kept from an earlier call')])
  })

  it('does not know what a model without a price took, and says so once', async () => {
    const model = { ...scriptedModel(answering(summary)).info, prices: { input: 3 } }
    const { condense, notes } = await createCondenser({ model })
    expect(await condense(40)).toMatchObject({ costUsd: null })
    expect(await condense(60)).toMatchObject({ costUsd: null })
    expect(notes.filter((note) => note.includes('no price'))).toHaveLength(1)
  })

  it("charges what the task's model would where the built-in summariser stands in for it", async () => {
    const counter = await openThreadCounter()
    const measureCost = async (slope: number, prices: ModelPrices | null) => {
      const tariff = {
        pricesNow: () => prices,
        derivedNow: () => 'That of input is derived.',
        slope,
        counter,
      }
      const { condense, notes, model } = await createCondenser({ model: null, tariff })
      const condensed = await condense(40)
      await condense(60)
      expect(model.asked).toEqual([])
      expect(condensed?.isCostEstimated).toBe(prices?.input === undefined ? undefined : true)
      return { costUsd: condensed === null ? 0 : condensed.costUsd, notes }
    }
    const sent = createConversation(history(40), counter).totalTokens
    const plain = await measureCost(1, { input: 3, output: 15 })
    // All but the newest messages, and the instructions.
    expect(plain.costUsd ?? 0).toBeGreaterThan((0.8 * sent * 3) / 1e6)
    expect(plain.notes).toEqual([
      expect.stringMatching(/charged as the task's own model would .* That of input is derived\.$/),
    ])
    const { costUsd } = await measureCost(1.2, { input: 3, output: 15 })
    expect((costUsd ?? 0) / (plain.costUsd ?? 1)).toBeCloseTo(1.2, 2)
    for (const prices of [null, { output: 15 }])
      expect(await measureCost(1, prices)).toMatchObject({
        costUsd: null,
        notes: [expect.stringContaining('no prices are known')],
      })
  })

  it('costs nothing where the built-in summariser is what was asked for', async () => {
    const { condense, notes } = await createCondenser({ model: null })
    const condensed = await condense(40)
    expect(condensed).toMatchObject({ costUsd: 0 })
    expect(condensed?.isCostEstimated).toBeUndefined()
    expect(notes).toEqual([])
  })

  it.each([
    ['an arm of somebody else’s as it says', { costUsd: 0.25 }, 0.25],
    ['nothing that is known where an arm names tokens alone', { input: 5000 }, null],
    ['nothing that is known where an arm is silent', undefined, null],
  ])('costs %s, and a note says so', async (_, usage, costUsd) => {
    const answer = { messages: [{ role: 'user', content: 'Go on.' }], usage }
    const arms = { call: async () => ({ kind: 'answered' as const, text: JSON.stringify(answer) }) }
    const steps = [{ providerId: 'external', settings: { command: ['/arm'] } }]
    const { condense, notes } = await createCondenser({ arms, steps })
    const condensed = await condense(40)
    expect(condensed).toMatchObject({ messages: [{ role: 'user' }], costUsd })
    expect(condensed?.isCostStated).toBe(costUsd === null ? undefined : true)
    expect(notes.at(-1)).toMatch(
      costUsd === null ? /^The method does not say what it cost/ : /^According to the method/,
    )
  })

  it('leaves the history where too little is saved, though what that cost counts', async () => {
    const { condense, notes } = await createCondenser({ minimumGainPercent: 100 })
    const kept = await condense(40)
    expect(kept).toMatchObject({
      messages: null,
      text: expect.stringMatching(/^It saves [\d.]+ %, less than 100 %\.$/),
    })
    expect(kept?.costUsd).toBeCloseTo(costOfCallUsd, 9)
    expect(notes).toEqual([expect.stringMatching(/^Not condensed: It saves [\d.]+ %, less than 100 %\.$/)])
  })

  it('does not try again before the context has grown', async () => {
    const { condense, model } = await createCondenser({ minimumGainPercent: 100 })
    await condense(40)
    expect(await condense(40)).toBeNull()
    expect(model.asked).toHaveLength(1)
    await condense(60)
    expect(model.asked).toHaveLength(2)
  })

  it('costs nothing where there is nothing to condense, and says why', async () => {
    const { condense, notes } = await createCondenser()
    expect(await condense(2)).toEqual({
      messages: null,
      code: 'not-enough-messages',
      text: 'There are too few messages to summarise.',
      costUsd: 0,
    })
    expect(notes).toEqual(['Not condensed: There are too few messages to summarise.'])
  })

  it('says what there is to say of its models', async () => {
    const { notes } = await createCondenser({
      modelWarnings: [{ code: 'profile-missing', message: 'Gone.' }],
    })
    expect(notes).toEqual(['Gone.'])
  })
})
