import { expect, it } from 'vitest'
import type { ModelInfo } from '../../../kernel/language-model.ts'
import { modelBy } from '../../../kernel/testing/model-by.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import type { JobContext } from '../../../platform/workers/job.ts'
import { guessModels } from './guess-models.ts'

/** Counts words, so that a guess of so many tokens is a text of so many. */
const words: TokenCounter = { id: 'words', count: (text) => text.split(/\s+/).filter(Boolean).length }
const asked = modelBy(() => {
  throw new Error('Nobody should be asked.')
})

function guess(prices: ModelInfo['prices']) {
  const remoteModel = (info: ModelInfo) => ({ ...asked, info })
  const context: JobContext = {
    onProgress: () => undefined,
    signal: new AbortController().signal,
    remoteModel,
  }
  const { context: guessing, take } = guessModels(context, words)
  const model = guessing.remoteModel({ ...asked.info, prices }, null)
  const ask = async (inputTokens: number, maxTokens: number): Promise<void> => {
    const request = { purpose: 'conversation' as const, label: '', system: '', messages: [], inputTokens }
    for await (const _ of model.complete({ ...request, maxTokens, signal: context.signal })) continue
  }
  return { ask, take }
}

it('charges for what models would have been asked, and asks none', async () => {
  const { ask, take } = guess({ input: 3, output: 15 })
  expect(take()).toEqual({ calls: 0, costUsd: 0, isPriced: true })
  await ask(10_000, 4000)
  await ask(10_000, 200)
  // A tenth of the input is answered, and no more than is allowed.
  const costUsd = (20_000 * 3 + 1200 * 15) / 1e6
  expect(take()).toEqual({ calls: 2, costUsd: expect.closeTo(costUsd, 12), isPriced: true })
  expect(take()).toEqual({ calls: 0, costUsd: 0, isPriced: true })
})

it('says that a price is missing', async () => {
  const { ask, take } = guess({ input: 3 })
  await ask(10_000, 4000)
  expect(take()).toEqual({ calls: 1, costUsd: expect.closeTo(0.03, 12), isPriced: false })
})
