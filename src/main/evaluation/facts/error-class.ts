import type { Part } from '../../../shared/domain/part.ts'
import type { FactClass } from './fact-class.ts'
import { isSaidOutsideFiles } from './is-said.ts'

/** Codes by which compilers, systems, databases and servers name an error. */
const code =
  /(?<![\w-])(?:TS\d{4,5}|CS\d{4}|E0\d{3}|F\d{3}|ERR_[A-Z_]{3,}|SQLITE_[A-Z]{4,}|ENOENT|EACCES|EPERM|EEXIST|EISDIR|ENOTDIR|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EADDRINUSE|EPIPE|EMFILE|ENOTEMPTY|EINVAL|ENOTFOUND|EAI_AGAIN|ERESOLVE|EBUSY|ELIFECYCLE|ENOSPC|ENOMEM|CVE-\d{4}-\d{4,})(?![\w-])/g
/** How a line begins that tells of an error: what tools print, not what programs say about errors. */
const opening =
  /^(?:\[?(?:error|fatal|err!?|panic|failure)\]?\s*[:!\]]|(?:npm|yarn|pnpm) (?:ERR!|error)|(?:Uncaught |Unhandled )?(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception)\b\s*(?:\[[\w ]+\])?:|[A-Z]\w*(?:Error|Exception): |Error: |bash: |sh: |zsh: |ls: cannot|cat: |cd: |grep: |make: \*\*\*|✗ |✘ |× |FAIL:? |FAILED |E {3}\w*(?:Error|Exception)|AssertionError)/i
const inside =
  /: (?:error|fatal error)(?: [A-Z]+\d+|\[E\d+\])?: |^error(?:\[E\d+\]| [A-Z]{2}\d+):|: command not found$|: No such file or directory$|: Permission denied$|^Command failed\b|is not recognized as an? |^--- FAIL: |\bexited with (?:code|status) [1-9]/
/** Source code and listings that speak of errors. */
const isCode =
  /^\s*(?:\d+[→|:\t]|[/*#]|(?:const|let|var|if|return|throw|await|export|import|func|def|class|raise)\b)|[{;]$|=>|\bthrow new\b|\berr :?=|\?\?|\$\{|\|\||%[wvs]"/
const goodNews = /\b(?:no|0|without)\s+(?:\w+\s+)?(?:errors?|failures?)\b/i

/** What tools and people reported as having gone wrong: messages, line by line, and codes. */
export const errorClass: FactClass = {
  id: 'error',
  label: 'Errors',
  isFounder: isSaidOutsideFiles,
  scan: (text) =>
    [...text.matchAll(code)].map(({ 0: key, index }) => ({ key, start: index, end: index + key.length })),
  phrases: (parts) => [...new Set(parts.flat().flatMap((part) => errorLines(part)))],
}

const mostPerPart = 10

function errorLines(part: Part): string[] {
  if (part.isHeader === true || !isSource(part)) return []
  const found: string[] = []
  for (const line of part.text.split('\n')) {
    const text = line
      .replace(/^<(?:error|tool_use_error)>/, '')
      .replace(/<\/(?:error|tool_use_error)>$/, '')
      .trim()
    if (text.length < 10 || text.length > longest || !(opening.test(text) || inside.test(text))) continue
    if (isCode.test(text) || goodNews.test(text)) continue
    found.push(text)
    if (found.length === mostPerPart) break
  }
  return found
}

/** Longer lines are dumps. In characters. */
const longest = 400

function isSource({ kind, path, isError }: Part): boolean {
  return kind === 'user-text' || (kind === 'tool-result' && (path === undefined || isError === true))
}
