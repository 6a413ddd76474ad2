import type { Place } from './fact.ts'

/** The order in which places stand in a conversation. */
export function comparePlaces(a: Place, b: Place): number {
  return a.messageIndex - b.messageIndex || a.partIndex - b.partIndex || a.start - b.start
}
