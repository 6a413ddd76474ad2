import { deepFreeze } from '../../../shared/kernel/json-values.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { runMethod, type Outcome } from '../../methods/run-method.ts'
import { createExtractiveModel } from '../../platform/llm/extractive/extractive-model.ts'
import { createConversation, type Conversation } from '../conversation.ts'
import type { LanguageModel } from '../language-model.ts'
import type { Method } from '../method.ts'
import type { Pin } from '../pins/pin.ts'
import type { TokenCounter } from '../tokens/token-counter.ts'
import { bindTo } from './bind-to.ts'
import { createTestServices } from './create-test-services.ts'

/** A counter for tests that are not about counting: one token for four characters, and one for a beginning. */
export const roughCounter: TokenCounter = { id: 'rough', count: (text) => Math.ceil(text.length / 4) }

/** Freezes, splits and counts a history. */
export function conversationFor(
  messages: readonly Message[],
  counter: TokenCounter = roughCounter,
): Conversation {
  return createConversation(deepFreeze(messages), counter)
}

const countedBefore = new WeakMap<TokenCounter, WeakMap<readonly Message[], Conversation>>()

/** The same of a history that many tests begin with, split and counted once in each thread. */
export function sharedConversationFor(messages: readonly Message[], counter: TokenCounter): Conversation {
  const known = countedBefore.get(counter) ?? new WeakMap<readonly Message[], Conversation>()
  countedBefore.set(counter, known)
  const conversation = known.get(messages) ?? deepFreeze(conversationFor(messages, counter))
  known.set(messages, conversation)
  return conversation
}

/** Runs a provider as the manager does, without progress and without an end. */
export function runOn(
  provider: Method,
  settings: unknown,
  conversation: Conversation,
  targetTokens: number | null = null,
  model: LanguageModel = createExtractiveModel(conversation.counter),
  pins: readonly Pin[] = [],
): Promise<Outcome> {
  return runMethod({
    method: bindTo(provider, settings),
    conversation,
    targetTokens,
    pins,
    services: createTestServices(model),
    alerts: { minimumGainPercent: 20, alertCostUsd: 0.1 },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
  })
}
