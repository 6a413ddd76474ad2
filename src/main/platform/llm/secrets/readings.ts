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
export const readLiterally: Reading = (text) => {
  const codes = text.split('').map((unit) => unit.charCodeAt(0))
  const [starts, ends] = [codes.map((_, at) => at), codes.map((_, at) => at + 1)]
  return { codes, starts, ends, openAt: text.length }
}

/** In small letters of the usual alphabet, without anything that leaves a gap or nothing at all on a screen. */
export const readSpelt: Reading = (text, isWhole = true) => fold(text, { codesOf: speltCodes, isWhole })

/** Letters and digits of the usual alphabet alone, in small letters, with the usual escapes resolved. */
export const readBare: Reading = (text, isWhole = true) =>
  fold(text, { codesOf: bareCodes, isWhole, decodeEscape: readEscape, open: openEscape })

/** What a character counts as: none where it is left out, several where it stands for several, such as `⑩`. */
type ToCodes = (codePoint: number) => readonly number[]
/** A character at a place of a text, or an escape for one: what it stands for, and where it ends. */
type Character = { readonly code: number; readonly end: number }

type Folding = {
  readonly codesOf: ToCodes
  readonly isWhole: boolean
  readonly decodeEscape?: (text: string, at: number) => Character | null
  /** The beginning of an escape at the end of a text. */
  readonly open?: RegExp
}

function fold(text: string, { codesOf, isWhole, decodeEscape, open }: Folding): Folded {
  const codes: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  // No escape that is worth waiting for is longer.
  const cut = isWhole ? 0 : (open?.exec(text.slice(-longestEscape))?.[0].length ?? 0)
  const limit = text.length - cut
  let lastEnd = 0
  let skipped = 0
  const put = (code: number, start: number, end: number): void => {
    codes.push(code)
    starts.push(start)
    ends.push(end)
  }
  const readUnit = (at: number): Character =>
    decodeEscape?.(text, at) ?? { code: text.charCodeAt(at), end: at + 1 }
  let at = 0
  while (at < limit) {
    const { code, end, isCut } = readCharacter(readUnit, at, limit)
    if (isCut && !isWhole) break
    const own = codesOf(code)
    if (own.length > 0) {
      if (skipped > widestGap) put(0, lastEnd, at)
      for (const one of own) put(one, at, end)
      lastEnd = end
      skipped = 0
    } else skipped += 1
    at = end
  }
  const openAt = Math.min(at, limit)
  if (skipped > widestGap) put(0, lastEnd, openAt)
  return { codes, starts, ends, openAt }
}

/**
 * The character at a place: one code unit or two, or the two to four bytes of UTF-8 where those were taken for
 * characters. `isCut` where the text ends before it does.
 */
function readCharacter(
  unitAt: (at: number) => Character,
  at: number,
  limit: number,
): Character & { readonly isCut: boolean } {
  const first = unitAt(at)
  const isPair = first.code >= 0xd800 && first.code <= 0xdbff
  const more = isPair ? 1 : countBytesAfter(first.code)
  let code = isPair ? first.code - 0xd800 : first.code & (0x3f >> more)
  let { end } = first
  for (let count = 0; count < more; count += 1) {
    if (end >= limit) return { ...first, isCut: true }
    const next = unitAt(end)
    const isNext = isPair ? (next.code & 0xfc00) === 0xdc00 : next.code < 0x100 && (next.code & 0xc0) === 0x80
    if (!isNext) return { ...first, isCut: false }
    code = isPair ? (code << 10) + (next.code & 0x3ff) + 0x10000 : (code << 6) + (next.code & 0x3f)
    end = next.end
  }
  return more === 0 || code > 0x10ffff ? { ...first, isCut: false } : { code, end, isCut: false }
}

/** Bytes that follow a first byte of UTF-8; 0 after what is none. */
function countBytesAfter(code: number): number {
  if (code < 0xc2 || code > 0xf4) return 0
  return code < 0xe0 ? 1 : code < 0xf0 ? 2 : 3
}

function toSmall(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
}

function isLetterOrDigit(small: number): boolean {
  return (small >= 0x61 && small <= 0x7a) || (small >= 0x30 && small <= 0x39)
}

