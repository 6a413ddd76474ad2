import type { Message } from '../../../src/shared/kernel/message.ts'
import type { WireMessage } from './types.ts'

/** Vendors take no fields of others, so marks of what was written are kept beside the messages, as long as these live. */
const known = new WeakMap<WireMessage, Message>()

/** Keeps the marks of a message that the engine wrote, so that it is no plain message when it comes back. */
export function markWritten(message: Message, wires: readonly WireMessage[]): void {
  if (message.isSummary !== true && message['isBoilerplate'] !== true) return
  for (const wire of wires) known.set(wire, message)
}

/** A message that the engine wrote, with its marks; undefined for any other. */
export function findWrittenMarks(wire: WireMessage | undefined): Message | undefined {
  return wire === undefined ? undefined : known.get(wire)
}
