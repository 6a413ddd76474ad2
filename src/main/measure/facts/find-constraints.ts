import type { Part } from '../../../shared/kernel/part.ts'
import { isConstraint, isFirm } from './is-constraint.ts'
import { rememberByText } from './remember-by-text.ts'
import { selectSpokenLines, type SpokenLine } from './sentences.ts'
import { withoutBoilerplate } from './without-boilerplate.ts'

/** Tools do not quote people elsewhere than at the beginning of what they answer. In characters. */
const headLength = 300

const hasElement = /<(?:answer|feedback|user_message)>/

const element = /<(answer|feedback|user_message)>([\s\S]*?)(?:<\/\1>|$)/g

/** Claude Code's words before those of a user who refused a call, and around those of one who was asked. */
const refusal = /^The user doesn't want to [\s\S]*?the user said:\s*([\s\S]+)/

const asked =
  /^(?:User has answered your questions|Your questions have been answered|The user answered): ([\s\S]+)/

const answered = /"="((?:[^"\\]|\\.)*)"/g

/** Names of tools that ask the user; `new_task` is none. */
const askingTool = /(?:^|[_-])ask(?:$|[_-])|^[Aa]sk(?=[A-Z])|question|request_user_input/i

/** What the user laid down, sentence by sentence as written, each once, in order: wishes and preferences too. */
export function findConstraints(parts: readonly (readonly Part[])[]): string[] {
  return removeDuplicates(
    collectUserWords(parts).flatMap((words) => findConstraintPieces(words).map(({ piece }) => piece)),
  )
}

/** Those whose words leave no choice, which are much surer to be constraints. */
export function findFirmConstraints(parts: readonly (readonly Part[])[]): string[] {
  return removeDuplicates(
    collectUserWords(parts).flatMap((words) =>
      findConstraintPieces(words).flatMap(({ piece, isTyped }) => (isFirm(piece, !isTyped) ? [piece] : [])),
    ),
  )
}

function removeDuplicates(pieces: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const piece of pieces) {
    const key = piece
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (!found.has(key)) found.set(key, piece)
  }
  return [...found.values()]
}

/** Past so many characters a message needs more evidence: it may have been put together of what others wrote. */
const longestTyped = 1200
/** From so many sentences on, with rules this rare among them, a message is a page or a log that somebody pasted. */
const longPaste = { sentences: 110, share: 0.08 }
/** Sentences before and after a paste that are the user's own. */
const around = 5

const findConstraintPieces = rememberByText((words): { piece: string; isTyped: boolean }[] => {
  const lines = selectSpokenLines(words)
  const isPasted = markPastedLines(lines.map(({ line }) => line))
  const isTyped = words.length <= longestTyped && !isPasted.includes(true)
  const pieces = lines.flatMap((line, at) =>
    line.pieces.map((piece) => ({
      piece,
      counts: isConstraint(piece, { isTyped, isPasted: isPasted[at] === true || isTitle(line.line) }),
    })),
  )
  const found = pieces.flatMap(({ piece, counts }, index) => (counts ? [{ piece, index }] : []))
  const isPage = pieces.length >= longPaste.sentences && found.length < pieces.length * longPaste.share
  return found
    .filter(({ index }) => !isPage || index < around || index >= pieces.length - around)
    .map(({ piece }) => ({ piece, isTyped }))
})

/** A heading says what follows, unless it forbids. */
function isTitle(line: string): boolean {
  return (
    /^\s*#{1,6}\s/.test(line) &&
    !/\b(?:never|must|not|don['’]t|always|only|ne pas|jamais|nie|nicht)\b/i.test(line)
  )
}

/**
 * Of each line of a message, whether it was pasted: the output of a program, a review, an answer of an assistant. Such
 * text has marks that people do not type; what stands before the first mark and after the last, set off by an empty line
 * and short, is the person's own.
 */
function markPastedLines(lines: readonly string[]): boolean[] {
  const marks = lines.map((line, at) => (isAnnounced(lines, at) ? enough : rateLineMark(line)))
  const total = marks.reduce((sum, mark) => sum + mark, 0)
  const isPaste = total >= enough
  const first = marks.findIndex((mark) => mark > 0)
  const last = marks.findLastIndex((mark) => mark > 0)
  const own = isPaste ? findTypedEnds(lines, first, last) : { head: lines.length, tail: lines.length }
  return lines.map((line, at) => (at >= own.head && at < own.tail) || comment.test(line))
}

/** So many points of marks make a paste. */
const enough = 3
/** The longest paragraph that counts as the person's own beside a paste, in characters. */
const longestOwn = 500

/** By what pasted text is known: one point for what people also type now and then, three for what they do not. */
const marksOfPastes: readonly (readonly [weight: number, mark: RegExp])[] = [
  // Programs: stack traces, times, differences, errors, numbered lines, prompts, commits.
  [
    3,
    /^\s*at (?:async )?[\w.$<>[\] ]+ \(?[^()\s]+:\d+|^Traceback \(|^\s*File "[^"]+", line \d+|^\s*\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d|^diff --git |^@@ -\d/,
  ],
  [3, /^\s*\w*(?:Error|Exception)\b[:!]|^\s*(?:ERROR\b|error\[|npm ERR!|fatal:|WARNING: |Module not found)/],
  [3, /^\s*\d+(?:\s+\d+)?\s*[│|┃]\s|^\s*[❯➜]\s+\S|^\w+@[\w.-]+\s[^\n]{0,80}[%$#]\s|^commit [0-9a-f]{40}\b/],
  [
    1,
    /^\s*(?:error|hint|warning|remote|note|info):\s|^\s*[$%]\s+\S|^\s*(?:WARN(?:ING)?|INFO|DEBUG)\b|^\s*[+-]\s{0,8}(?:<\/?\w|import |const |return )/,
  ],
  // Assistants, which draw boxes and speak of what they did.
  [
    3,
    /^\s*(?:[⏺⎿●✻│╭╰]|(?:I['’](?:ve|ll)|I have|I will|Let me|Perfect!|Great!|You['’]re (?:absolutely )?right)\b.*(?:\b(?:added|updated|created|fixed|now|check|the following)\b|:$)|(?:Would you like me to|Looking at (?:your|the) |Certainly!|Here['’]?(?:s| are) the (?:complete|updated|full)))/,
  ],
  // Reviews and reports: severities, and headings of sections that people do not write to an agent.
  [
    3,
    /^[\s#*\-\d.)]*\[?(?:(?:critical|high|medium|low|major|minor|P[0-3])(?:[\]:*]| severity| -| –)|(?:summary of changes|findings|strengths|weaknesses|areas for improvement|executive summary|verdict|root cause|test results|next steps|recommendations)\b)/i,
  ],
  // Pages and files: bullets and quotes that no keyboard has, labels in bold.
  [1, /^\s*•|[“”]|^\s*(?:[-*]\s*)?[✅❌⚠🔴🟡🟢✔✗☑]|^\s*(?:[-*•]\s+|\d+\.\s+)?\*\*[\p{L} ]{3,20}:?\*\*:?\s/u],
]

/** A comment in code, or a line of a log, that stands among the words. */
const comment = /^\s{2,}(?:#|\/\/)\s|^\s*(?:\S+\s)?(?:WARN(?:ING)?|ERROR|INFO|DEBUG|FATAL)\b[:\]\s]/

const announcement =
  /\b(?:got|get|getting|see|seeing|received?|receiving|gives?|throws?|shows?|says?|has|have|this|these|following|here['’]?s|here is|console|build|same)\b[^.?!]{0,60}\b(?:errors?|warnings?|exceptions?|logs?|output|stack ?trace|traceback|response from \p{L}+|feedback from \p{L}+|review)\b[^.?!]{0,30}[:.!]?\s*$/iu

/** Whether this is the first line after an empty one that follows words such as “I get this error:”. */
function isAnnounced(lines: readonly string[], at: number): boolean {
  if ((lines[at] ?? '').trim() === '' || (lines[at - 1] ?? 'x').trim() !== '') return false
  const before = lines.slice(Math.max(0, at - 3), at).findLast((line) => line.trim() !== '')
  return before !== undefined && before.length < 300 && announcement.test(before)
}

function rateLineMark(line: string): number {
  return marksOfPastes.reduce((sum, [weight, mark]) => Math.max(sum, mark.test(line) ? weight : 0), 0)
}

/** From where to where the paste reaches: without the paragraphs before and after it, where they are short. */
function findTypedEnds(
  lines: readonly string[],
  first: number,
  last: number,
): { head: number; tail: number } {
  const isEmpty = (at: number) => (lines[at] ?? '').trim() === ''
  let head = 0
  while (head < first && !isEmpty(head)) head += 1
  let tail = lines.length
  while (tail > last + 1 && isEmpty(tail - 1)) tail -= 1
  const end = tail
  while (tail > last + 1 && !isEmpty(tail - 1)) tail -= 1
  const measureLength = (from: number, to: number) => lines.slice(from, to).join('\n').length
  return {
    head: measureLength(0, head) <= longestOwn ? head : 0,
    tail: tail > last + 1 && measureLength(tail, end) <= longestOwn ? tail : lines.length,
  }
}

/**
 * Everything that the user said, in order: messages, and the words that agents pass on inside of tool results (answers
 * to questions, feedback on a call). What agents put there themselves is left out.
 */
export function collectUserWords(parts: readonly (readonly Part[])[]): string[] {
  return collectWordsByMessage(parts).flat()
}

/** The same of each message. */
export function collectWordsByMessage(parts: readonly (readonly Part[])[]): readonly (readonly string[])[] {
  return parts.map((own, messageIndex) =>
    dropShellTurns(own, messageIndex)
      .flatMap((part) => (part.kind === 'user-text' ? [part.text] : readUserWordsFromResult(part)))
      .map((text) => withoutBoilerplate(text).replace(/^"([\s\S]*)"$/, '$1'))
      .filter((text) => text !== ''),
  )
}

/** SWE-agent answers with the output of a command in the user's place, the task itself aside. */
const shellTurn = /\n\(Current directory: [^\n]*\)\s*(?:bash-\$\s*)?$/
function dropShellTurns(parts: readonly Part[], messageIndex: number): readonly Part[] {
  return parts.filter(({ kind, text }) => kind !== 'user-text' || messageIndex <= 1 || !shellTurn.test(text))
}

/** What a person typed of a message, line by line: neither pasted nor a line of a program, a log or a table. */
export const selectTypedLines = rememberByText((words): readonly SpokenLine[] => {
  const lines = selectSpokenLines(words)
  const isPasted = markPastedLines(lines.map(({ line }) => line))
  return lines.filter(({ line }, at) => isPasted[at] !== true && !isTitle(line))
})

function readUserWordsFromResult({ kind, text, toolName, path, isHeader }: Part): string[] {
  if (kind !== 'tool-result' || path !== undefined || isHeader === true) return []
  const head = text.slice(0, headLength).trimStart()
  if (head.startsWith('{')) return readFeedback(text)
  const refused = refusal.exec(text)?.[1]
  if (refused !== undefined) return [refused]
  const answers = asked.exec(text)?.[1]
  if (answers !== undefined) return [...answers.matchAll(answered)].map(([, words = '']) => words)
  const isQuestion = askingTool.test(toolName ?? '')
  const isQuoting = isQuestion || /^(?:The user |User |<(?:answer|feedback|user_message)>)/.test(head)
  if (!isQuoting || !hasElement.test(head)) return isQuestion && isPlain(text) ? [text] : []
  return [...text.matchAll(element)].map(([, , words = '']) => words)
}

function isPlain(text: string): boolean {
  return !/^\s*[[{<]/.test(text) && text.length < 2000
}

/** Current agents answer in JSON, with what the user had to say in a field of its own. */
function readFeedback(text: string): string[] {
  try {
    const result: unknown = JSON.parse(text)
    if (typeof result !== 'object' || result === null) return []
    return Object.entries(result).flatMap(([key, value]) =>
      /^(?:feedback|answer|user_message|response)$/.test(key) && typeof value === 'string' ? [value] : [],
    )
  } catch {
    // A tool wrote it: what is no JSON holds no fields.
    return []
  }
}
