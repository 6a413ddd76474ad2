/** A text with something between its characters. */
const between = (text: string, sign: string): string => text.split('').join(sign)
const swapped = (text: string): string =>
  text
    .split('')
    .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
    .join('')
const toHex = (one: string): string => one.charCodeAt(0).toString(16).padStart(2, '0')

/** Letters and digits in another alphabet that reads the same; what it lacks stays as it is. */
type Alphabet = {
  readonly upper?: number
  readonly lower?: number
  readonly zero?: number
  readonly one?: number
}
const alphabets = {
  fullwidth: { upper: 0xff21, lower: 0xff41, zero: 0xff10 },
  bold: { upper: 0x1d400, lower: 0x1d41a, zero: 0x1d7ce },
  monospace: { upper: 0x1d670, lower: 0x1d68a, zero: 0x1d7f6 },
  'double-struck small': { lower: 0x1d552, zero: 0x1d7d8 },
  circled: { upper: 0x24b6, lower: 0x24d0, one: 0x2460 },
  parenthesised: { upper: 0x1f110, lower: 0x249c, one: 0x2474 },
  squared: { upper: 0x1f130 },
  'negative circled': { upper: 0x1f150, one: 0x2776 },
  'negative squared': { upper: 0x1f170, one: 0x278a },
  'regional indicator': { upper: 0x1f1e6, one: 0x24f5 },
  tag: { upper: 0xe0041, lower: 0xe0061, zero: 0xe0030 },
} satisfies Readonly<Record<string, Alphabet>>

function inAlphabet(text: string, { upper, lower, zero, one }: Alphabet): string {
  const from = (first: number | undefined, base: string, character: string): string =>
    first === undefined
      ? character
      : String.fromCodePoint(first + character.charCodeAt(0) - base.charCodeAt(0))
  return text.replaceAll(/[A-Za-z0-9]/g, (character) => {
    if (/[a-z]/.test(character) && lower === undefined) return from(upper, 'A', character.toUpperCase())
    if (/[a-z]/.test(character)) return from(lower, 'a', character)
    if (/[A-Z]/.test(character)) return from(upper, 'A', character)
    return zero === undefined && character !== '0' ? from(one, '1', character) : from(zero, '0', character)
  })
}

/** Every sign of the alphabets, and what it stands for. */
const plainOf = new Map(
  Object.values(alphabets).flatMap((alphabet) =>
    Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789').flatMap((plain) => {
      const sign = inAlphabet(plain, alphabet)
      return sign === plain ? [] : [[sign, plain.toLowerCase()] as const]
    }),
  ),
)
const unstyled = (text: string): string =>
  Array.from(text)
    .map((sign) => plainOf.get(sign) ?? sign)
    .join('')
    .normalize('NFKD')
const writeUnits = (text: string, write: (unit: number) => string): string =>
  text
    .split('')
    .map((unit) => write(unit.charCodeAt(0)))
    .join('')
const fullwidth = (text: string): string => inAlphabet(text, alphabets.fullwidth)
const bold = (text: string): string => inAlphabet(text, alphabets.bold)

