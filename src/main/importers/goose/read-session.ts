import { textOf } from '../json/fields.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { messageOf } from './messages.ts'
import type { StoredMessage, StoredSession } from './stored.ts'

/** How the message behind each summary begins. */
const continuation = /^Your context was compacted/
const continuationByHand = /^Your context was compacted at the user's request/

/**
 * Reads the messages of a session in their order. What was hidden from the model was shown to it until the next summary;
 * behind the last one it never was.
 */
export function readStored({ messages, model, lastTokens }: StoredSession): BuiltSession {
  const session = createSessionBuilder()
  const lastSummary = messages.findLastIndex((_, at) => isSummary(messages, at))
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant')
  const lastAsked = messages.slice(0, Math.max(0, lastAnswer)).findLastIndex(({ role }) => role === 'user')
  let history: readonly Entry[] = []
  let isAnswering = false
  messages.forEach((stored, at) => {
    const isOwn = isSummary(messages, at)
    const isWritten = isContinuation(messages, at)
    const condenseId = `summary-${at}`
    const message = messageOf(stored, {
      ...(isOwn ? { isSummary: true, condenseId } : {}),
      ...(isWritten ? { isBoilerplate: true } : {}),
    })
    if (message === null) return
    const entry: Entry = { message }
    if (isOwn) {
      const trigger = continuationByHand.test(wordsOf(messages[at + 1])) ? 'manual' : 'auto'
      session.condensation({ ts: stored.created, kind: 'summary', trigger, condenseId }, history, [entry])
      history = [entry]
      isAnswering = false
    } else if (!stored.agentVisible && at > lastSummary) session.aside([entry])
    else {
      const isAnswer = stored.role === 'assistant' && !isWritten
      // An answer may be kept in several messages, one after the other.
      if (isAnswer && !isAnswering) {
        session.request(requestOf(stored, model, at > lastAsked ? lastTokens : null), history, [entry])
      }
      isAnswering = isAnswer
      history = [...history, entry]
    }
  })
  return session.finish(history)
}

/** A summary is for the model alone, and so is what follows it. */
function isSummary(messages: readonly StoredMessage[], at: number): boolean {
  const message = messages[at]
  return message?.role === 'user' && !message.userVisible && isContinuation(messages, at + 1)
}

function isContinuation(messages: readonly StoredMessage[], at: number): boolean {
  const message = messages[at]
  return message?.role === 'assistant' && !message.userVisible && continuation.test(wordsOf(message))
}

function wordsOf(message: StoredMessage | undefined): string {
  const [first] = message?.content ?? []
  return textOf(first?.['text']) ?? ''
}

/** Goose keeps the usage of the last request only, with cached tokens in it. */
function requestOf(
  { created }: StoredMessage,
  model: string | null,
  tokens: StoredSession['lastTokens'],
): RequestUsage {
  return {
    ts: created,
    ...(model === null ? {} : { modelId: model }),
    ...(tokens === null ? {} : { tokensIn: tokens.input, tokensOut: tokens.output, isCacheApart: false }),
  }
}
