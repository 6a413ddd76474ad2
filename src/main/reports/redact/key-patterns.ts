/** A pattern whose first group, or the whole match where it has none, is the secret. */
type KeyPattern = RegExp

const secretNames =
  'pass(?:word|wd|phrase)|pwd|secret|token|credentials?|api[_-]?key|access[_-]?key(?:[_-]?id)?|private[_-]?key|account[_-]?key|signature|session[_-]?id'

/** Keys that say what they are, by their form or by the name that stands before them. */
export const keyPatterns: readonly KeyPattern[] = [
  /-----BEGIN [A-Z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,40}-----|$)/g,
  // A name and a password in an address
  /(?<=[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s:/@"'<>]{0,100}:[^\s/"'<>]{1,200})(?=@)/gi,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
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
    .filter((sign, at) => at > 0 && classOf(sign) !== classOf(run.charAt(at - 1))).length
  return changes >= 0.3 * run.length && entropyBits(run) >= 4.2
}

function classOf(sign: string): number {
  return /\d/.test(sign) ? 0 : /[a-z]/.test(sign) ? 1 : /[A-Z]/.test(sign) ? 2 : 3
}

/** Shannon's entropy of a character, by how often each occurs. */
function entropyBits(text: string): number {
  const counts = Map.groupBy(text, (sign) => sign)
  return [...counts.values()].reduce((sum, { length }) => {
    const share = length / text.length
    return sum - share * Math.log2(share)
  }, 0)
}