/** How servers, and what stands before them, could write a key. */
export const disguises: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'in small letters': (key) => key.toLowerCase(),
  'in capitals': (key) => key.toUpperCase(),
  'in the other letters': swapped,
  'with spaces': (key) => between(key, ' '),
  'with groups of four': (key) => key.replaceAll(/.{4}/g, '$& '),
  'with invisible signs': (key) => between(key, '\u200b'),
  'with joiners': (key) => between(key, '\u2060\u200d'),
  'with line breaks': (key) => between(key, '\n'),
  'with wide line breaks': (key) => between(key, '\r\n        '),
  'with escaped line breaks': (key) => between(key, '\\n'),
  'with dashes': (key) => between(key, '-'),
  'as a list': (key) => JSON.stringify(key.split('')),
  'with spaces, in capitals': (key) => between(key.toUpperCase(), ' '),
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64 behind one character': (key) => Buffer.from(`:${key}`).toString('base64'),
  'in base64 behind two characters': (key) => Buffer.from(`x:${key}`).toString('base64'),
  'in base64 of addresses': (key) => Buffer.from(`Bearer ${key}`).toString('base64url'),
  'in base64 of capitals': (key) => Buffer.from(key.toUpperCase()).toString('base64'),
  'in base64 in lines': (key) => Buffer.from(key).toString('base64').replaceAll(/.{10}/g, '$&\r\n'),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex'),
  'in hexadecimal with colons': (key) => key.split('').map(toHex).join(':'),
  'in percent': (key) =>
    key
      .split('')
      .map((one) => `%${toHex(one)}`)
      .join(''),
  'in doubled percent': (key) =>
    key
      .split('')
      .map((one) => `%25${toHex(one).toUpperCase()}`)
      .join(''),
  'as a program escapes it': (key) =>
    key
      .split('')
      .map((one) => `\\x${toHex(one)}`)
      .join(''),
  'as JSON may escape it': (key) =>
    key
      .split('')
      .map((one) => `\\u00${toHex(one)}`)
      .join(''),
  'as a page may escape it': (key) =>
    key
      .split('')
      .map((one) => `&#${one.charCodeAt(0)};`)
      .join(''),
  ...Object.fromEntries(
    Object.entries(alphabets).map(([name, alphabet]) => [
      `in ${name} letters`,
      (key: string) => inAlphabet(key, alphabet),
    ]),
  ),
  'in fullwidth letters and signs': (key) =>
    key.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  'in fullwidth letters, with spaces': (key) => between(fullwidth(key), ' '),
  'in fullwidth letters, in percent': (key) => encodeURIComponent(fullwidth(key)),
  'in bold letters, in doubled percent': (key) => encodeURIComponent(bold(key)).replaceAll('%', '%25'),
  'in fullwidth letters, as bytes': (key) =>
    [...Buffer.from(fullwidth(key))].map((byte) => `\\x${byte.toString(16)}`).join(''),
  'in fullwidth letters, as Latin-1 reads them': (key) => Buffer.from(fullwidth(key)).toString('latin1'),
  'in bold letters, as JSON may escape them': (key) =>
    writeUnits(bold(key), (unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  'in bold letters, as a page may escape them': (key) =>
    Array.from(bold(key))
      .map((one) => `&#x${one.codePointAt(0)?.toString(16)};`)
      .join(''),
  'in bold letters, as a program may escape them': (key) =>
    Array.from(bold(key))
      .map((one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
      .join(''),
  'in bold letters, with invisible signs': (key) => Array.from(bold(key)).join('\u200b'),
  'with accents': (key) => between(key, '\u0301').normalize('NFC'),
  'with invisible tags': (key) => between(key, '\u{e0101}'),
  backwards: (key) => key.split('').toReversed().join(''),
}

const bare = (text: string): string =>
  unstyled(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Every piece of eight letters and digits of a key that can be read in a text, whatever stands between them. */
export function findKeyFragments(text: string, key: string): readonly string[] {
  const found = new Set<string>()
  // One text, with something between its parts that no piece holds.
  const undone = undo(text)
  const all = [text, undone, inUtf8(text), inUtf8(undone), ...decodings(text)].map(bare).join('|')
  for (const whole of [bare(key), bare(key).split('').toReversed().join('')])
    for (let at = 0; at + 8 <= whole.length; at += 1)
      if (all.includes(whole.slice(at, at + 8))) found.add(whole.slice(at, at + 8))
  return [...found]
}

/** What a text says where its characters are the bytes of another one. */
function inUtf8(text: string): string {
  return text.replaceAll(/[\u0080-\u00ff]{2,}/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
}

function undo(text: string): string {
  return text
    .replaceAll(/%25/g, '%')
    .replaceAll(/%5c/gi, '\\')
    .replaceAll(/%([0-9a-f]{2})|\\x([0-9a-f]{2})|\\+u([0-9a-f]{4})|&#(\d+);/gi, (_, a, b, c, decimal) =>
      String.fromCharCode(decimal === undefined ? Number.parseInt(a ?? b ?? c, 16) : Number(decimal)),
    )
    .replaceAll(/&#x([0-9a-f]{1,6});|\\+u\{([0-9a-f]{1,6})\}/gi, (_, page, program) =>
      String.fromCodePoint(Number.parseInt(page ?? program, 16)),
    )
    .replaceAll(/\\+[nr]/g, '')
}

/** What long words of the text say in base64, from each of four characters on, and in hexadecimal. */
function decodings(text: string): readonly string[] {
  const words = text.replaceAll(/\\+[nr]|\s/g, '').match(/[\w+/-]{11,}/g) ?? []
  const pairs = text.replaceAll(':', '').match(/[0-9a-f]{16,}/gi) ?? []
  return [
    ...words.flatMap((word) =>
      [0, 1, 2, 3].map((at) => Buffer.from(word.slice(at), 'base64').toString('latin1')),
    ),
    ...pairs.flatMap((word) => [0, 1].map((at) => Buffer.from(word.slice(at), 'hex').toString('latin1'))),
  ]
}
