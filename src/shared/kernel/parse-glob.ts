import { readInOrder, readOne, readAlternatives, readRepeated, type Piece } from './glob-places.ts'

/** Names that a range such as `{1..3}` may stand for; a longer one stands for itself. */
export const longestRange = 1000

const readLiteral = (char: string): Piece => readOne((other) => other === char)
const readText = (text: string): Piece => readInOrder(Array.from(text, readLiteral))
const isName = (char: string): boolean => char !== '/'
const any = readOne(isName, { isWild: true })
const nothing = readInOrder([])

const deepName = readRepeated(readOne(isName, { isWild: true, isDeep: true }), 1)
const deepSlash = readOne((char) => char === '/', { isDeep: true })
/** `**` before a slash, with it: names that each have one behind them, or none. */
const namesAbove = readRepeated(readInOrder([deepName, deepSlash]), 0)
/** `**` at the end: a name and names below it, or none. */
const namesBelow = readAlternatives([
  nothing,
  readInOrder([deepName, readRepeated(readInOrder([deepSlash, deepName]), 0)]),
])

type Reader = {
  readonly pattern: string
  /** Where the braces and brackets end that begin at a place. */
  readonly ends: ReadonlyMap<number, number>
}

/** The pieces of a glob. What opens and never closes stands for itself. */
export function parseGlob(pattern: string): Piece {
  const reader = { pattern, ends: findEnds(pattern) }
  return readInOrder(readPieces(reader, 0, pattern.length))
}

function readPieces(reader: Reader, from: number, to: number): readonly Piece[] {
  const pieces: Piece[] = []
  for (let at = from; at < to;) {
    const { piece, end } = readPiece(reader, at)
    pieces.push(piece)
    at = end
  }
  return pieces
}

function readPiece(reader: Reader, at: number): { readonly piece: Piece; readonly end: number } {
  const { pattern, ends } = reader
  const sign = pattern.charAt(at)
  const end = ends.get(at)
  if (sign === '[' && end !== undefined) return { piece: readClass(pattern.slice(at + 1, end)), end: end + 1 }
  if (sign === '{' && end !== undefined) {
    const piece = readBraces(reader, at + 1, end)
    if (piece !== null) return { piece, end: end + 1 }
  }
  if (sign === '\\' && at + 1 < pattern.length)
    return { piece: readLiteral(pattern.charAt(at + 1)), end: at + 2 }
  if (sign === '*' || sign === '/') {
    const deep = readDeep(pattern, at)
    if (deep !== null) return deep
  }
  if (sign === '*') return { piece: readRepeated(any, 0), end: at + 1 }
  const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
  return { piece: sign === '?' ? any : readLiteral(char), end: at + char.length }
}

/** `**` where it is a whole name, with the slash beside it. `a/**` stands for `a`, too, and a wild name is none. */
function readDeep(pattern: string, at: number): { readonly piece: Piece; readonly end: number } | null {
  const before = pattern.charAt(at - 1)
  const isBehindSlash = pattern[at] === '/'
  const end = at + (isBehindSlash ? 3 : 2)
  if (!pattern.startsWith('**', end - 2)) return null
  const isLast = end === pattern.length || '},'.includes(pattern.charAt(end))
  if (isBehindSlash) {
    if (!isLast) return null
    const below = readInOrder([readLiteral('/'), namesBelow])
    return { piece: /[*?\]}]/.test(before) ? below : readAlternatives([nothing, below]), end }
  }
  if (!'/{,'.includes(before)) return null
  if (pattern[end] === '/') return { piece: namesAbove, end: end + 1 }
  return isLast ? { piece: namesBelow, end } : null
}

/** Null for braces that stand for themselves: without alternatives and without a range. */
function readBraces(reader: Reader, from: number, to: number): Piece | null {
  const commas = findCommas(reader, from, to)
  if (commas.length > 0)
    return readAlternatives(
      [from - 1, ...commas].map((before, index) =>
        readInOrder(readPieces(reader, before + 1, commas[index] ?? to)),
      ),
    )
  const range = listRange(reader.pattern.slice(from, to))
  return range === null ? null : readAlternatives(range.map(readText))
}

function findCommas({ pattern, ends }: Reader, from: number, to: number): readonly number[] {
  const commas: number[] = []
  for (let at = from; at < to; at += 1)
    if (pattern[at] === ',') commas.push(at)
    else if (pattern[at] === '\\') at += 1
    else at = ends.get(at) ?? at
  return commas
}

/** The first range in a glob that stands for more names than one may: it stands for itself then. */
export function findLongRange(pattern: string): string | null {
  const ranges = pattern.match(/\{-?\d+\.\.-?\d+\}/g) ?? []
  return ranges.find((range) => listRange(range.slice(1, -1)) === null) ?? null
}

function listRange(text: string): readonly string[] | null {
  const [, from = '', to = ''] = /^(-?\d{1,15}|[A-Za-z])\.\.(-?\d{1,15}|[A-Za-z])$/.exec(text) ?? []
  const isNumber = /\d$/.test(from)
  if (from === '' || isNumber !== /\d$/.test(to)) return null
  const [first, last] = isNumber ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)]
  const count = Math.abs(last - first) + 1
  if (count > longestRange) return null
  const width = /^-?0\d/.test(from) || /^-?0\d/.test(to) ? Math.max(from.length, to.length) : 0
  return Array.from({ length: count }, (_, index) => {
    const value = first + Math.sign(last - first) * index
    if (!isNumber) return String.fromCharCode(value)
    return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0')
  })
}

/** Characters of a class, `!` or `^` before them for all others; never a slash. */
function readClass(text: string): Piece {
  const isOther = /^[!^]/.test(text)
  const chars = Array.from(text.slice(isOther ? 1 : 0))
  const ranges: { readonly from: string; readonly to: string }[] = []
  for (let at = 0; at < chars.length; at += 1) {
    if (chars[at] === '\\' && at + 1 < chars.length) at += 1
    const from = chars[at] ?? ''
    const to = chars[at + 1] === '-' ? chars[at + 2] : undefined
    ranges.push({ from, to: to ?? from })
    if (to !== undefined) at += 2
  }
  const holdsChar = (char: string): boolean => ranges.some(({ from, to }) => from <= char && char <= to)
  return readOne((char) => isName(char) && holdsChar(char) !== isOther, { isWild: true })
}

function findEnds(pattern: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern.charAt(at)
    if (sign === '\\') at += 1
    else if (sign === '[') {
      const end = findClassEnd(pattern, at)
      if (end !== null) {
        ends.set(at, end)
        at = end
      }
    } else if (sign === '{') open.push(at)
    else if (sign === '}') {
      const start = open.pop()
      if (start !== undefined) ends.set(start, at)
    }
  }
  return ends
}

/** A `]` right at the beginning is one of the characters. */
function findClassEnd(pattern: string, start: number): number | null {
  const first = start + (/[!^]/.test(pattern.charAt(start + 1)) ? 2 : 1)
  for (let at = first; at < pattern.length && pattern[at] !== '/'; at += 1) {
    if (pattern[at] === '\\') at += 1
    else if (pattern[at] === ']' && at > first) return at
  }
  return null
}
