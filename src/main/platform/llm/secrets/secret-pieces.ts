import { readBare, readLiterally, readSpelt, type Reading } from './readings.ts'

/** What gives a secret away in one way of reading a text. */
export type Pieces = {
  readonly read: Reading
  /** Pieces by their length, each in the code units of this reading. */
  readonly bySize: ReadonlyMap<number, ReadonlySet<string>>
  /** All forms of the secret, with something between them that no text holds. */
  readonly forms: string
}

/** Of a piece of this length nobody can say that it stands in a text by chance, unless it is made of words. */
const shortPiece = 8
/** A piece of this length gives too much away; shorter ones of words occur in honest texts. */
export const pieceLength = 12
/** Words that were spelt in another way, such as with spaces, occur in honest texts up to this length. */
const wordyPiece = 16
/** What is shorter is redacted as it stands only: its other forms are words as likely as not. */
const shortestInForms = 8

/** What gives a secret away, in each way of reading a text that is worth the trouble for it. */
export function buildSecretPieces(secret: string): readonly Pieces[] {
  const [escaped, encoded] = [listEscapedForms(secret), listEncodedForms(secret)]
  const literal = secret.length < shortestInForms ? [secret] : [secret, ...escaped, ...encoded]
  const literally = collect(readLiterally, [[literal, chooseAll(pieceLength)]])
  const raw = [secret, secret.split('').toReversed().join('')]
  // The numbers of lines, which count up, are digits in hexadecimal.
  const bareEncoded: readonly Rule[] = [
    [encoded, chooseRandom(pieceLength)],
    [encoded, chooseAll(2 * pieceLength)],
  ]
  const isRandom = listWindows(secret, shortPiece).some(looksRandom)
  if (isRandom) {
    return [
      // As it stands, the literal reading finds nothing that this one does not.
      collect(readSpelt, [
        [raw, chooseAll(pieceLength)],
        [raw, short],
        [[...escaped, ...encoded], chooseAll(pieceLength)],
      ]),
      collect(readBare, [
        [raw, short],
        [raw, chooseRandom(pieceLength)],
        [raw, chooseAll(wordyPiece)],
        ...bareEncoded,
      ]),
    ]
  }
  if (measureReading(readBare, secret) < pieceLength) return [literally]
  return [
    literally,
    collect(readSpelt, [
      [raw, chooseAll(wordyPiece)],
      [encoded, chooseAll(pieceLength)],
    ]),
    collect(readBare, [[raw, chooseAll(wordyPiece)], ...bareEncoded]),
  ]
}

/** Which pieces of a form give it away. */
type Choice = { readonly size: number; readonly accepts: (original: string) => boolean }
type Rule = readonly [forms: readonly string[], choice: Choice]

const chooseAll = (size: number): Choice => ({ size, accepts: () => true })
/** Hashes and identifiers are everywhere: eight digits of one are found in another sooner or later. */
const short: Choice = {
  size: shortPiece,
  accepts: (text) => looksRandom(text) && /[g-z]/i.test(text),
}
const chooseRandom = (size: number): Choice => ({ size, accepts: looksRandom })

/** In eight characters: `Q7wzX4rT` or `a3f9c2d1`, and neither `localkey`, `Local-Key` nor `20261122`. */
function looksRandom(text: string): boolean {
  return (text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []).length > text.length / shortPiece + 2
}

/** What the keys of a vendor begin with, which everybody knows and documentation is full of. */
const knownBeginning = /^(?:sk-ant-[a-z]+\d\d-|sk-(?:proj|svcacct|admin|or-v1)-)/
/** So many characters beyond it belong to a piece that gives something away. */
const leastBeyond = 4

function collect(read: Reading, rules: readonly Rule[]): Pieces {
  const bySize = new Map<number, Set<string>>()
  const forms = new Set<string>()
  for (const [texts, { size, accepts }] of rules) {
    for (const text of texts) {
      const { codes, starts, ends } = read(text)
      const folded = joinCodeUnits(codes)
      forms.add(folded)
      const known = knownBeginning.exec(text)?.[0].length ?? 0
      const length = Math.min(size, folded.length)
      const pieces = bySize.get(length) ?? new Set()
      bySize.set(length, pieces)
      for (let at = 0; at + length <= folded.length; at += 1) {
        const end = ends[at + length - 1] ?? 0
        const isTelling = known === 0 || end >= known + leastBeyond
        if (isTelling && accepts(text.slice(starts[at], end))) pieces.add(folded.slice(at, at + length))
      }
    }
  }
  for (const [size, pieces] of bySize) if (size === 0 || pieces.size === 0) bySize.delete(size)
  return { read, bySize, forms: [...forms].join('\0') }
}

function listWindows(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) => text.slice(at, at + size))
}

function measureReading(read: Reading, text: string): number {
  return read(text).codes.length
}

/** The text of code units. */
export function joinCodeUnits(codes: readonly number[]): string {
  return codes.map((code) => String.fromCharCode(code)).join('')
}

/** Percent-encoded, and as JSON escapes it. */
function listEscapedForms(secret: string): readonly string[] {
  const percent = encodeURIComponent(secret)
  const small = percent.replaceAll(/%../g, (code) => code.toLowerCase())
  return [percent, small, JSON.stringify(secret).slice(1, -1)]
}

/** In base64 at any offset and in either alphabet, and in hexadecimal; in other letters, too. */
function listEncodedForms(secret: string): readonly string[] {
  const cases = [secret, secret.toLowerCase(), secret.toUpperCase(), swapCase(secret)]
  return cases.flatMap((one) => {
    const hexadecimal = Buffer.from(one).toString('hex')
    return [hexadecimal, hexadecimal.toUpperCase(), ...listBase64Forms(one)]
  })
}

function listBase64Forms(text: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const form = spellBase64(text, offset)
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** How base64 spells a text that stands behind some others, without the characters that these have a part in. */
function spellBase64(text: string, offset: number): string {
  const bits = 8 * Buffer.byteLength(text)
  const first = Math.ceil((8 * offset) / 6)
  const last = Math.floor((8 * offset + bits) / 6)
  return Buffer.from('\0'.repeat(offset) + text)
    .toString('base64')
    .slice(first, last)
}

function swapCase(text: string): string {
  return text
    .split('')
    .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
    .join('')
}
