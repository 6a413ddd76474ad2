import { findLargest } from '../../../../shared/kernel/find-extreme.ts'

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

const replacement = '[key removed]'
/** What is shorter occurs in any text. */
export const shortestSecret = 4
/** What is shorter is a word as likely as not, and is removed as it stands only. */
const shortestInForms = 8
/** A piece of so many characters gives a secret away, in most forms. */
export const pieceLength = 12
/** More white space between two characters, and nobody reads them as one word. */
const widestGap = 32
/** What the keys of a vendor begin with, which everybody knows and documentation is full of. */
const knownBeginning = /^sk-(?:ant-[a-z]+\d\d|proj|svcacct|admin|or-v1)-/
/** So many characters beyond it belong to a piece that gives something away. */
const leastBeyond = 4

/**
 * Finds a secret in what servers say, whole or any piece that gives it away: as it is, as JSON escapes it, in base64,
 * percent-encoded, in hexadecimal, and with spaces or line breaks between its characters. Takes time in proportion to the
 * text, however it comes in pieces: no more than a few characters wait for what follows.
 */
export function createSecretFinder(secret: string): SecretFinder {
  const search = prepareSearch(secret)
  const stream = (): SecretStream => createStream(search)
  const clean = (text: string): string => {
    const { push, end } = stream()
    return push(text) + end()
  }
  return { clean, cleanCut: (text) => cutBeginning(search, clean(text)), stream }
}

/** A way to spell the secret, and how long a piece of it has to be to give the secret away. */
type Form = { readonly text: string; readonly size: number }
/** A text without what stands between characters, and the place of each that is left. */
type Folded = { readonly signs: string; readonly places: readonly number[] }
type Search = {
  readonly fold: (text: string) => Folded
  readonly forms: readonly string[]
  readonly pieces: ReadonlySet<string>
  readonly sizes: readonly number[]
  /** How pieces begin: tells quickly that none stands at a place. */
  readonly beginnings: ReadonlySet<string>
}
/** From its first character up to, but not including, `end`. */
type Segment = { readonly start: number; readonly end: number }

function prepareSearch(secret: string): Search {
  const forms = spellForms(secret)
  const pieces = new Set(forms.flatMap(cutPieces))
  return {
    fold: secret.length < shortestInForms ? keepText : leaveOutSpace,
    forms: forms.map(({ text }) => text),
    pieces,
    sizes: [...new Set([...pieces].map(({ length }) => length))],
    beginnings: new Set([...pieces].map((piece) => piece.slice(0, shortestSecret))),
  }
}

function spellForms(secret: string): readonly Form[] {
  const texts = new Map([[secret, pieceLength]])
  if (secret.length >= shortestInForms) {
    const percent = encodeURIComponent(secret)
    const inPercent = [percent, percent.replaceAll(/%../g, (code) => code.toLowerCase())]
    for (const text of [...inPercent, JSON.stringify(secret).slice(1, -1)]) texts.set(text, pieceLength)
    const hex = Buffer.from(secret).toString('hex')
    for (const text of [hex, hex.toUpperCase()]) {
      texts.set(text, pieceLength)
      // Each character takes so many that twelve of them are a word or less.
      texts.set(text.replaceAll(/../g, '%$&'), 3 * pieceLength)
      texts.set(text.replaceAll(/../g, String.raw`\u00$&`), 6 * pieceLength)
    }
    // At each offset in what is encoded as a whole, without the characters in which its neighbours have a part.
    for (const offset of [0, 1, 2]) {
      const bytes = Buffer.from('\0'.repeat(offset) + secret)
      const [first, last] = [Math.ceil((8 * offset) / 6), Math.floor((8 * bytes.length) / 6)]
      for (const alphabet of ['base64', 'base64url'] as const)
        texts.set(bytes.toString(alphabet).slice(first, last), pieceLength)
    }
  }
  return [...texts].map(([text, size]) => ({ text, size: Math.min(size, text.length) }))
}

function cutPieces({ text, size }: Form): readonly string[] {
  const known = knownBeginning.exec(text)?.[0].length ?? 0
  const first = known === 0 ? 0 : Math.max(0, known + leastBeyond - size)
  const count = Math.max(0, text.length - size + 1 - first)
  return Array.from({ length: count }, (_, at) => text.slice(first + at, first + at + size))
}

function keepText(text: string): Folded {
  return { signs: text, places: Array.from({ length: text.length }, (_, at) => at) }
}

function leaveOutSpace(text: string): Folded {
  const signs: string[] = []
  const places: number[] = []
  let next = 0
  const put = (sign: string, at: number): void => {
    // What no form holds keeps apart what stands far apart.
    if (at - next > widestGap) {
      signs.push('\0')
      places.push(next)
    }
    next = at + 1
    if (sign === '') return
    signs.push(sign)
    places.push(at)
  }
  for (let at = 0; at < text.length; at += 1) if (text.charAt(at).trim() !== '') put(text.charAt(at), at)
  put('', text.length)
  return { signs: signs.join(''), places }
}

function findSegments(
  { pieces, sizes, beginnings }: Search,
  { signs, places }: Folded,
  replaced: readonly Segment[],
): readonly Segment[] {
  const found = [...replaced]
  for (let at = 0; at < signs.length; at += 1) {
    if (!beginnings.has(signs.slice(at, at + shortestSecret))) continue
    for (const size of sizes) {
      if (!pieces.has(signs.slice(at, at + size))) continue
      const [start, end] = [places[at] ?? 0, (places[at + size - 1] ?? 0) + 1]
      const last = found.at(-1)
      if (last === undefined || start >= last.end) found.push({ start, end })
      else found.splice(-1, 1, { start: last.start, end: Math.max(last.end, end) })
    }
  }
  return found
}

/** Where the longest end of a text begins that is a part of a form, and may be the beginning of a piece. */
function findHeld({ forms, sizes }: Search, { signs, places }: Folded, whole: number): number {
  const longest = findLargest(sizes)
  let held = whole
  for (let at = signs.length - 1; at >= 0 && signs.length - at < longest; at -= 1) {
    const tail = signs.slice(at)
    if (!forms.some((form) => form.includes(tail))) break
    held = places[at] ?? 0
  }
  return held
}

/** A text whose end is the beginning of a form, without that. */
function cutBeginning({ fold, forms }: Search, text: string): string {
  const { signs, places } = fold(text)
  const longest = findLargest(forms.map(({ length }) => length))
  for (let at = Math.max(0, signs.length - longest); at + shortestSecret <= signs.length; at += 1) {
    const tail = signs.slice(at)
    if (forms.some((form) => form.startsWith(tail))) return text.slice(0, places[at]) + replacement
  }
  return text
}

function createStream(search: Search): SecretStream {
  let pending = ''
  /** Of what is pending, so many characters belong to a trace that was replaced already. */
  let removed = 0
  const release = (isLast: boolean): string => {
    const folded = search.fold(pending)
    const found = findSegments(search, folded, removed > 0 ? [{ start: 0, end: removed }] : [])
    const until = isLast ? pending.length : findHeld(search, folded, pending.length)
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
