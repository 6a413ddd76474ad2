import { guessCompaction } from '../compaction.ts'
import type { CompletionEvent, CompletionRequest, LanguageModel, ModelInfo } from '../language-model.ts'

export type AskedModel = LanguageModel & { readonly asked: CompletionRequest[] }
type Answer = readonly (CompletionEvent | Error)[]

/** A model for tests that answers each request by itself, and does not hear a cancel; `index` counts them from 0. */
export function modelBy(
  answer: (request: CompletionRequest, index: number) => Answer,
  info: Partial<ModelInfo> = {},
): AskedModel {
  const asked: CompletionRequest[] = []
  return {
    asked,
    info: {
      id: 'scripted',
      label: 'Scripted',
      windowTokens: 200_000,
      maxOutputTokens: 8192,
      supportsImages: true,
      prices: { input: 3, output: 15 },
      isExtractive: false,
      ...info,
    },
    async *complete(request) {
      const events = answer(request, asked.push(request) - 1)
      for (const event of events) {
        await Promise.resolve()
        if (event instanceof Error) throw event
        yield event
      }
    },
  }
}

/** Events of one call that goes well. */
export function call(text: string, usage = { input: 1000, output: 100 }): CompletionEvent[] {
  return [
    { kind: 'call' },
    { kind: 'text', text },
    { kind: 'usage', usage: { cacheWrites: 0, cacheReads: 0, ...usage } },
    { kind: 'stopped', reason: 'finished' },
  ]
}

/** The same to a request of any kind: a compaction by a vendor is made of the text. */
export function briefly(request: CompletionRequest, text = 'In short.'): CompletionEvent[] {
  return call(request.compaction === undefined ? text : JSON.stringify(guessCompaction(request, text, 3)))
}

/** Everything that a request shows the model, as one text. */
export function readRequestText({ messages }: CompletionRequest): string {
  return messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
}

/** A model whose answers cost what `spend` says, one kept answer beside each. */
export function spendingModel(info: Partial<ModelInfo> = {}): AskedModel {
  const prices = { input: 1, output: 1, cacheWrites: 1, cacheReads: 1 }
  return modelBy(
    ({ inputTokens, label }) => (label === 'kept' ? kept : call('', { input: inputTokens, output: 0 })),
    {
      prices,
      ...info,
    },
  )
}
const kept: CompletionEvent[] = [{ kind: 'cached' }, ...call('kept').slice(1)]

/** Asks a `spendingModel` twice: once for so many dollars, once for nothing. */
export async function spend(model: LanguageModel, costUsd: number): Promise<void> {
  const request: CompletionRequest = {
    purpose: 'conversation',
    label: 'paid',
    system: '',
    messages: [],
    maxTokens: 1,
    inputTokens: Math.round(costUsd * 1e6),
    signal: new AbortController().signal,
  }
  for await (const event of model.complete(request)) void event
  for await (const event of model.complete({ ...request, label: 'kept' })) void event
}
