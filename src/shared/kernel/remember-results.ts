/** Characters of texts whose answers are kept at the least. */
const keptChars = 4_000_000

/**
 * A function of a text that remembers its answers for texts of late: what was not asked for while `chars` characters of
 * others came twice is forgotten. Answers are shared, and must not be changed.
 */
export function rememberResults<Value extends object>(
  read: (text: string) => Value,
  chars = keptChars,
): (text: string) => Value {
  let recent = new Map<string, Value>()
  let older = new Map<string, Value>()
  let size = 0
  return (text) => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const value = older.get(text) ?? read(text)
    if (size > 0 && size + text.length > chars) {
      older = recent
      recent = new Map()
      size = 0
    }
    size += text.length
    recent.set(text, value)
    return value
  }
}
