const between = (text: string, sign: string): string => text.split('').join(sign)
const toHex = (text: string): string => Buffer.from(text).toString('hex')

/** How servers, and what stands before them, could write a key. */
export const disguises: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'as JSON may escape it': (key) => toHex(key).replaceAll(/../g, String.raw`\u00$&`),
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64 behind one character': (key) => Buffer.from(`:${key}`).toString('base64'),
  'in base64 behind two characters': (key) => Buffer.from(`x:${key}`).toString('base64'),
  'in base64 of addresses': (key) => Buffer.from(`Bearer ${key}`).toString('base64url'),
  'in base64 in lines': (key) => Buffer.from(key).toString('base64').replaceAll(/.{10}/g, '$&\r\n'),
  'in percent': (key) => toHex(key).replaceAll(/../g, '%$&'),
  'in hexadecimal': toHex,
  'in capital hexadecimal': (key) => toHex(key).toUpperCase(),
  'with spaces': (key) => between(key, ' '),
  'with groups of four': (key) => key.replaceAll(/.{4}/g, '$& '),
  'with line breaks': (key) => between(key, '\n'),
  'with wide line breaks': (key) => between(key, '\r\n        '),
}

const bare = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '')

/** Every piece of eight letters and digits of a key that can be read in a text, whatever stands between them. */
export function findKeyFragments(text: string, key: string): readonly string[] {
  // One text, with something between its parts that no piece holds.
  const all = [text, undo(text), ...decode(text)].map(bare).join('|')
  const whole = bare(key)
  const windows = Array.from({ length: Math.max(0, whole.length - 7) }, (_, at) => whole.slice(at, at + 8))
  return [...new Set(windows.filter((window) => all.includes(window)))]
}

function undo(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})|\\u00([0-9a-f]{2})/gi, (_, percent, escaped) =>
    String.fromCharCode(Number.parseInt(percent ?? escaped, 16)),
  )
}

/** What long words of the text say in base64, from each of four characters on, and in hexadecimal. */
function decode(text: string): readonly string[] {
  const words = text.replaceAll(/\s/g, '').match(/[\w+/-]{11,}/g) ?? []
  const pairs = text.match(/[0-9a-f]{16,}/gi) ?? []
  return [
    ...words.flatMap((word) =>
      [0, 1, 2, 3].map((at) => Buffer.from(word.slice(at), 'base64').toString('latin1')),
    ),
    ...pairs.flatMap((word) => [0, 1].map((at) => Buffer.from(word.slice(at), 'hex').toString('latin1'))),
  ]
}
