import { z } from 'zod'

/**
 * How a JSON text differs from what `JSON.stringify` writes for its value: the white space before each token, and
 * the tokens that are spelled otherwise. With it a file of any style can be written again byte for byte.
 */
export const jsonLayoutSchema = z.object({
  /** Every white space that occurs before a token. */
  spaces: z.array(z.string()),
  /** Per token, in order: index into `spaces`. */
  before: z.array(z.number().int()),
  /** Tokens spelled otherwise, such as `1.0` or an escape that is not needed: index of the token, and its text. */
  spelled: z.array(z.tuple([z.number().int(), z.string()])),
})
export type JsonLayout = Readonly<z.infer<typeof jsonLayoutSchema>>

/** The layout of a text whose value `JSON.stringify` writes as `canonical`; null where the two do not match. */
export function findJsonLayout(text: string, canonical: string): JsonLayout | null {
  const spaces = new Map<string, number>()
  const before: number[] = []
  const spelled: [number, string][] = []
  const wanted = readTokens(canonical)
  let end = 0
  for (const token of readTokens(text)) {
    const other = wanted.next()
    if (other.done === true) return null
    const own = text.slice(token.start, token.end)
    const expected = canonical.slice(other.value.start, other.value.end)
    if (own !== expected) {
      if (!isSameValue(own, expected)) return null
      spelled.push([before.length, own])
    }
    const space = text.slice(end, token.start)
    const index = spaces.get(space) ?? spaces.size
    spaces.set(space, index)
    before.push(index)
    end = token.end
  }
  return wanted.next().done === true ? { spaces: [...spaces.keys()], before, spelled } : null
}

/** Writes `canonical` in a layout that was found for the same value, without what stood after its last token. */
export function applyJsonLayout(canonical: string, { spaces, before, spelled }: JsonLayout): string {
  const pieces: string[] = []
  const otherwise = new Map(spelled)
  let index = 0
  for (const { start, end } of readTokens(canonical)) {
    pieces.push(spaces[before[index] ?? 0] ?? '', otherwise.get(index) ?? canonical.slice(start, end))
    index += 1
  }
  return pieces.join('')
}

type Token = { readonly start: number; readonly end: number }

const structure = '{}[]:,'

/** Strings with their quotes, signs of structure, and runs of anything else: numbers and words. */
function* readTokens(text: string): Generator<Token, void> {
  let at = 0
  while (at < text.length) {
    const start = at
    const character = text.charAt(at)
    if (isSpace(text, at)) at += 1
    else {
      at =
        character === '"'
          ? findStringEnd(text, at)
          : structure.includes(character)
            ? at + 1
            : findWordEnd(text, at)
      yield { start, end: at }
    }
  }
}

/** Jumps from quote to quote: a string may be megabytes long, too long for a regular expression. */
function findStringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (quote >= 0) {
    let slash = quote - 1
    while (text.charCodeAt(slash) === backslash) slash -= 1
    if ((quote - slash) % 2 === 1) return quote + 1
    quote = text.indexOf('"', quote + 1)
  }
  return text.length
}

function findWordEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && !isSpace(text, at) && text[at] !== '"' && !structure.includes(text.charAt(at)))
    at += 1
  return at
}

const backslash = 0x5c

function isSpace(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 0x20
}

function isSameValue(a: string, b: string): boolean {
  try {
    return Object.is(JSON.parse(a), JSON.parse(b))
  } catch {
    return false
  }
}
