import type { Part } from '../../../shared/domain/part.ts'

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
/** However long a task is, its readings take memory beside it. */
const mostChars = 64_000_000

type Known<Value> = Map<string, Map<string, { readonly value: Value }>>

/**
 * A reading of a part that remembers its answers: the cuts and the variants of a task share most of their texts. There is
 * room for the longest conversation of late, twice: what was not asked for while so many other texts came is forgotten.
 */
export function rememberedByText<Value>(read: (part: Readable) => Value): RememberedReading<Value> {
  let recent: Known<Value> = new Map()
  let older: Known<Value> = new Map()
  let chars = 0
  let room = leastChars
  let nextRoom = leastChars
  const remember = (place: string, text: string, found: { readonly value: Value }): Value => {
    if (chars > 0 && chars + text.length > room) {
      older = recent
      recent = new Map()
      chars = 0
      room = nextRoom
      nextRoom = leastChars
    }
    chars += text.length
    const own = recent.get(place) ?? new Map<string, { readonly value: Value }>()
    recent.set(place, own.set(text, found))
    return found.value
  }
  const reading = (part: Readable): Value => {
    const { text, kind, holder } = part
    const place = `${kind} ${holder}`
    const found = recent.get(place)?.get(text)
    if (found !== undefined) return found.value
    return remember(place, text, older.get(place)?.get(text) ?? { value: read(part) })
  }
  const makeRoom = (parts: readonly (readonly Readable[])[]): void => {
    const asked = Math.min(mostChars, charsOf(parts))
    nextRoom = Math.max(nextRoom, asked)
    room = Math.max(room, asked)
  }
  return Object.assign(reading, { makeRoom })
}

function charsOf(parts: readonly (readonly Readable[])[]): number {
  let chars = 0
  for (const own of parts) for (const { text } of own) chars += text.length
  return chars
}
