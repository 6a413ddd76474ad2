import type { HiddenMessage } from '../../../../shared/condense/result-file-types.ts'
import type { Message } from '../../../../shared/kernel/message.ts'

/** All messages of a file again: what its model saw, with the hidden ones back in their places. */
export function withHidden(effective: readonly Message[], hidden: readonly HiddenMessage[]): Message[] {
  const all = [...effective]
  for (const { index, message } of hidden.toSorted((a, b) => a.index - b.index)) all.splice(index, 0, message)
  return all
}
