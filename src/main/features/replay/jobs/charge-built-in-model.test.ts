import { expect, it } from 'vitest'
import type { CompletionRequest, LanguageModel } from '../../../kernel/language-model.ts'
import { chargeBuiltInModel, type Tariff } from './charge-built-in-model.ts'

const model: LanguageModel = {
  info: {
    id: 'm',
    label: 'm',
    windowTokens: 200_000,
    maxOutputTokens: 8192,
    supportsImages: false,
    prices: {},
    isExtractive: true,
  },
  complete: async function* () {
    await Promise.resolve()
    yield { kind: 'text', text: 'x'.repeat(1000) }
    yield { kind: 'stopped', reason: 'finished' }
  },
}

const request: CompletionRequest = {
  purpose: 'conversation',
  label: '',
  system: '',
  messages: [],
  maxTokens: 4096,
  inputTokens: 100_000,
  signal: new AbortController().signal,
}

async function measureCost(heldNow: Tariff['heldNow']): Promise<number | null> {
  const prices = { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 }
  const counter = { id: 'characters', count: (text: string) => text.length }
  const tariff = { pricesNow: () => prices, slope: 1, counter, ...(heldNow === undefined ? {} : { heldNow }) }
  const charged = chargeBuiltInModel(model, tariff)
  for await (const event of charged.model.complete(request)) void event
  return charged.take().costUsd
}

it('charges a summary that has a request of its own for all of it', async () => {
  // 100,000 × $3 + 1,000 × $15 per million.
  expect(await measureCost(undefined)).toBeCloseTo(0.315, 10)
  expect(await measureCost(() => null)).toBeCloseTo(0.315, 10)
})

it('lets a summary that begins as the agent’s requests do read what they left in the cache', async () => {
  // 20,000 of system prompt and tools go with it; 115,000 are read at $0.30, 5,000 are new at $3.
  const held = () => ({ systemTokens: 20_000, heldTokens: 115_000 })
  expect(await measureCost(held)).toBeCloseTo((115_000 * 0.3 + 5000 * 3 + 1000 * 15) / 1e6, 10)
})
