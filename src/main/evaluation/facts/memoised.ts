/** Words repeat; past this many different ones the memory starts afresh. */
const most = 50_000

/** A function of one text that remembers its answers. */
export function memoised<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { readonly value: Value }>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found.value
    if (known.size >= most) known.clear()
    const value = read(text)
    known.set(text, { value })
    return value
  }
}
