import type { Mention, FactClass } from './fact-class.ts'
import type { Chunk } from './chunks-of.ts'
import { isSaid } from './is-said.ts'
import { readPath } from './read-path.ts'

/** Words repeat; past this many different ones the memory starts afresh. */
const most = 50_000

const pathOf = memoised(readPath)

/** Files, and folders where they are rooted. */
export const pathClass: FactClass = {
  id: 'path',
  label: 'Paths',
  isFounder: isSaid,
  chunk: pathMention,
}

/** In characters; longer ones are data, and slow to read. */
const longest = 320

/** The path that a segment of text is. A name before `(` is a method; a slash after a bracket goes on with something. */
export function pathMention({ text, start, before, after }: Chunk): Mention | undefined {
  if (text.length > longest) return undefined
  if (!/[./\\]|^(?:[A-Z]\w+|makefile)$/.test(text) || /[*{}$^]|:\/\//.test(text) || /[)\]}]/.test(before))
    return undefined
  if (after.startsWith('(') || /^\[[a-z.]/.test(after)) return undefined
  const key = pathOf(text)
  return key === undefined ? undefined : { key, start, end: start + text.length }
}

/** A function of one text that remembers its answers. */
function memoised<Value>(read: (text: string) => Value): (text: string) => Value {
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
