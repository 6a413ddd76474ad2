import {
  ModelFailure,
  type CompletionRequest,
  type LanguageModel,
} from '../../../src/main/engine/language-model.ts'

/** Asks a model of the caller's for the text of a summary. */
export type CallerModel = (
  request: Pick<CompletionRequest, 'system' | 'messages' | 'maxTokens'>,
) => Promise<string>

/** The caller's function as the engine asks models; without one, a failure that says what to pass. */
export function modelBy(ask: CallerModel | undefined): LanguageModel {
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
      yield { kind: 'text', text: await ask({ system, messages, maxTokens }) }
      yield { kind: 'stopped', reason: 'finished' }
    },
  }
}
