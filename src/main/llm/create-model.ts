import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import { assertNever } from '../../shared/lib/assert-never.ts'
import type { LanguageModel } from '../engine/language-model.ts'
import type { Adapter, AdapterOptions } from './adapter.ts'
import { createAnthropicAdapter } from './anthropic/anthropic-adapter.ts'
import { createChatAdapter } from './openai/chat-adapter.ts'
import { createResponsesAdapter } from './openai/responses-adapter.ts'
import { pause } from './wire/pause.ts'
import { withRetries, type RetryDependencies } from './with-retries.ts'
import { withoutSecret } from './secrets/without-secret.ts'

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
  const model = adapterOf(options, dependencies)({ ...options, key })
  const watched = options.aroundCall?.(model) ?? model
  return withoutSecret(withRetries(watched, dependencies), key)
}

function adapterOf({ vendor, api }: ModelOptions, { now }: ModelDependencies): Adapter {
  switch (vendor) {
    case 'anthropic':
      return createAnthropicAdapter({ now })
    case 'openai':
    case 'openai-compatible':
      return api === 'responses'
        ? createResponsesAdapter({ now })
        : createChatAdapter({ now, isCompatible: vendor === 'openai-compatible' })
    default:
      return assertNever(vendor)
  }
}
