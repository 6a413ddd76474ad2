import { append } from '../../../shared/kernel/append.ts'
import type { Entry, SentHistory } from '../session/entry-order.ts'
import { buildModelKey, type Entries } from './entries.ts'
import { readClearedTime, type StoredMessage, type StoredPart } from './stored.ts'

/** What the next request of a session would send. */
export type History = {
  /** The beginning of a list that grows, so that no request needs a copy of it. */
  readonly entries: () => SentHistory
  /** Adds what a model call of an answer brought, before the whole answer is taken on: the next call of it sent that. */
  readonly extend: (step: readonly Entry[]) => void
  /** Takes on a message behind the others. */
  readonly push: (message: StoredMessage) => void
  /** Takes other messages in place of those that it has. */
  readonly reset: (messages: readonly StoredMessage[]) => void
  /** Shows it to the model of an answer: reasoning of others is text to that. */
  readonly showTo: (message: StoredMessage) => void
  /** Clears the results that had been cleared at a time; gives what was sent before, null where that stays. */
  readonly clearUntil: (ts: number) => readonly Entry[] | null
}

/** Follows what a session would send, from message to message. */
export function createHistory(all: readonly StoredMessage[], entries: Entries): History {
  const clearings = all
    .flatMap(({ parts }) => parts.flatMap((part) => ({ part, at: readClearedTime(part) })))
    .filter((one): one is { part: StoredPart; at: number } => one.at !== null)
    .toSorted((a, b) => a.at - b.at)
  const cleared = new Set<StoredPart>()
  let messages: StoredMessage[] = []
  let sent: Entry[] = []
  /** So many at the end of `sent` are of an answer that is not taken on yet. */
  let ahead = 0
  let [model, next] = ['', 0]
  const rebuild = (): void => {
    sent = messages.flatMap((message) => entries.of(message, { model, cleared }))
  }
  return {
    entries: () => ({ list: sent, length: sent.length }),
    extend: (step) => {
      append(sent, step)
      ahead += step.length
    },
    push: (message) => {
      const own = isSent(message) ? entries.of(message, { model, cleared }) : []
      const from = sent.length - ahead
      // What was sent on the way may not be what is sent from now on; lists that were given stay as they are.
      if (sent.slice(from).some((entry, at) => entry !== own[at])) sent = [...sent.slice(0, from), ...own]
      else append(sent, own.slice(ahead))
      ahead = 0
      if (isSent(message)) messages.push(message)
    },
    reset: (others) => {
      messages = others.filter(isSent)
      rebuild()
    },
    showTo: (message) => {
      if (message.modelId === null || model === buildModelKey(message)) return
      model = buildModelKey(message)
      rebuild()
    },
    clearUntil: (ts) => {
      const from = next
      for (; (clearings[next]?.at ?? Number.NaN) <= ts; next += 1) {
        const part = clearings[next]?.part
        if (part !== undefined) cleared.add(part)
      }
      if (next === from) return null
      const before = sent
      rebuild()
      return sent.some((entry, at) => entry !== before[at]) ? before : null
    },
  }
}

/** Whether the agent sends a message again: answers that failed are not, those that were stopped in the middle are. */
function isSent({ role, error, parts }: StoredMessage): boolean {
  if (role === 'user' || error === null) return true
  return (
    error.name === 'MessageAbortedError' &&
    parts.some(({ type }) => type !== 'step-start' && type !== 'reasoning')
  )
}
