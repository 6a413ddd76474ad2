import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import {
  readStoredMessage,
  readStoredPart,
  type StoredInfo,
  type StoredMessage,
  type StoredPart,
} from './stored.ts'

/** A session as it is stored, with what of it cannot be read. */
export type StoredSession = Readonly<{
  info: StoredInfo
  messages: readonly StoredMessage[]
  faults: readonly string[]
}>

/** Takes the messages of a session one by one, and counts those that cannot be read. */
export type StoredReading = {
  readonly message: (
    value: unknown,
    id: string,
    parts: readonly { readonly id: string; readonly value: unknown }[],
  ) => void
  readonly finish: (info: StoredInfo, faults?: readonly string[]) => StoredSession
}

/** Parts that the model is never shown, and those that it is. */
const knownParts = new Set(
  'text reasoning file tool step-start step-finish snapshot patch agent retry subtask compaction'.split(' '),
)

/** Begins to read a session. */
export function createStoredReading(): StoredReading {
  const messages: StoredMessage[] = []
  const unknown = new Map<string, number>()
  let [lostMessages, lostParts] = [0, 0]
  return {
    message: (value, id, parts) => {
      const own = parts.map((part) => readStoredPart(part.value, part.id))
      const read = own.filter((part): part is StoredPart => part !== null)
      for (const { type } of read) if (!knownParts.has(type)) unknown.set(type, (unknown.get(type) ?? 0) + 1)
      const message = readStoredMessage(value, id, read)
      if (message === null) lostMessages += 1
      else {
        lostParts += own.length - read.length
        messages.push(message)
      }
    },
    finish: (info, faults = []) => ({
      info,
      messages,
      faults: [
        ...faults,
        ...(lostMessages > 0
          ? [
              `${formatCountWithNoun(lostMessages, 'message')} cannot be read and ${describeLeftOut(lostMessages)}`,
            ]
          : []),
        ...(lostParts > 0
          ? [
              `${formatCountWithNoun(lostParts, 'part')} of messages cannot be read and ${describeLeftOut(lostParts)}`,
            ]
          : []),
        ...[...unknown].map(
          ([type, count]) =>
            `${formatCountWithNoun(count, 'part')} of an unknown kind, "${type}", ${describeLeftOut(count)}`,
        ),
      ],
    }),
  }
}

function describeLeftOut(count: number): string {
  return `${count === 1 ? 'was' : 'were'} left out`
}
