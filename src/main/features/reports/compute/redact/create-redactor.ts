import type { Redaction } from '../document/report-input.ts'

/** Between the names of a path, on any system, as it is or as JSON and addresses spell it. */
const separator = String.raw`(?:\\{0,4}/{1,2}|\\{1,4}|%2[Ff]|%5[Cc])`

const nameCharacter = String.raw`(?:[\p{L}\p{N}\p{M}._+~@#$!%-]|\\[ ])`

/** A name with spaces in it, which nothing but a separator ends: `John Smith`, `Program Files (x86)`. */
const spacedName = String.raw`[^\\/:*?"'<>|\r\n\x60]{0,99}[^\\/:*?"'<>|\s\x60]`

/** In paths with slashes a space goes on only before a capital, because prose has slashes too. */
const capitalisedName = String.raw`${nameCharacter}+(?:[ ][\p{Lu}\p{N}(][^\\/:*?"'<>|\s\x60]*){0,3}`

const rest = String.raw`(?:(?:${capitalisedName})(?=${separator})${separator})*${nameCharacter}*`

/** Where a path may begin: after no word; or after an escaped line end, a flag such as -I, a colour of a terminal. */
const noWord = String.raw`(?:(?<![\p{L}\p{N}\p{M}_.~<%\\/-])|(?<=\\[nrt])|(?<=(?<![\p{L}\p{N}])-[A-Za-z])|(?<=\x1b\[[\d;]{0,9}m))`

const homes = '(?:home|Users|Documents and Settings)'

const kinds = [
  // Inside quotation marks a path goes on to the closing one.
  String.raw`(?<=(["'\x60]))(?:file:|~[\\/]|[A-Za-z]:[\\/]|(?:\\{2,8}|/)(?=\p{L}[^"'\x60\r\n<>|\\/]{0,200}[\\/]))[^"'\x60\r\n<>|]{0,300}?(?=\\{0,4}\1)`,
  String.raw`file:${separator}{0,3}(?:[A-Za-z](?::|%3[Aa])${separator})?${rest}`,
  // C:\Users\…, C:/Users/…, \\?\C:\…
  String.raw`(?:\\{1,4}[?.]\\{1,4}|(?<![\p{L}\p{N}])|(?<=\\[nrt]))[A-Za-z](?::|%3[Aa])(?:\\{1,4}(?:${spacedName}\\{1,4})*${nameCharacter}*|${separator}(?=[\p{L}\p{N}._%$~@])(?!/)${rest})`,
  // \\server\share\…, as JSON has it too
  String.raw`(?<![\p{L}\p{N}\\:])\\{2,8}[\p{L}\p{N}._$-]+\\{1,4}(?:${spacedName}\\{1,4})*${nameCharacter}+`,
  String.raw`(?<![\p{L}\p{N}\\:/])//[\p{L}\p{N}._$-]+/${rest}`,
  // ~/…, ~name/…
  String.raw`(?<![\p{L}\p{N}\p{M}_./\\~-])~[\p{L}\p{N}._-]{0,40}${separator}${rest}`,
  // The folders of Claude Code: -home-name-project, C--Users-name-project
  String.raw`(?<![\p{L}\p{N}-])(?:[A-Za-z]-)?-(?:home|Users)-[\p{L}\p{N}._-]+`,
  // In an address behind its host
  String.raw`(?<=://[^\s/"'<>]{0,100})${separator}${homes}${separator}${rest}`,
  String.raw`${noWord}${separator}root(?![\p{L}\p{N}_-])(?:${separator}${rest})?`,
  String.raw`${noWord}(?:\\{0,4}/|%2[Ff])(?:${capitalisedName})(?:\\{0,4}/|%2[Ff])${rest}`,
]

/** Absolute paths and those below a home folder, of Linux, macOS, Windows, WSL and MSYS. */
const pathPattern = new RegExp(kinds.map((kind) => `(?:${kind})`).join('|'), 'gu')

/** Names that many machines have, and that tell nobody apart; and the words of the placeholders. */
const everybody = new Set(
  `root user users home admin administrator public shared default guest test runner node ubuntu debian vscode
  codespace app dev git www data all path email key address name none true false null local
  example sandbox username yourname name work workspace project projects task tasks`.split(/\s+/),
)

/** Three characters or more, and no `...` or `${name}` that somebody wrote in the place of a name. */
const isName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@ -]{2,}$/u

