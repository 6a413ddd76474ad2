import type { CompletionEvent, CompletionRequest, LanguageModel } from '../language-model.ts'

/** A model for tests: says what it was given to say, and remembers what it was asked. */
export function scriptedModel(
  events: readonly (CompletionEvent | Error)[],
  info: Partial<LanguageModel['info']> = {},
): LanguageModel & { readonly asked: CompletionRequest[] } {
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
      asked.push(request)
      await Promise.resolve()
      yield { kind: 'call' }
      for (const event of events) {
        if (event instanceof Error) throw event
        yield event
      }
    },
  }
}

/** A whole answer: its text, its usage and its end. */
export function answering(text: string, output = 100, input = 1000): CompletionEvent[] {
  return [
    { kind: 'text', text },
    { kind: 'usage', usage: { input, output, cacheWrites: 0, cacheReads: 0 } },
    { kind: 'stopped', reason: 'finished' },
  ]
}
