import type { Entry } from '../session/entry-order.ts'
import { cancelledResults, holdsResults, idsIn } from './messages.ts'

/** What is sent at each place of a session. */
export type Sent = Readonly<{
  /** Takes the next message. */
  add(entry: Entry): void
  /** Gives a result to each call that got none, as the next message is no result. */
  close(): void
  /** Puts a summary in the place of everything up to a message, and of results whose calls it stands for; gives what is left. */
  compact(summary: Entry, last: number): readonly Entry[]
  /** What the next request sends. */
  history(): readonly Entry[]
  /** How many messages there would be without compactions. */
  length(): number
}>

/** Follows a session from its first message. */
export function createSent(): Sent {
  const all: Entry[] = []
  const open = new Set<string>()
  let history: Entry[] = []
  const push = (entry: Entry): void => {
    all.push(entry)
    history.push(entry)
  }
  return {
    add: (entry) => {
      push(entry)
      for (const id of idsIn(entry.message, 'tool_use')) open.add(id)
      for (const id of idsIn(entry.message, 'tool_result')) open.delete(id)
    },
    close: () => {
      if (open.size > 0) push({ message: cancelledResults(open), isCopy: true })
      open.clear()
    },
    compact: (summary, last) => {
      let from = last + 1
      const isResult = (entry: Entry | undefined): boolean =>
        entry !== undefined && holdsResults(entry.message)
      while (isResult(all[from])) from += 1
      history = [summary, ...all.slice(from)]
      return history
    },
    history: () => history,
    length: () => all.length,
  }
}
