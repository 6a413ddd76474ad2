import type { Part } from '../../../shared/kernel/part.ts'
import { findUnmovedPart } from '../../kernel/history/moved-parts.ts'

/** All that a reading may look at. */
export type Readable = Pick<Part, 'text' | 'kind' | 'holder'>

/** A reading of a part that remembers its answers. */
export type RememberedReading<Value> = {
  (part: Readable): Value
  /** Announces a conversation, by the parts of its messages: what is read of it will all be remembered. */
  readonly makeRoom: (parts: readonly (readonly Readable[])[]) => void
}

/** Characters whose readings are kept whatever is read. */
const leastChars = 4_000_000
/**
 * However long a task is, its readings take memory beside it: those of words ten times what they are of. Of a longer one no
 * more is kept than of any, since it would be forgotten before it is asked for again.
 */
const mostChars = 32_000_000

type Found<Value> = { readonly value: Value }
type Known<Value> = Map<string, Map<string, Found<Value>>>

/**
 * A reading of a part that remembers its answers: the cuts and the variants of a task share most of their texts. There is
 * room for the longest conversation of late, twice: what was not asked for while so many other texts came is forgotten.
 * A part that is asked for again is not looked up by its text.
 */
export function createRememberedReading<Value>(read: (part: Readable) => Value): RememberedReading<Value> {
  let recent: Known<Value> = new Map()
  let older: Known<Value> = new Map()
  /** What is in `recent`, by the parts that were asked for. */
  let byPart = new WeakMap<Readable, Found<Value>>()
  let chars = 0
  let room = leastChars
  let nextRoom = leastChars
  const remember = (place: string, text: string, found: Found<Value>): Found<Value> => {
    if (chars > 0 && chars + text.length > room) {
      older = recent
      recent = new Map()
      byPart = new WeakMap()
      chars = 0
      room = nextRoom
      nextRoom = leastChars
    }
    chars += text.length
    const own = recent.get(place) ?? new Map<string, Found<Value>>()
    recent.set(place, own.set(text, found))
    return found
  }
  const findByText = (part: Readable): Found<Value> => {
    const { text, kind, holder } = part
    const place = `${kind} ${holder}`
    const found = recent.get(place)?.get(text)
    return found ?? remember(place, text, older.get(place)?.get(text) ?? { value: read(part) })
  }
  const readPart = (part: Readable): Value => {
    const known = byPart.get(part)
    if (known !== undefined) return known.value
    const origin = findUnmovedPart(part)
    const found = byPart.get(origin) ?? findByText(part)
    byPart.set(origin, found)
    if (origin !== part) byPart.set(part, found)
    return found.value
  }
  const makeRoom = (parts: readonly (readonly Readable[])[]): void => {
    const all = countPartChars(parts)
    const asked = all > mostChars ? leastChars : all
    nextRoom = Math.max(nextRoom, asked)
    room = Math.max(room, asked)
  }
  return Object.assign(readPart, { makeRoom })
}

const knownChars = new WeakMap<readonly (readonly Readable[])[], number>()

/** Each reading of a conversation asks. */
function countPartChars(parts: readonly (readonly Readable[])[]): number {
  const known = knownChars.get(parts)
  if (known !== undefined) return known
  let chars = 0
  for (const own of parts) for (const { text } of own) chars += text.length
  knownChars.set(parts, chars)
  return chars
}