export type Redactor = {
  /** The text with a placeholder for everything that tells whose it is. */
  readonly clean: (text: string) => string
  /** The same for the value of a field that somebody named: the value of `apiKey` is a key, whatever it looks like. */
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
  const makePlaceholder = (kind: keyof typeof known, thing: string): string => {
    const numbers: Map<string, number> = known[kind]
    const number = numbers.get(thing) ?? numbers.size + 1
    numbers.set(thing, number)
    return `<${kind}-${number}>`
  }
  const redactKey = (secret: string): string =>
    keptWords.has(secret) ? secret : makePlaceholder('key', secret)
  const names = buildNamesPattern(options.texts)
  const clean = (text: string): string => {
    let cleaned = replaceKnownKeys(text, redactKey)
    cleaned = cleaned.replaceAll(pathPattern, (match) => {
      const path = match.replace(/(?<![.,:;!?)\]}])[.,:;!?)\]}]+$/, '')
      return makePlaceholder('path', normalisePath(path)) + match.slice(path.length)
    })
    cleaned = cleaned.replaceAll(email, (match) =>
      makePlaceholder('email', match.replace('%40', '@').toLowerCase()),
    )
    cleaned = replaceRandomStrings(cleaned, redactKey)
    if (names !== null)
      cleaned = cleaned.replaceAll(names, (match) => makePlaceholder('user', match.toLowerCase()))
    return cleaned.replaceAll(address, (match) => makePlaceholder('address', match))
  }
  return {
    clean: (text) => (keptWords.has(text) ? text : clean(text)),
    cleanField: (name, text) =>
      secretField.test(name) && !harmlessValue.test(text) ? makePlaceholder('key', text) : clean(text),
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
function buildNamesPattern(texts: readonly string[]): RegExp | null {
  const names = [...new Set(texts.flatMap(findUserNames))].toSorted((one, other) => other.length - one.length)
  if (names.length === 0) return null
  const words = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'giu')
}

/** Names of users in the home folders that a text mentions. */
function findUserNames(text: string): readonly string[] {
  return [...text.matchAll(pathPattern)].flatMap(([path]) => {
    const name = findUserName(path)
    return name !== null && isName.test(name) && !everybody.has(name.toLowerCase()) ? [name] : []
  })
}

function findUserName(path: string): string | null {
  const dashed = /^(?:[A-Za-z]-)?-(?:home|Users)-([\p{L}\p{N}._]+)/u.exec(path)
  if (dashed !== null) return dashed[1] ?? null
  const tilde = /^~([\p{L}\p{N}._-]+)/u.exec(path)
  if (tilde !== null) return tilde[1] ?? null
  const names = normalisePath(path).split('/')
  // Deeper down `home` is a folder like any other.
  const home = names.findIndex(
    (name, index) => index <= 4 && /^(?:home|users|documents and settings)$/i.test(name),
  )
  const name = home < 0 ? undefined : names[home + 1]
  return name === undefined || name === '' ? null : name
}

