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

/** Everything that a request shows the model, as one text. */
export function textOf({ messages }: CompletionRequest): string {
  return messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
}
