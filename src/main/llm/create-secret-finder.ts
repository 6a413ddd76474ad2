/** A stretch of a text, from its first character up to, but not including, `end`. */
type Stretch = { readonly start: number; readonly end: number }

export type SecretFinder = {
  /** The text with every trace of the secret replaced. */
  readonly clean: (text: string) => string
  /** How many characters at the end of a text must wait for what follows, since a trace may have begun there. */
  readonly heldLength: (text: string) => number
  /** Length of the longest end of a text that is the beginning of the secret, in any of its forms. */
  readonly begunLength: (text: string) => number
}

/** What stands where the secret was. */
export const replacement = '[key removed]'
/** A piece of this many characters gives too much away; shorter ones occur in honest texts. */
export const pieceLength = 12
/** What is shorter is redacted as it stands only: its other forms are words as likely as not. */
const shortestInForms = 8
/** What is shorter occurs in any text. */
export const shortestSecret = 4

/**
 * Finds a secret in what servers say: as it is, in base64 at any offset and in either alphabet, in hexadecimal,
 * percent-encoded or as JSON escapes it; whole, or any piece of twelve characters.
 */
export function createSecretFinder(secret: string): SecretFinder {
  const forms = secret.length < shortestInForms ? [secret] : formsOf(secret)
  const sizes = new Map(forms.map((form) => [form, Math.min(pieceLength, form.length)]))
  const pieces = new Map<number, Set<string>>()
  for (const [form, size] of sizes) {
    const known = pieces.get(size) ?? new Set()
    for (let at = 0; at + size <= form.length; at += 1) known.add(form.slice(at, at + size))
    pieces.set(size, known)
  }
  const find = (text: string): readonly Stretch[] =>
    joined([...pieces].flatMap(([size, known]) => stretchesOf(text, size, known)))
  const longest = Math.max(...forms.map(({ length }) => length))
  const longestEnd = (text: string, isPart: (end: string) => boolean): number => {
    for (let length = Math.min(text.length, longest); length > 0; length -= 1)
      if (isPart(text.slice(-length))) return length
    return 0
  }
  return {
    clean: (text) => {
      let cleaned = ''
      let at = 0
      for (const { start, end } of find(text)) {
        cleaned += text.slice(at, start) + replacement
        at = end
      }
      return cleaned + text.slice(at)
    },
    heldLength: (text) => longestEnd(text, (end) => forms.some((form) => form.includes(end))),
    begunLength: (text) => longestEnd(text, (end) => forms.some((form) => form.startsWith(end))),
  }
}

function formsOf(secret: string): readonly string[] {
  const percent = encodeURIComponent(secret)
  const hexadecimal = Buffer.from(secret).toString('hex')
  const forms = [
    secret,
    percent,
    percent.replaceAll(/%../g, (code) => code.toLowerCase()),
    hexadecimal,
    hexadecimal.toUpperCase(),
    JSON.stringify(secret).slice(1, -1),
    ...[0, 1, 2].flatMap((offset) => {
      const form = base64At(secret, offset)
      return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
    }),
  ]
  return [...new Set(forms)]
}

/** How base64 spells a text that stands behind some others, without the characters that these have a part in. */
function base64At(text: string, offset: number): string {
  const bits = 8 * Buffer.byteLength(text)
  const first = Math.ceil((8 * offset) / 6)
  const last = Math.floor((8 * offset + bits) / 6)
  return Buffer.from('\0'.repeat(offset) + text)
    .toString('base64')
    .slice(first, last)
}

function stretchesOf(text: string, size: number, pieces: ReadonlySet<string>): readonly Stretch[] {
  const found: Stretch[] = []
  for (let start = 0; start + size <= text.length; start += 1)
    if (pieces.has(text.slice(start, start + size))) found.push({ start, end: start + size })
  return found
}

/** Stretches that overlap, as one; in order. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const result: Stretch[] = []
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && start < last.end)
      result.splice(-1, 1, { start: last.start, end: Math.max(last.end, end) })
    else result.push({ start, end })
  }
  return result
}
