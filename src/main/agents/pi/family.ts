import type { Message } from '../../../shared/kernel/message.ts'
import type { ServiceTerms } from '../../../shared/kernel/usage.ts'
import { readEntryMessage } from './messages.ts'
import type { TreeEntry } from './tree.ts'

/** What each of the programs that keep pi's entries does in its own way when it sends them. */
export type PiFamily = Readonly<{
  /** The message of an entry as it is sent; null where it adds none. */
  readMessage: (entry: TreeEntry) => Message | null
  /** Since when a model is not shown what another one thought; before, it read that as text. */
  thoughtsLeftOutSince: number
  /** A call that nobody answered is sent with a result that was made up, or is not sent. */
  unansweredCalls: 'answered' | 'left out'
  /** How answers asked to be served; absent where its records do not tell. */
  readServiceTerms?: (entries: readonly TreeEntry[]) => (answer: TreeEntry) => ServiceTerms
}>

export const piFamily: PiFamily = {
  readMessage: readEntryMessage,
  // Version 1.3.
  thoughtsLeftOutSince: Date.UTC(2026, 9, 15),
  unansweredCalls: 'answered',
}
