import { lightObject } from '../../../shared/kernel/light-values.ts'
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
  if (isThere(parts, messageIndex)) return parts
  const origin = origins.get(parts) ?? parts
  const last = lastMoved.get(origin)
  const known = [origin, last].find((own) => own !== undefined && isThere(own, messageIndex))
  if (known !== undefined) return known
  const moved = copyParts(origin, messageIndex)
  origins.set(moved, origin)
  lastMoved.set(origin, moved)
  return moved
}

function isThere(parts: readonly Part[], messageIndex: number): boolean {
  return parts.every((part) => part.messageIndex === messageIndex)
}

/** The parts of a message as they are at another place, which they say. Nothing keeps the copies. */
export function copyParts(parts: readonly Part[], messageIndex: number): readonly Part[] {
  if (isThere(parts, messageIndex)) return parts
  return parts.map((part) => {
    const copy = lightObject in part ? copyLightPart(part, messageIndex) : { ...part, messageIndex }
    originsOfParts.set(copy, findUnmovedPart(part))
    return copy
  })
}

/** A part whose long texts are behind properties that unpack them, and stay so. */
function copyLightPart(part: Part, messageIndex: number): Part {
  const copy: object = Object.defineProperties({}, Object.getOwnPropertyDescriptors(part))
  // All that the part has, and its place.
  return Object.defineProperty(copy, 'messageIndex', { value: messageIndex }) as Part
}

/** The part that one was moved from, which says the same; itself where it was not moved. */
export function findUnmovedPart<Own extends object>(part: Own): Own {
  // A part that was moved has an origin of its own type.
  return (originsOfParts.get(part as unknown as Part) as Own | undefined) ?? part
}
