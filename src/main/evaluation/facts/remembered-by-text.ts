import type { Part } from '../../../shared/domain/part.ts'

/** All that a reading may look at. */
export type Readable = Pick<Part, 'text' | 'kind' | 'holder'>

/** Characters whose readings are kept; past this many the memory starts afresh. */
const mostChars = 4_000_000

/** A reading of a part that remembers its answers: the cuts and the variants of a task share most of their texts. */
export function rememberedByText<Value>(read: (part: Readable) => Value): (part: Readable) => Value {
  const known = new Map<string, Map<string, { readonly value: Value }>>()
  let chars = 0
  return (part) => {
    const { text, kind, holder } = part
    const place = `${kind} ${holder}`
    const found = known.get(place)?.get(text)
    if (found !== undefined) return found.value
    chars += text.length
    if (chars > mostChars) {
      known.clear()
      chars = text.length
    }
    const value = read(part)
    const own = known.get(place) ?? new Map<string, { readonly value: Value }>()
    known.set(place, own.set(text, { value }))
    return value
  }
}
