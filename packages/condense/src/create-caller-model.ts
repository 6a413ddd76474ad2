import { ModelFailure, type LanguageModel } from '../../../src/main/kernel/language-model.ts'
import { createExtractiveModel } from '../../../src/main/platform/llm/extractive/extractive-model.ts'
import type { Message } from '../../../src/shared/kernel/message.ts'
import type { SummaryModel, TokenCounter, WireMessage } from './types.ts'

/** The caller's model as the engine asks it, with what it threw. */
export type CallerModel = { readonly model: LanguageModel; readonly thrown: () => unknown }

type Options = {
  readonly given: SummaryModel | undefined
  readonly counter: TokenCounter
  readonly signal: AbortSignal
  /** Writes messages of the engine in the format of the caller. */
  readonly write: (messages: readonly Message[]) => WireMessage[]
}

/** Makes a model of what the caller gave; without any, asking fails and says what to pass. */
export function createCallerModel({ given, counter, signal, write }: Options): CallerModel {
  let thrown: unknown
  if (given === 'extractive') return { model: createExtractiveModel(counter), thrown: () => undefined }
  const {
    ask,
    windowTokens = 200_000,
    maxOutputTokens = 8192,
  } = typeof given === 'function' ? { ask: given } : (given ?? { ask: undefined })
  const model: LanguageModel = {
    info: {
      id: 'caller',
      label: 'Model of the caller',
      windowTokens,
      maxOutputTokens,
      supportsImages: false,
      // What the caller's model costs is not known here.
      prices: {},
      isExtractive: false,
    },
    async *complete({ system, messages, maxTokens }) {
      if (ask === undefined)
        throw new ModelFailure(
          'handler-invalid',
          'This way of condensing writes a summary: pass `model`, a function that asks one or "extractive".',
        )
      yield { kind: 'call' }
      const own = messages.map(({ role, content }): Message => ({
        role,
        content: typeof content === 'string' ? content : [...content],
      }))
      try {
        const asked = ask({ system, messages: write(own), maxTokens, signal })
        const text: unknown = await awaitUntilAborted(asked, signal)
        if (typeof text !== 'string') throw new TypeError('`model` returned no text.')
        yield { kind: 'text', text }
      } catch (error) {
        thrown ??= error
        throw error
      }
      yield { kind: 'stopped', reason: 'finished' }
    },
  }
  return { model, thrown: () => thrown }
}

/** An answer, or the reason of a signal that comes first: a caller's function need not listen to it. */
async function awaitUntilAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    return await Promise.race([answer, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