/** Spaces, line breaks, control characters, and what Unicode has that shows nothing or marks what stands before it. */
const gaps = /[\s\p{Cc}\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/u

/** Each alphabet is looked up once: there are many characters, and few in a text. */
function rememberCodes(codesOf: ToCodes): ToCodes {
  const known = new Map<number, readonly number[]>()
  return (codePoint) => {
    const found = known.get(codePoint) ?? codesOf(codePoint)
    known.set(codePoint, found)
    return found
  }
}

const speltCodes = rememberCodes((codePoint) =>
  Array.from(toPlainText(codePoint)).flatMap((one) =>
    gaps.test(one) ? [] : one.split('').map((unit) => toSmall(unit.charCodeAt(0))),
  ),
)
const bareCodes = rememberCodes((codePoint) =>
  toPlainText(codePoint)
    .split('')
    .map((unit) => toSmall(unit.charCodeAt(0)))
    .filter(isLetterOrDigit),
)

/** Letters and digits in shapes that Unicode takes for signs of their own: the first of each, how many, and what it stands for. */
const shapes: readonly (readonly [first: number, count: number, plain: string])[] = [
  [0x1f150, 26, 'a'],
  [0x1f170, 26, 'a'],
  [0x1f1e6, 26, 'a'],
  [0x2776, 9, '1'],
  [0x2780, 9, '1'],
  [0x278a, 9, '1'],
  [0x24f5, 9, '1'],
  [0x24ff, 1, '0'],
  [0x1f10b, 2, '0'],
  // Tags, which nobody sees.
  [0xe0020, 95, ' '],
]

/** What a character comes to in the usual alphabet: by Unicode's compatibility (NFKD), accents apart, or by its shape. */
function toPlainText(codePoint: number): string {
  const shape = shapes.find(([first, count]) => codePoint >= first && codePoint < first + count)
  if (shape === undefined) return String.fromCodePoint(codePoint).normalize('NFKD')
  const [first, , plain] = shape
  return plain === '0' ? plain : String.fromCharCode(plain.charCodeAt(0) + codePoint - first)
}

const longestEscape = 48
const backslash = 0x5c
const percent = 0x25
const ampersand = 0x26

/** Of JSON and of programming languages, doubled or not, in an address or not: `\u0073`, `\u{73}`, `\x73`, `\163`, and breaks such as `\n`. */
const escaped =
  /(?:\\|%(?:25){0,4}5c){1,16}(?:u([0-9a-f]{4})|u(?:\{|%(?:25){0,4}7b)([0-9a-f]{1,6})(?:\}|%(?:25){0,4}7d)|x([0-9a-f]{2})|([0-7]{3})|[nrtfv])/iy
/** Of addresses, doubled or not: `%73`, `%2573`. */
const percentEncoded = /%(?:25){0,4}([0-9a-f]{2})/iy
/** Of pages, doubled or not: `&#115;`, `&#x73;`, `&amp;#115;`. */
const entity = /&(?:amp;){0,2}#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/iy
/** The beginning of any of them at the end of a text. */
const openEscape =
  /(?:(?<!\\|%(?:25){0,4}5c)(?:\\|%(?:25){0,4}5c)+(?:u[0-9a-f]{0,3}|u(?:\{|%(?:25){0,4}7b)[0-9a-f]{0,6}(?:%(?:25){0,4}7?)?|u%(?:25){0,4}7?|x[0-9a-f]?|[0-7]{1,2})?|%(?:25){0,4}(?:2|[0-9a-f])?|&(?:a|am|amp|(?:amp;){0,2}(?:a|am|amp|#|#x[0-9a-f]{0,6}|#\d{1,7})?))$/i

function readEscape(text: string, at: number): Character | null {
  const first = text.charCodeAt(at)
  if (first === backslash) return matchCharacter(escaped, text, at, [16, 16, 16, 8])
  if (first === percent)
    return (
      matchCharacter(escaped, text, at, [16, 16, 16, 8]) ?? matchCharacter(percentEncoded, text, at, [16])
    )
  return first === ampersand ? matchCharacter(entity, text, at, [16, 10]) : null
}

function matchCharacter(
  pattern: RegExp,
  text: string,
  at: number,
  bases: readonly number[],
): Character | null {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) return null
  const group = bases.findIndex((_, index) => match[index + 1] !== undefined)
  const code = group === -1 ? 0x20 : Number.parseInt(match[group + 1] ?? '', bases[group])
  return { code: code > 0x10ffff ? 0x20 : code, end: at + match[0].length }
}
