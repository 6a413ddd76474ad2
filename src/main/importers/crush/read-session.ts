import { textOf } from '../json/fields.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { createEntries } from './entries.ts'
import type { StoredMessage } from './stored.ts'

/** Reads the messages of a session as they came: each answer is a request, each summary a condensation. */
export function readStored(messages: readonly StoredMessage[]): BuiltSession {
  const session = createSessionBuilder()
  const entries = createEntries(messages)
  let history: readonly Entry[] = []
  for (const message of messages) {
    const own = entries.of(message)
    const end = endOf(message)
    if (message.role === 'assistant' && message.isSummary && end !== 'error' && own.length > 0) {
      const before = history
      history = own
      const { id, created, model } = message
      session.condensation(
        {
          ts: created,
          kind: 'summary',
          condenseId: id,
          ...(model === null ? {} : { usage: { ts: created, modelId: model } }),
        },
        before,
        history,
      )
    } else if (message.role === 'assistant') {
      const [answer] = own
      session.request(requestOf(message), history, answer === undefined || message.isSummary ? [] : [answer])
      if (message.isSummary) session.aside(own)
      else history = [...history, ...own]
    } else history = [...history, ...own]
    session.aside(entries.left(message))
  }
  return session.finish(history)
}

/** Why the model ended; a summary that was being written may have no end yet. */
function endOf({ parts, isSummary }: StoredMessage): string {
  const finish = parts.findLast(({ type }) => type === 'finish')?.data
  return textOf(finish?.['reason']) ?? (isSummary ? 'error' : '')
}

/** The agents write down what a session used as a whole, and nothing of single requests. */
function requestOf(message: StoredMessage): RequestUsage {
  const finish = message.parts.findLast(({ type }) => type === 'finish')?.data
  const end = endOf(message)
  const words = [finish?.['message'], finish?.['details']].flatMap((text) => textOf(text) ?? [])
  return {
    ts: message.created,
    ...(message.model === null ? {} : { modelId: message.model }),
    ...(end === 'canceled' ? { cancelled: true } : {}),
    ...((end === 'error' || end === 'canceled') && words.length > 0 ? { failureText: words.join(': ') } : {}),
  }
}
