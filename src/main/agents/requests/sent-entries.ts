import type { Message } from '../../../shared/kernel/message.ts'
import type { Entry } from '../session/entry-order.ts'
import type { Sent } from './known-messages.ts'

/** What is known of a message when it is first sent. */
export type Marks = Readonly<{ ts: number | null; line?: number; isCopy: boolean; condenseId: string | null }>

/** Makes the entry of each message once, as it was when it was first sent. */
export function createSentEntries() {
  const known = new Map<Sent, Entry>()
  const findOrBuildEntry = (sent: Sent, { ts, line, isCopy, condenseId }: Marks): Entry => {
    const found = known.get(sent)
    if (found !== undefined) return found
    const message: Message = {
      ...sent.message,
      ...(ts === null ? {} : { ts }),
      ...(condenseId === null ? {} : { isSummary: true, condenseId }),
      ...(line === undefined ? {} : { origin: { line } }),
    }
    const entry: Entry = { message, ...(isCopy ? { isCopy } : {}) }
    known.set(sent, entry)
    return entry
  }
  return { of: findOrBuildEntry, known: (sent: Sent): Entry => known.get(sent) ?? { message: sent.message } }
}
