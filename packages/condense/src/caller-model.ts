import { ModelFailure, type LanguageModel } from '../../../src/main/engine/language-model.ts'

import type { CallerModel } from './types.ts'

/** The caller's function as the engine asks models; without one, a failure that says what to pass. */
export function modelBy(ask: CallerModel | undefined, signal: AbortSignal): LanguageModel {
  return {
    info: {
      id: 'caller',
      label: 'Model of the caller',
      windowTokens: 200_000,
      maxOutputTokens: 8192,
      supportsImages: false,
      // What the caller's model costs is not known here.
      prices: {},
      isExtractive: false,
    },
    async *complete({ system, messages, maxTokens }) {
      if (ask === undefined)
        throw new ModelFailure('handler-invalid', 'This preset asks a model: pass `model` to condense.')
      yield { kind: 'call' }
      yield { kind: 'text', text: await ask({ system, messages, maxTokens }, signal) }
      yield { kind: 'stopped', reason: 'finished' }
    },
  }
}
