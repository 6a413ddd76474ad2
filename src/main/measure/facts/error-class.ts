import type { Part } from '../../../shared/kernel/part.ts'
import { findToolPurpose } from '../../kernel/history/tool-catalogue.ts'
import type { FactClass, Mention } from './fact-class.ts'
import { isSaidOutsideFiles } from './is-said.ts'
import { readCallActs } from './read-call-acts.ts'

/** Codes by which compilers, systems, databases and servers name an error. */
const code =
  /(?<![\w-])(?:TS\d{4,5}|CS\d{4}|E0\d{3}|F\d{3}|ERR_[A-Z_]{3,}|SQLITE_[A-Z]{4,}|ENOENT|EACCES|EPERM|EEXIST|EISDIR|ENOTDIR|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EADDRINUSE|EPIPE|EMFILE|ENOTEMPTY|EINVAL|ENOTFOUND|EAI_AGAIN|ERESOLVE|EBUSY|ELIFECYCLE|ENOSPC|ENOMEM|CVE-\d{4}-\d{4,})(?![\w-])/g

/** How a line begins that tells of an error: what tools print, not what programs say about errors. */
const opening =
  /^(?:\[?(?:[Ee]rror|ERROR|[Ff]atal|FATAL|[Ee]rr!?|ERR!?|[Pp]anic|[Ff]ailure)\]?\s*[:!\]]|(?:npm|yarn|pnpm) (?:ERR!|error) (?=\S)|(?:Uncaught |Unhandled )?(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception)\b\s*(?:\[[\w ]+\])?:|bash: |sh: |zsh: |ls: cannot|cat: |cd: |grep: |make: \*\*\*|[✗✘×] (?![^(]*\b(?:skipped|optional)\b)|FAIL:? |FAILED |Failed to |failed to |E {3}\w*(?:Error|Exception)|AssertionError)/

const inside =
  /: (?:error|fatal error)(?: [A-Z]+\d+|\[E\d+\])?: |^error(?:\[E\d+\]| [A-Z]{2}\d+):|: command not found$|: No such file or directory$|: Permission denied$|^Command failed\b|is not recognized as an? |^--- FAIL: |\bexited with (?:code|status) [1-9]/

/** Source code and listings that speak of errors. */
const isCode =
  /^\s*(?:\d+[→|:\t]|[/*#]|(?:const|let|var|if|return|throw|await|export|import|func|def|class|raise)\b)|[{;]$|=>|\bthrow new\b|^[\w.]*:(?<=[\w.]_\w+:) .*,$|\berr :?=|\?\?|\$\{|\|\||%[wvs]"/

const goodNews = /\b(?:no|0|without)\s+(?:\w+\s+)?(?:errors?|failures?)\b/i

/** What tools and people reported as having gone wrong: messages, line by line, and codes. */
export const errorClass: FactClass = {
  id: 'error',
  label: 'Errors',
  isFounder: (part, mention) =>
    isSaidOutsideFiles(part) && (part.kind !== 'tool-result' || isReported(part.text, mention)),
  scan: (text) =>
    [...text.matchAll(code)].map(({ 0: key, index }) => ({ key, start: index, end: index + key.length })),
  phrases: (parts) => {
    const isShowing = findErrorShowingCalls(parts)
    return [...new Set(parts.flat().flatMap((part) => findErrorLines(part, isShowing)))]
  },
}

const mostPerPart = 10

/** Longer lines are dumps. In characters. */
const longest = 400

/** A code in what a tool prints counts where it reports something; lists of issues and changelogs name codes too. */
function isReported(text: string, { start, end }: Mention): boolean {
  const before = text.slice(Math.max(0, start - 12), start)
  return text[end] === ':' || /\b(?:error|errno|code)(?:: ?['"]?|\s\(?)$/i.test(before)
}

/** Tools that show files, pages and other texts. */
const showingTools: ReadonlySet<string> = new Set(['read', 'search', 'fetch'])
/** Commands that do, behind what leads to the folder. */
const showing =
  /^(?:cd [^&;|]+(?:&&|;)\s*)?(?:cat|sed -n|head|tail|nl|less|more|bat|grep|egrep|rg|ag|jq|awk|find|ls|tree|Get-Content|Select-String|git (?:show|diff|log|grep|blame)|gh (?:issue|pr|run|repo|api|release) ?(?:view|list|diff)?)(?![\w-])/

/** Ids of the calls whose results are texts that speak of errors without having any. */
function findErrorShowingCalls(parts: readonly (readonly Part[])[]): ReadonlySet<string> {
  return new Set(
    parts.flat().flatMap((part) => {
      const { kind, toolCallId, toolName } = part
      if (kind !== 'tool-call' || toolCallId === undefined) return []
      const commands = readCallActs(part).flatMap((act) => (act.kind === 'command' ? [act.command] : []))
      const isShowing =
        showingTools.has(findToolPurpose(toolName)) ||
        (commands.length > 0 && commands.every((command) => showing.test(command)))
      return isShowing ? [toolCallId] : []
    }),
  )
}

/** What programs say about themselves, wherever it stands. */
const ofProgram =
  /^(?:(?:\/\S+\/)?(?:ba|z|da)?sh|ls|cat|cd|sed|head|tail|nl|e?grep|rg|find|jq|awk|git|gh|fatal): |^(?:Process|Command) exited with code |: command not found$/

function findErrorLines(part: Part, isShowing: ReadonlySet<string>): string[] {
  if (part.isHeader === true || !isSource(part)) return []
  const isShown = part.isError !== true && part.toolCallId !== undefined && isShowing.has(part.toolCallId)
  const found: string[] = []
  for (const line of part.text.split('\n')) {
    const text = line
      .replace(/^<(?:error|tool_use_error)>/, '')
      .replace(/<\/(?:error|tool_use_error)>$/, '')
      .trim()
    if (text.length < 10 || text.length > longest || !(opening.test(text) || inside.test(text))) continue
    if (isCode.test(text) || goodNews.test(text) || (isShown && !ofProgram.test(text))) continue
    found.push(text)
    if (found.length === mostPerPart) break
  }
  return found
}

function isSource({ kind, path, isError }: Part): boolean {
  return kind === 'user-text' || (kind === 'tool-result' && (path === undefined || isError === true))
}
