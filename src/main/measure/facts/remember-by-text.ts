/** Characters: what is shorter is read anew sooner than it is looked up. */
const leastChars = 10_000
/** Characters of texts whose readings are kept, and as many again of those before. */
const mostChars = 16_000_000

/**
 * A reading of a text that remembers its answers for long ones. A task is condensed by many methods and measured with
 * many figures, and all of them read the same prompts. Whoever gets an answer leaves it as it is.
 */
export function rememberByText<Value>(read: (text: string) => Value): (text: string) => Value {
  type Found = { readonly value: Value }
  let recent = new Map<string, Found>()
  let older = new Map<string, Found>()
  let chars = 0
  return (text) => {
    if (text.length < leastChars) return read(text)
    const known = recent.get(text)
    if (known !== undefined) return known.value
    const found = older.get(text) ?? { value: read(text) }
    if (chars > 0 && chars + text.length > mostChars) {
      older = recent
      recent = new Map()
      chars = 0
    }
    chars += text.length
    recent.set(text, found)
    return found.value
  }
}
