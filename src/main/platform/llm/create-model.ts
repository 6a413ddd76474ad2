import type OpenAI from 'openai'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import {
  type LanguageModel,
  type CompletionRequest,
  ModelFailure,
  type CompletionEvent,
} from '../../kernel/language-model.ts'
import type { Adapter, AdapterOptions } from './adapter.ts'
import { createAnthropicAdapter } from './anthropic/anthropic-adapter.ts'
import { createChatAdapter } from './openai/chat-adapter.ts'
import { createCompactAdapter } from './openai/compact-adapter.ts'
import { createOpenAiAdapter } from './openai/create-client.ts'
import { createResponseReader } from './openai/create-response-reader.ts'
import { toResponseInput } from './openai/to-response-input.ts'
import { withoutSecret } from './secrets/without-secret.ts'
import { readTurns } from './turns/read-turns.ts'
import { pause } from './wire/pause.ts'
import type { OpenedStream, Wire } from './wire/run-call.ts'

type RetryDependencies = {
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

/** The least that the Responses interface accepts as a limit on output, in tokens. */
const leastOutputTokens = 16

export type ModelOptions = AdapterOptions & {
  readonly vendor: Exclude<ModelProfile['vendor'], 'recorded'>
  /** Which of OpenAI's two interfaces; the other vendors have one. */
  readonly api: ModelProfile['api']
  /** Put around every single attempt, inside of the retries. */
  readonly aroundCall?: (model: LanguageModel) => LanguageModel
}

export type ModelDependencies = RetryDependencies & {
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const ownDependencies: ModelDependencies = { now: Date.now, random: Math.random, pause }

/**
 * A model that can be asked: it asks again where that can help, and says its key to nobody but the server. Makes no
 * connection and loads no SDK before the first request.
 */
export function createModel(options: ModelOptions, dependencies = ownDependencies): LanguageModel {
  // Keys are pasted, and bring spaces and line ends along.
  const trimmed = options.key?.trim() ?? ''
  const key = trimmed === '' ? null : trimmed
  const model = createAdapter(options, dependencies)({ ...options, key })
  const watched = options.aroundCall?.(model) ?? model
  return withoutSecret(withRetries(watched, dependencies), key)
}

function createAdapter({ vendor, api }: ModelOptions, { now }: ModelDependencies): Adapter {
  switch (vendor) {
    case 'anthropic':
      return createAnthropicAdapter({ now })
    case 'openai':
      // Its compaction stands beside both of its interfaces.
      return withCompaction(openAiAdapter(api, now, false), now)
    case 'openai-compatible': {
      const adapter = openAiAdapter(api, now, true)
      return api === 'responses' ? withCompaction(adapter, now) : withoutCompaction(adapter)
    }
    default:
      return assertNever(vendor)
  }
}

function openAiAdapter(api: ModelOptions['api'], now: () => number, isCompatible: boolean): Adapter {
  return api === 'responses' ? createResponsesAdapter({ now }) : createChatAdapter({ now, isCompatible })
}

/** Asks OpenAI's own compaction; those of others are refused. */
function withCompaction(adapter: Adapter, now: () => number): Adapter {
  const compact = createCompactAdapter({ now })
  return (options) => {
    const [model, compacting] = [withoutCompaction(adapter)(options), compact(options)]
    const complete: LanguageModel['complete'] = (request) =>
      (request.compaction?.kind === 'openai-compact' ? compacting : model).complete(request)
    return { ...model, complete }
  }
}

/** Refuses a compaction that the server does not make. */
function withoutCompaction(adapter: Adapter): Adapter {
  return (options) => {
    const model = adapter(options)
    const complete: LanguageModel['complete'] = (request) => {
      if (request.compaction === undefined) return model.complete(request)
      const wanted = request.compaction.kind === 'openai-compact' ? 'OpenAI' : 'Anthropic'
      const message = `${options.info.label} makes no such compaction: take a profile of ${wanted}.`
      throw new ModelFailure('bad-request', message, undefined, { isUnsent: true })
    }
    return { ...model, complete }
  }
}

/** OpenAI's Responses interface. Nothing is kept on the server. */
function createResponsesAdapter({ now }: { readonly now: () => number }): Adapter {
  return createOpenAiAdapter({ now, createReader: createResponseReader, open: openStream })
}

async function openStream(
  client: OpenAI,
  { model, info }: AdapterOptions,
  { system, messages, maxTokens }: CompletionRequest,
  wire: Wire,
): Promise<OpenedStream> {
  const { data, response } = await client.responses
    .create(
      {
        model,
        input: toResponseInput(readTurns(messages, info.supportsImages)),
        ...(system.trim() === '' ? {} : { instructions: system.toWellFormed() }),
        max_output_tokens: Math.max(leastOutputTokens, maxTokens),
        store: false,
        stream: true,
      },
      { signal: wire.signal },
    )
    .withResponse()
  return { pieces: data, contentType: response.headers.get('content-type') ?? '' }
}

/**
 * Asks again where that can help: after rate limits, overload and faults of the server, and connections that fail or
 * break off. Not after a silence: it took minutes, and a second one would only cost more. Each attempt begins with a
 * `call`, which voids what the attempt before it said. A server that asks for a wait gets it; if it asks for more than
 * a minute, the call fails at once and says so.
 */
function withRetries(model: LanguageModel, { random, pause }: RetryDependencies): LanguageModel {
  return {
    ...model,
    async *complete(request) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          yield* runOneAttempt(model, request)
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

async function* runOneAttempt(
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
    const message = `${failure.message} It asks to wait ${formatDuration(asked)}.`
    throw new ModelFailure(failure.code, message, undefined, { retryAfterMs: asked })
  }
  const ownMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1))
  // Spread over the upper half, so that many callers do not come back at the same moment.
  return asked ?? ownMs * (0.5 + random() / 2)
}

function formatDuration(durationMs: number): string {
  const minutes = durationMs / 60_000
  const [value, unit] = minutes < 120 ? [minutes, 'minutes'] : [minutes / 60, 'hours']
  return `${Math.ceil(value).toLocaleString('en-US')} ${unit}`
}
