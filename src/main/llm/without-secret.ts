import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
} from '../engine/language-model.ts'

/** What stands where the key was. */
const replacement = '[key removed]'
/** What is shorter is a word that local servers want in the place of a key, and may well occur in an answer. */
const shortestSecret = 8

/**
 * A model in whose answers and failures the key cannot occur, even if a server echoes it, in one piece or split over
 * several. Text that could be the beginning of the key is held back until it is known not to be.
 */
export function withoutSecret(model: LanguageModel, key: string | null): LanguageModel {
  if (key === null || key.length < shortestSecret) return model
  const { countTokens } = model
  return {
    info: model.info,
    complete: (request) => scrubbed(model, key, request),
    ...(countTokens === undefined
      ? {}
      : {
          countTokens: async (request) => {
            try {
              return await countTokens(request)
            } catch (error) {
              throw scrubbedFailure(error, key)
            }
          },
        }),
  }
}

async function* scrubbed(
  model: LanguageModel,
  key: string,
  request: CompletionRequest,
): AsyncGenerator<CompletionEvent, void> {
  let held = ''
  const release = (): readonly CompletionEvent[] => {
    const text = held
    held = ''
    return text === '' ? [] : [{ kind: 'text', text }]
  }
  try {
    for await (const event of model.complete(request)) {
      if (event.kind === 'text') {
        const text = (held + event.text).replaceAll(key, replacement)
        const safe = text.length - heldLength(text, key)
        held = text.slice(safe)
        if (safe > 0) yield { kind: 'text', text: text.slice(0, safe) }
      } else {
        // A usage report may stand between two halves of the key; a new call or the end may not.
        if (event.kind !== 'usage') yield* release()
        yield event
      }
    }
  } catch (error) {
    yield* release()
    throw scrubbedFailure(error, key)
  }
  yield* release()
}

/** Length of the longest end of the text that is a beginning of the key. */
function heldLength(text: string, key: string): number {
  for (let length = Math.min(text.length, key.length - 1); length > 0; length -= 1) {
    if (text.endsWith(key.slice(0, length))) return length
  }
  return 0
}

/** The cause is left out: it may hold the key anywhere. */
function scrubbedFailure(error: unknown, key: string): unknown {
  if (!(error instanceof ModelFailure)) return error
  const whole = error.message.replaceAll(key, replacement)
  // What a server says is cut at some length, which may be in the middle of the key.
  const cut = whole.endsWith('…') ? heldLength(whole.slice(0, -1), key) : 0
  const message = cut > 0 ? `${whole.slice(0, -1 - cut)}${replacement}` : whole
  return new ModelFailure(error.code, message, undefined, {
    isRetryable: error.isRetryable,
    retryAfterMs: error.retryAfterMs ?? undefined,
    isUnsent: error.isUnsent,
  })
}
