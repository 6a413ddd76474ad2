import type { Readable } from './create-remembered-reading.ts'

const longer = new WeakMap<Readable, Readable>()

/** Says of a part that another one begins with its text, and goes on with a new line. */
export function recordLongerPart(part: Readable, other: Readable): void {
  if (/\S$/.test(part.text) && other.text.startsWith(`${part.text}\n`)) longer.set(part, other)
}

/** The part that was noted: what is read line by line is read of that one once, and is the same here as far as this text goes. */
export function findLongerPart(part: Readable): Readable | undefined {
  return longer.get(part)
}
