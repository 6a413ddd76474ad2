import { makeOnce } from '../../../../shared/kernel/make-once.ts'
import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
} from '../../../kernel/language-model.ts'
import { createSecretFinder, shortestSecret, type SecretFinder } from './create-secret-finder.ts'

/** What stands where the words of a server were cut. */
const ellipsis = '…'

/**
 * A model in whose answers and failures the key cannot occur, even if a server echoes it, encodes it or shortens it, in
 * one piece or split over several. Text that could be the beginning of the key is held back until it is known not to be.
 */
export function withoutSecret(model: LanguageModel, key: string | null): LanguageModel {
  if (key === null || key.length < shortestSecret) return model
  const { countTokens, countEdited, info } = model
  // Made when something is said: a model is also opened to learn whether it counts tokens.
  const finder = makeOnce(() => createSecretFinder(key))
  const runScrubbed = async <Count>(count: () => Promise<Count>): Promise<Count> => {
    try {
      return await count()
    } catch (error) {
      throw scrubFailure(error, finder())
    }
  }
  return {
    info,
    complete: (request) => scrubAnswer(model, finder(), request),
    ...(countTokens === undefined
      ? {}
      : { countTokens: (request) => runScrubbed(() => countTokens(request)) }),
    ...(countEdited === undefined
      ? {}
      : { countEdited: (request, edit) => runScrubbed(() => countEdited(request, edit)) }),
  }
}

async function* scrubAnswer(
  model: LanguageModel,
  finder: SecretFinder,
  request: CompletionRequest,
): AsyncGenerator<CompletionEvent, void> {
  const stream = finder.stream()
  const buildTextEvents = (text: string): readonly CompletionEvent[] =>
    text === '' ? [] : [{ kind: 'text', text }]
  try {
    for await (const event of model.complete(request)) {
      if (event.kind === 'text') {
        yield* buildTextEvents(stream.push(event.text))
      } else {
        // A usage report may stand between two halves of the key; a new call or the end may not.
        if (event.kind !== 'usage') yield* buildTextEvents(stream.end())
        yield event
      }
    }
  } catch (error) {
    yield* buildTextEvents(stream.end())
    throw scrubFailure(error, finder)
  }
  yield* buildTextEvents(stream.end())
}

/** The cause is left out: it may hold the key anywhere. */
function scrubFailure(error: unknown, { clean, cleanCut }: SecretFinder): unknown {
  if (!(error instanceof ModelFailure)) return error
  // What a server says is cut at some length, which may be in the middle of the key.
  const parts = error.message.split(ellipsis)
  const message = parts
    .map((part, index) => (index < parts.length - 1 ? cleanCut(part) : clean(part)))
    .join(ellipsis)
  return new ModelFailure(error.code, message, undefined, {
    isRetryable: error.isRetryable,
    retryAfterMs: error.retryAfterMs ?? undefined,
    isUnsent: error.isUnsent,
  })
}
