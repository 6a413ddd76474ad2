import type { Part } from '../../../shared/kernel/part.ts'

/** What lists of parts were moved from, and the last list that was moved from each. */
const origins = new WeakMap<readonly Part[], readonly Part[]>()
const lastMoved = new WeakMap<readonly Part[], readonly Part[]>()
const originsOfParts = new WeakMap<Part, Part>()

/**
 * The parts of a message that stands at another place now, which they say; those of a message that did not move as they
 * are. A condensation and the request after it have the message at one place, and get the same parts.
 */
export function moveParts(parts: readonly Part[], messageIndex: number): readonly Part[] {
  const isThere = (own: readonly Part[]): boolean => own.every((part) => part.messageIndex === messageIndex)
  if (isThere(parts)) return parts
  const origin = origins.get(parts) ?? parts
  const last = lastMoved.get(origin)
  const known = [origin, last].find((own) => own !== undefined && isThere(own))
  if (known !== undefined) return known
  const moved = origin.map((part) => {
    const copy = { ...part, messageIndex }
    originsOfParts.set(copy, part)
    return copy
  })
  origins.set(moved, origin)
  lastMoved.set(origin, moved)
  return moved
}

/** The part that one was moved from, which says the same; itself where it was not moved. */
export function findUnmovedPart<Own extends object>(part: Own): Own {
  // A part that was moved has an origin of its own type.
  return (originsOfParts.get(part as unknown as Part) as Own | undefined) ?? part
}
