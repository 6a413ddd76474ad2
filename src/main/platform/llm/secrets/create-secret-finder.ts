import { findLargest, findSmallest } from '../../../../shared/kernel/find-extreme.ts'
import type { Folded } from './readings.ts'
import { buildSecretPieces, joinCodeUnits, type Pieces } from './secret-pieces.ts'

export type SecretFinder = {
  /** The text with every trace of the secret replaced. */
  readonly clean: (text: string) => string
  /** The same of a text whose end was cut off, perhaps in the middle of the secret. */
  readonly cleanCut: (text: string) => string
  /** Cleans a text that comes in pieces. */
  readonly stream: () => SecretStream
}

export type SecretStream = {
  /** Takes the next piece, and gives what is known not to be the beginning of a trace, cleaned. */
  readonly push: (text: string) => string
  /** The rest, cleaned. The stream may be used again. */
  readonly end: () => string
}

/** What stands where the secret was. */
export const replacement = '[key removed]'
/** What is shorter occurs in any text. */
export const shortestSecret = 4
/** The shortest beginning of a secret that is removed where a text was cut. */
const shortestCut = 4

/**
 * Finds a secret in what servers say: as it is, in base64 at any offset and in either alphabet, in hexadecimal,
 * percent-encoded, as JSON, pages and programs escape it, backwards, in other letters, or with spaces, line breaks,
 * invisible signs or punctuation between its characters; whole, or any piece that gives it away. Takes time in
 * proportion to the text, however it comes in pieces: no more than a few characters wait for what follows.
 */
export function createSecretFinder(secret: string): SecretFinder {
  const searches = buildSecretPieces(secret).map(prepare)
  const stream = (): SecretStream => createStream(searches)
  const clean = (text: string): string => {
    const cleaning = stream()
    return cleaning.push(text) + cleaning.end()
  }
  return {
    clean,
    cleanCut: (text) => {
      const cleaned = clean(text)
      const cut = findSmallest(searches.map((search) => findBeginning(search, cleaned)))
      return cut < cleaned.length ? cleaned.slice(0, cut) + replacement : cleaned
    },
    stream,
  }
}

/** Pieces with what tells quickly that none of them begins at a place. */
type Search = Pieces & {
  readonly sizes: readonly number[]
  readonly longest: number
  /** How many code units are looked at to tell. */
  readonly looked: number
  /** A bit for each of their hashes. */
  readonly mayBegin: Uint32Array
}

const hashBits = 20

function prepare(pieces: Pieces): Search {
  const sizes = [...pieces.bySize.keys()]
  const looked = findSmallest(sizes, 6)
  const mayBegin = new Uint32Array(2 ** hashBits / 32)
  for (const set of pieces.bySize.values()) {
    for (const piece of set) {
      const hash = hashAt(
        piece.split('').map((one) => one.charCodeAt(0)),
        0,
        looked,
      )
      mayBegin[hash >>> 5] = (mayBegin[hash >>> 5] ?? 0) | (1 << (hash & 31))
    }
  }
  return { ...pieces, sizes, longest: findLargest(sizes), looked, mayBegin }
}

function hashAt(codes: readonly number[], from: number, length: number): number {
  let hash = 0
  for (let at = from; at < from + length; at += 1) hash = Math.imul(hash, 0x9e3779b1) + (codes[at] ?? 0)
  return Math.imul(hash, 0x9e3779b1) >>> (32 - hashBits)
}

/** A segment of a text, from its first character up to, but not including, `end`. */
type Segment = { readonly start: number; readonly end: number }

function createStream(searches: readonly Search[]): SecretStream {
  let pending = ''
  /** Of what is pending, so many characters belong to a trace that was replaced already. */
  let removed = 0
  const release = (isLast: boolean): string => {
    const folded = searches.map((search) => ({ search, text: search.read(pending, isLast) }))
    const found = joinSegments([
      ...(removed > 0 ? [{ start: 0, end: removed }] : []),
      ...folded.flatMap(({ search, text }) => find(search, text)),
    ])
    const until = isLast
      ? pending.length
      : findSmallest(
          folded.map(({ search, text }) => findHeldStart(search, text)),
          pending.length,
        )
    if (until === 0) return ''
    let cleaned = ''
    let at = 0
    let isReplaced = removed > 0
    removed = 0
    for (const { start, end } of found) {
      if (start >= until) break
      cleaned += pending.slice(at, start) + (isReplaced ? '' : replacement)
      isReplaced = false
      at = Math.min(end, until)
      removed = Math.max(0, end - until)
    }
    cleaned += pending.slice(at, until)
    pending = pending.slice(until)
    return cleaned
  }
  return {
    push: (text) => {
      pending += text
      return release(false)
    },
    end: () => release(true),
  }
}

function find(search: Search, { codes, starts, ends }: Folded): readonly Segment[] {
  const { bySize, sizes, looked, mayBegin } = search
  const found: Segment[] = []
  for (let at = 0; at + looked <= codes.length; at += 1) {
    const hash = hashAt(codes, at, looked)
    if (((mayBegin[hash >>> 5] ?? 0) & (1 << (hash & 31))) === 0) continue
    for (const size of sizes) {
      if (at + size > codes.length) continue
      if (bySize.get(size)?.has(joinCodeUnits(codes.slice(at, at + size))) !== true) continue
      found.push({ start: starts[at] ?? 0, end: ends[at + size - 1] ?? 0 })
    }
  }
  return found
}

/** Where the longest end of a text begins that is a part of the secret, or of an escape, and may be the beginning of a trace. */
function findHeldStart({ forms, longest }: Search, { codes, starts, openAt }: Folded): number {
  let held = openAt
  let tail = ''
  for (let at = codes.length - 1; at >= 0 && codes.length - at < longest; at -= 1) {
    const code = codes[at] ?? 0
    if (code === 0) break
    tail = String.fromCharCode(code) + tail
    if (!forms.includes(tail)) break
    held = starts[at] ?? 0
  }
  return held
}

/** Where the end of a text begins that is the beginning of one of the forms; its length where there is none. */
function findBeginning({ read, forms, longest }: Search, text: string): number {
  const { codes, starts } = read(text, true)
  for (let length = Math.min(codes.length, longest); length >= shortestCut; length -= 1) {
    const tail = joinCodeUnits(codes.slice(codes.length - length))
    if (forms.startsWith(tail) || forms.includes(`\0${tail}`)) return starts[codes.length - length] ?? 0
  }
  return text.length
}

/** Segments that overlap, as one; in order. */
function joinSegments(segments: readonly Segment[]): readonly Segment[] {
  const result: Segment[] = []
  for (const { start, end } of segments.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && start < last.end)
      result.splice(-1, 1, { start: last.start, end: Math.max(last.end, end) })
    else result.push({ start, end })
  }
  return result
}
