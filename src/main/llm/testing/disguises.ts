/** A text with something between its characters. */
const between = (text: string, sign: string): string => text.split('').join(sign)
const swapped = (text: string): string =>
  text
    .split('')
    .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
    .join('')
const hexOf = (one: string): string => one.charCodeAt(0).toString(16).padStart(2, '0')

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
  'in hexadecimal with colons': (key) => key.split('').map(hexOf).join(':'),
  'in percent': (key) =>
    key
      .split('')
      .map((one) => `%${hexOf(one)}`)
      .join(''),
  'in doubled percent': (key) =>
    key
      .split('')
      .map((one) => `%25${hexOf(one).toUpperCase()}`)
      .join(''),
  'as a program escapes it': (key) =>
    key
      .split('')
      .map((one) => `\\x${hexOf(one)}`)
      .join(''),
  'as JSON may escape it': (key) =>
    key
      .split('')
      .map((one) => `\\u00${hexOf(one)}`)
      .join(''),
  'as a page may escape it': (key) =>
    key
      .split('')
      .map((one) => `&#${one.charCodeAt(0)};`)
      .join(''),
  backwards: (key) => key.split('').toReversed().join(''),
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Every piece of eight letters and digits of a key that can be read in a text, whatever stands between them. */
export function fragmentsIn(text: string, key: string): readonly string[] {
  const found = new Set<string>()
  // One text, with something between its parts that no piece holds.
  const all = [text, undo(text), ...decodings(text)].map(bare).join('|')
  for (const whole of [bare(key), bare(key).split('').toReversed().join('')])
    for (let at = 0; at + 8 <= whole.length; at += 1)
      if (all.includes(whole.slice(at, at + 8))) found.add(whole.slice(at, at + 8))
  return [...found]
}

function undo(text: string): string {
  return text
    .replaceAll(/%25/g, '%')
    .replaceAll(/%5c/gi, '\\')
    .replaceAll(/%([0-9a-f]{2})|\\x([0-9a-f]{2})|\\+u00([0-9a-f]{2})|&#(\d+);/gi, (_, a, b, c, decimal) =>
      String.fromCharCode(decimal === undefined ? Number.parseInt(a ?? b ?? c, 16) : Number(decimal)),
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