/** One spelling for all that name the same place: slashes, no `file:`, drives as `c:`. */
function normalisePath(path: string): string {
  let plain = path
  try {
    plain = decodeURIComponent(path)
  } catch {
    // Not encoded after all.
  }
  return plain
    .replaceAll(/\\ /g, ' ')
    .replaceAll(/[\\/]+/g, '/')
    .replace(/^file:/i, '')
    .replace(/^\/[?.]\//, '')
    .replace(/^\/?(?:mnt\/)?([A-Za-z])(?::|(?=\/))(?=\/|$)/, (_, drive: string) => `${drive.toLowerCase()}:`)
    .replace(/(?<![.\s])[.\s]+$|\/$/, '')
}

/** A pattern whose first group, or the whole match where it has none, is the secret. */
type KeyPattern = RegExp

const secretNames =
  'pass(?:word|wd|phrase)|pwd|secret|token|credentials?|api[_-]?key|access[_-]?key(?:[_-]?id)?|private[_-]?key|account[_-]?key|signature|session[_-]?id'

/** Keys that say what they are, by their form or by the name that stands before them. */
export const keyPatterns: readonly KeyPattern[] = [
  /-----BEGIN [A-Z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,40}-----|$)/g,
  // A name and a password in an address
  /(?<=[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s:/@"'<>]{0,100}:[^\s/"'<>]{1,200})(?=@)/gi,
  /\beyJ(?<!\beyJ[\w-]*?eyJ)[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}/g,
  /(?<![A-Za-z0-9])(?:gh[opsur]_|github_pat_|glpat-|gl[a-z]{2,5}-|npm_|pypi-|hf_|dop_v1_|dckr_pat_|shpat_|whsec_|lin_api_|xai-|gsk_|r8_|tvly-|pplx-|nvapi-|ATATT|ATBB)[\w.-]{12,}/g,
  /(?<![A-Za-z0-9])xox[a-z]-[\w-]{8,}|(?<![A-Za-z0-9])xapp-[\w-]{8,}/g,
  /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[\w/]{8,}/g,
  /(?<![A-Za-z0-9])AIza[\w-]{20,}|(?<![A-Za-z0-9])ya29\.[\w.-]{12,}|(?<![A-Za-z0-9])GOCSPX-[\w-]{12,}/g,
  /(?<![A-Za-z0-9])SG\.[\w-]{8,}\.[\w-]{8,}/g,
  /authorization\W{1,10}(?:bearer|basic|token|digest|apikey)\s+([^\s"'\\,;]{3,})/gi,
  /\bbearer\s+([\w.~+/=-]{8,})/gi,
  new RegExp(
    String.raw`(?:${secretNames})\\{0,4}["']?\s{0,4}[:=]\s{0,4}\\{0,4}"([^"\r\n]{1,200}?)\\{0,4}"`,
    'gi',
  ),
  new RegExp(
    String.raw`(?:${secretNames})\\{0,4}["']?\s{0,4}[:=]\s{0,4}\\{0,4}'([^'\r\n]{1,200}?)\\{0,4}'`,
    'gi',
  ),
  new RegExp(String.raw`(?:${secretNames})\\{0,4}["']?\s{0,4}[:=]\s{0,4}([^\s"'\\,;&<>()[\]{}]{3,})`, 'gi'),
  /--(?:password|token|api-key|secret)\s+([^\s"'\\-][^\s"'\\]{2,})/gi,
]

/** Names of fields whose whole value is a secret. */
export const secretField = new RegExp(`(?:${secretNames})$`, 'i')

/** Values that stand after such a name and are no secret. */
export const harmlessValue =
  /^(?:[\d.,_]+|true|false|null|none|undefined|string|number|boolean|\$\{?\w+\}?|<.*>|process\.env.*|\*+|\.\.\.)$/i

/** Replaces keys that say what they are, by their form or by the name before them. */
function replaceKnownKeys(text: string, replace: (secret: string) => string): string {
  let cleaned = text
  for (const pattern of keyPatterns) {
    cleaned = cleaned.replaceAll(pattern, (match: string, ...groups: unknown[]) => {
      const secret = typeof groups[0] === 'string' ? groups[0] : match
      if (secret !== match && harmlessValue.test(secret)) return match
      const at = match.lastIndexOf(secret)
      return match.slice(0, at) + replace(secret) + match.slice(at + secret.length)
    })
  }
  return cleaned
}

/** A text that others will read, such as what a program said, without its keys; paths and names stay. */
export function maskKeys(text: string): string {
  const mask = (): string => '<key>'
  return replaceRandomStrings(replaceKnownKeys(text, mask), mask)
}

/** In pieces: a pattern that takes millions of characters at once overflows its stack. */
const candidate = /[A-Za-z0-9+/=_-]{28,100000}/g

/** Long strings that look drawn by lot: nothing says what they open, but nobody writes such words. */
export function replaceRandomStrings(text: string, replace: (secret: string) => string): string {
  return text.replaceAll(candidate, (run) => (looksRandom(run) ? replace(run) : run))
}

function looksRandom(run: string): boolean {
  if (/^(?=.*\d)(?=.*[a-f])[0-9a-f]{32,}$/i.test(run)) return true
  if (!/\d/.test(run) || !/[a-z]/.test(run) || !/[A-Z]/.test(run)) return false
  const changes = run
    .split('')
    .filter(
      (sign, at) => at > 0 && findCharacterClass(sign) !== findCharacterClass(run.charAt(at - 1)),
    ).length
  return changes >= 0.3 * run.length && computeEntropyBits(run) >= 4.2
}

function findCharacterClass(sign: string): number {
  return /\d/.test(sign) ? 0 : /[a-z]/.test(sign) ? 1 : /[A-Z]/.test(sign) ? 2 : 3
}

/** Shannon's entropy of a character, by how often each occurs. */
function computeEntropyBits(text: string): number {
  const counts = Map.groupBy(text, (sign) => sign)
  return [...counts.values()].reduce((sum, { length }) => {
    const share = length / text.length
    return sum - share * Math.log2(share)
  }, 0)
}
