import { describe, expect, it } from 'vitest'
import { createConversation } from '../engine/conversation.ts'
import { exchangeHistory } from '../engine/testing/exchange-history.ts'
import { answering, scriptedModel } from '../engine/testing/scripted-model.ts'
import { deepFreeze } from '../../shared/lib/deep-freeze.ts'
import { findProvider } from '../engine/registry.ts'
import { threadCounter } from './documents.ts'
import { createReplayCondenser, type ReplayRun } from './replay-condenser.ts'
import { replayModelId } from './replay-model-id.ts'

const history = (count: number) => deepFreeze(exchangeHistory(count, 'native'))
const summary = 'What was done: everything that was asked for, in order, with results. '.repeat(5)
/** 1,000 tokens at 3 and 100 at 15 dollars per million. */
const costOfCallUsd = 0.0045

async function condenserOf(more: Partial<ReplayRun> & { readonly minimumGainPercent?: number } = {}) {
  const { minimumGainPercent = 0, ...run } = more
  const model = scriptedModel(answering(summary))
  const asked: (string | null)[] = []
  const notes: string[] = []
  const bound = findProvider('native')?.bind({})
  const condense = await createReplayCondenser({
    id: 'mine',
    run: {
      steps: [{ providerId: 'native', settings: bound?.ok === true ? bound.settings : {} }],
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
    context: {
      onProgress: () => undefined,
      signal: new AbortController().signal,
      remoteModel: (_info, id) => {
        asked.push(id)
        return model
      },
    },
    note: (text) => notes.push(text),
  })
  const counter = await threadCounter()
  return {
    model,
    asked,
    notes,
    condense: (count: number) => condense(createConversation(history(count), counter)),
  }
}

describe('what condenses for a policy', () => {
  it('asks the model of that policy, and says what it cost', async () => {
    const { condense, asked, notes } = await condenserOf()
    const condensed = await condense(40)
    expect(asked).toEqual([replayModelId('mine', null)])
    expect(condensed?.costUsd).toBeCloseTo(costOfCallUsd, 9)
    expect(condensed?.messages.length).toBeLessThan(40)
    expect(notes).toEqual([])
  })

  it('leaves the history where too little is saved, though what that cost counts', async () => {
    const { condense, notes } = await condenserOf({ minimumGainPercent: 100 })
    const kept = await condense(40)
    expect(kept?.messages).toEqual(history(40))
    expect(kept?.provenance.dropped).toEqual([])
    expect(kept?.costUsd).toBeCloseTo(costOfCallUsd, 9)
    expect(notes).toEqual([expect.stringMatching(/^Not condensed: It saves [\d.]+ %, less than 100 %\.$/)])
  })

  it('does not try again before the context has grown', async () => {
    const { condense, model } = await condenserOf({ minimumGainPercent: 100 })
    await condense(40)
    expect(await condense(40)).toBeNull()
    expect(model.asked).toHaveLength(1)
    await condense(60)
    expect(model.asked).toHaveLength(2)
  })

  it('costs nothing where there is nothing to condense, and says why', async () => {
    const { condense, notes } = await condenserOf()
    expect(await condense(2)).toBeNull()
    expect(notes).toEqual(['Not condensed: There are too few messages to summarise.'])
  })

  it('says what there is to say of its models', async () => {
    const { notes } = await condenserOf({ modelWarnings: [{ code: 'profile-missing', message: 'Gone.' }] })
    expect(notes).toEqual(['Gone.'])
  })
})
