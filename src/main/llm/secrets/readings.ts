/** A text as somebody could read it who looks for a secret: characters that count, each with where it stands. */
export type Folded = {
  /** Code units; 0 stands where so much was left out that what follows has nothing to do with what came before. */
  readonly codes: readonly number[]
  /** Where each of them begins and ends in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Where a character begins that the end of the text may have cut in two; the length of the text where none does. */
  readonly openAt: number
}

/** A way to read a text, or the beginning of one that goes on. */
export type Reading = (text: string, isWhole?: boolean) => Folded

/** More than this many characters between two of a secret, and nobody reads them as one word. */
const widestGap = 32

/** The text as it is. */
export const readLiterally: Reading = (text) => fold(text, (code) => code)

/** In small letters, without anything that leaves a gap or nothing at all on a screen. */
export const readSpelt: Reading = (text) => fold(text, (code) => (isGap(code) ? dropped : toSmall(code)))

/** Letters and digits alone, in small letters, with the usual escapes resolved. */
export const readBare: Reading = (text, isWhole = true) =>
  fold(text, bareCode, readEscape, isWhole ? null : openEscape)

const dropped = -1

/** What a code unit counts as; `dropped` for nothing. */
type ToCode = (code: number) => number
/** An escape at a place of a text: what it stands for, and where it ends. */
type Escape = { readonly code: number; readonly end: number }

function fold(
  text: string,
  toCode: ToCode,
  escapeAt: (text: string, at: number) => Escape | null = () => null,
  open: RegExp | null = null,
): Folded {
  const codes: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  // No escape that is worth waiting for is longer.
  const openAt =
    open === null ? text.length : text.length - (open.exec(text.slice(-longestEscape))?.[0].length ?? 0)
  let lastEnd = 0
  let skipped = 0
  const put = (code: number, start: number, end: number): void => {
    codes.push(code)
    starts.push(start)
    ends.push(end)
  }
  for (let at = 0; at < openAt;) {
    const escape = escapeAt(text, at)
    const code = toCode(escape?.code ?? text.charCodeAt(at))
    const end = escape?.end ?? at + 1
    if (code !== dropped) {
      if (skipped > widestGap) put(0, lastEnd, at)
      put(code, at, end)
      lastEnd = end
      skipped = 0
    } else skipped += 1
    at = end
  }
  if (skipped > widestGap) put(0, lastEnd, openAt)
  return { codes, starts, ends, openAt }
}

function toSmall(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
}

function bareCode(code: number): number {
  const small = toSmall(code)
  return (small >= 0x61 && small <= 0x7a) || (small >= 0x30 && small <= 0x39) ? small : dropped
}

/** Spaces, line breaks, control characters, and what Unicode has that shows nothing or marks what stands before it. */
const gaps = /[\s\p{Cc}\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/u
/** The invisible letters of Unicode lie in one block beyond its first plane: what its code units have in common. */
const isInvisibleLetter = (code: number): boolean => code === 0xdb40 || (code >= 0xdc00 && code <= 0xdfff)

/** 1 for each code unit that is a gap; made once somebody needs it. */
let gapTable: Uint8Array | null = null

function isGap(code: number): boolean {
  gapTable ??= Uint8Array.from({ length: 0x10000 }, (_, one) =>
    isInvisibleLetter(one) || gaps.test(String.fromCharCode(one)) ? 1 : 0,
  )
  return gapTable[code] === 1
}

const longestEscape = 24
const backslash = 0x5c
const percent = 0x25
const ampersand = 0x26

/** Of JSON and of programming languages, doubled or not, in an address or not: `\u0073`, `\u{73}`, `\x73`, `\163`, and breaks such as `\n`. */
const escaped =
  /(?:\\|%(?:25){0,4}5c)+(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([0-7]{3})|[nrtfv])/iy
/** Of addresses, doubled or not: `%73`, `%2573`. */
const percentEncoded = /%(?:25){0,4}([0-9a-f]{2})/iy
/** Of pages, doubled or not: `&#115;`, `&#x73;`, `&amp;#115;`. */
const entity = /&(?:amp;){0,2}#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/iy
/** The beginning of any of them at the end of a text. */
const openEscape =
  /(?:(?:\\|%(?:25){0,4}5c)+(?:u[0-9a-f]{0,3}|u\{[0-9a-f]{0,6}|x[0-9a-f]?|[0-7]{1,2})?|%(?:25){0,4}(?:2|[0-9a-f])?|&(?:a|am|amp|(?:amp;){0,2}(?:a|am|amp|#|#x[0-9a-f]{0,6}|#\d{1,7})?))$/i

function readEscape(text: string, at: number): Escape | null {
  const first = text.charCodeAt(at)
  if (first === backslash) return matchAt(escaped, text, at, [16, 16, 16, 8])
  if (first === percent)
    return matchAt(escaped, text, at, [16, 16, 16, 8]) ?? matchAt(percentEncoded, text, at, [16])
  return first === ampersand ? matchAt(entity, text, at, [16, 10]) : null
}

function matchAt(pattern: RegExp, text: string, at: number, bases: readonly number[]): Escape | null {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) return null
  const group = bases.findIndex((_, index) => match[index + 1] !== undefined)
  const code = group === -1 ? 0x20 : Number.parseInt(match[group + 1] ?? '', bases[group])
  return { code: code > 0xffff ? 0x20 : code, end: at + match[0].length }
}
