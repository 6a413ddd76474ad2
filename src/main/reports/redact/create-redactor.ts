import type { Redaction } from '../document/report-input.ts'
import { harmlessValue, keyPatterns, replaceRandomStrings, secretField } from './key-patterns.ts'
import { normalisePath, pathPattern } from './path-pattern.ts'
import { findUserNames } from './user-names.ts'

export type Redactor = {
  /** The text with a placeholder for everything that tells whose it is. */
  readonly clean: (text: string) => string
  /** The same for the value of a field that somebody named: what stands in `apiKey` is a key, whatever it looks like. */
  readonly cleanField: (name: string, text: string) => string
  readonly counts: () => Redaction
}

const email =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu
const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])'
const address = new RegExp(String.raw`(?<![\d.])(?!127\.|0\.0\.0\.0)${octet}(?:\.${octet}){3}(?!\.?\d)`, 'g')

/**
 * Replaces paths, names of users, e-mail addresses, keys and network addresses: the same thing by the same placeholder
 * in all texts. Names are those of the home folders in `texts`, which are therefore all the texts there are. Words in
 * `keptWords` are no secret whatever they look like; they have to be exact.
 */
export function createRedactor(options: {
  readonly texts: readonly string[]
  readonly keptWords: ReadonlySet<string>
}): Redactor {
  const { keptWords } = options
  const known = {
    path: new Map(),
    user: new Map(),
    email: new Map(),
    key: new Map(),
    address: new Map(),
  } as const
  const placeholder = (kind: keyof typeof known, thing: string): string => {
    const numbers: Map<string, number> = known[kind]
    const number = numbers.get(thing) ?? numbers.size + 1
    numbers.set(thing, number)
    return `<${kind}-${number}>`
  }
  const key = (secret: string): string => (keptWords.has(secret) ? secret : placeholder('key', secret))
  const names = namesPattern(options.texts)
  const clean = (text: string): string => {
    let cleaned = text
    for (const pattern of keyPatterns) {
      cleaned = cleaned.replaceAll(pattern, (match: string, ...groups: unknown[]) => {
        const secret = typeof groups[0] === 'string' ? groups[0] : match
        if (secret !== match && harmlessValue.test(secret)) return match
        const at = match.lastIndexOf(secret)
        return match.slice(0, at) + key(secret) + match.slice(at + secret.length)
      })
    }
    cleaned = cleaned.replaceAll(pathPattern, (match) => {
      const path = match.replace(/[.,:;!?)\]}]+$/, '')
      return placeholder('path', normalisePath(path)) + match.slice(path.length)
    })
    cleaned = cleaned.replaceAll(email, (match) =>
      placeholder('email', match.replace('%40', '@').toLowerCase()),
    )
    cleaned = replaceRandomStrings(cleaned, key)
    if (names !== null)
      cleaned = cleaned.replaceAll(names, (match) => placeholder('user', match.toLowerCase()))
    return cleaned.replaceAll(address, (match) => placeholder('address', match))
  }
  return {
    clean: (text) => (keptWords.has(text) ? text : clean(text)),
    cleanField: (name, text) =>
      secretField.test(name) && !harmlessValue.test(text) ? placeholder('key', text) : clean(text),
    counts: () => ({
      paths: known.path.size,
      users: known.user.size,
      emails: known.email.size,
      keys: known.key.size,
      addresses: known.address.size,
    }),
  }
}

/** The names wherever they stand alone; longer ones first, since a name may begin with another. */
function namesPattern(texts: readonly string[]): RegExp | null {
  const names = [...new Set(texts.flatMap(findUserNames))].toSorted((one, other) => other.length - one.length)
  if (names.length === 0) return null
  const words = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'giu')
}
