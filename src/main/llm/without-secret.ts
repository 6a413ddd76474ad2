import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
} from '../engine/language-model.ts'
import { createSecretFinder, replacement, shortestSecret, type SecretFinder } from './create-secret-finder.ts'

/**
 * A model in whose answers and failures the key cannot occur, even if a server echoes it, encodes it or shortens it, in
 * one piece or split over several. Text that could be the beginning of the key is held back until it is known not to be.
 */
export function withoutSecret(model: LanguageModel, key: string | null): LanguageModel {
  if (key === null || key.length < shortestSecret) return model
  const { countTokens, info } = model
  const finder = createSecretFinder(key)
  return {
    info,
    complete: (request) => scrubbed(model, finder, request),
    ...(countTokens === undefined
      ? {}
      : {
          countTokens: async (request) => {
            try {
              return await countTokens(request)
            } catch (error) {
              throw scrubbedFailure(error, finder)
            }
          },
        }),
  }
}

async function* scrubbed(
  model: LanguageModel,
  finder: SecretFinder,
  request: CompletionRequest,
): AsyncGenerator<CompletionEvent, void> {
  let held = ''
  const release = (): readonly CompletionEvent[] => {
    const text = finder.clean(held)
    held = ''
    return text === '' ? [] : [{ kind: 'text', text }]
  }
  try {
    for await (const event of model.complete(request)) {
      if (event.kind === 'text') {
        const text = held + event.text
        const safe = text.length - finder.heldLength(text)
        held = text.slice(safe)
        if (safe > 0) yield { kind: 'text', text: finder.clean(text.slice(0, safe)) }
      } else {
        // A usage report may stand between two halves of the key; a new call or the end may not.
        if (event.kind !== 'usage') yield* release()
        yield event
      }
    }
  } catch (error) {
    yield* release()
    throw scrubbedFailure(error, finder)
  }
  yield* release()
}

/** The cause is left out: it may hold the key anywhere. */
function scrubbedFailure(error: unknown, { clean, begunLength }: SecretFinder): unknown {
  if (!(error instanceof ModelFailure)) return error
  const whole = clean(error.message)
  // What a server says is cut at some length, which may be in the middle of the key.
  const cut = whole.endsWith('…') ? begunLength(whole.slice(0, -1)) : 0
  const message = cut > 0 ? `${whole.slice(0, -1 - cut)}${replacement}` : whole
  return new ModelFailure(error.code, message, undefined, {
    isRetryable: error.isRetryable,
    retryAfterMs: error.retryAfterMs ?? undefined,
    isUnsent: error.isUnsent,
  })
}
