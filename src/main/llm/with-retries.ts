import type { CancelSignal } from '../engine/cancel-signal.ts'
import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
} from '../engine/language-model.ts'

export type RetryDependencies = {
  /** From 0 up to, but not including, 1. */
  readonly random: () => number
  /** Waits some milliseconds; throws `Cancelled` as soon as the signal fires. */
  readonly pause: (durationMs: number, signal: CancelSignal) => Promise<void>
}

/** Attempts in all, the first included. */
const mostAttempts = 3
/** The wait doubles from the first to the longest, in milliseconds; the vendors' own SDKs wait as long. */
const firstWaitMs = 500
const longestWaitMs = 8000
/** The longest wait that a server may ask for; a person rather hears of a longer one. */
const longestAskedWaitMs = 60_000

/**
 * Asks again where that can help: after rate limits, overload and faults of the server, and connections that fail or
 * break off. Not after a silence: it took minutes, and a second one would only cost more. Each attempt begins with a
 * `call`, which voids what the attempt before it said. A server that asks for a wait gets it; if it asks for more than
 * a minute, the call fails at once and says so.
 */
export function withRetries(model: LanguageModel, { random, pause }: RetryDependencies): LanguageModel {
  return {
    ...model,
    async *complete(request) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          yield* oneAttempt(model, request)
          return
        } catch (error) {
          if (!(error instanceof ModelFailure) || !error.isRetryable) throw error
          if (attempt === mostAttempts) throw error
          await pause(waitMs(error, attempt, random), request.signal)
        }
      }
    },
  }
}

async function* oneAttempt(
  model: LanguageModel,
  request: CompletionRequest,
): AsyncGenerator<CompletionEvent, void> {
  yield { kind: 'call' }
  yield* model.complete(request)
}

/** How long to wait after an attempt, counted from 1. Throws the failure where the server asks for too long. */
function waitMs(failure: ModelFailure, attempt: number, random: () => number): number {
  const asked = failure.retryAfterMs
  if (asked !== null && asked > longestAskedWaitMs) {
    const message = `${failure.message} It asks to wait ${spoken(asked)}.`
    throw new ModelFailure(failure.code, message, undefined, { retryAfterMs: asked })
  }
  const ownMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1))
  // Spread over the upper half, so that many callers do not come back at the same moment.
  return asked ?? ownMs * (0.5 + random() / 2)
}

function spoken(durationMs: number): string {
  const minutes = durationMs / 60_000
  const [value, unit] = minutes < 120 ? [minutes, 'minutes'] : [minutes / 60, 'hours']
  return `${Math.ceil(value).toLocaleString('en-US')} ${unit}`
}
