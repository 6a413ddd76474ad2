import { fillGaps, type TextSegment } from './text-segment.ts'
import { isFileTool, findToolPurpose } from './tool-catalogue.ts'

/** A `[tool for 'x'] Result:` line whose body stands in the next block, as Roo writes it. */
export type ResultHeader = { readonly toolName: string; readonly path?: string }

/**
 * Splits the body of a tool result between two offsets: one segment per file of a read, the words of a user
 * who answered or refused, and the rest as one segment. Nothing is said about text outside the offsets.
 */
export function splitResultBody(
  text: string,
  from: number,
  to: number,
  header: ResultHeader,
  askedRange: string | undefined,
): TextSegment[] {
  const { toolName } = header
  const isRead = findToolPurpose(toolName) === 'read'
  const found = isRead
    ? findFiles(text, from, to, toolName, askedRange)
    : findUserWords(text, from, to, toolName)
  const isFileWrapper = isRead && found.length > 0
  const path = isFileTool(toolName) ? header.path : undefined
  const rest = {
    kind: 'tool-result' as const,
    toolName,
    ...(isErrorText(text, from, to) ? { isError: true } : {}),
    ...(isFileWrapper
      ? { isHeader: true }
      : path === undefined
        ? {}
        : { path, ...describeFileRange(text.slice(from, to), askedRange) }),
  }
  return fillGaps(from, to, found, rest)
}

/** `<file><path>p</path>…</file>` elements of a read in the XML era. */
function findFiles(
  text: string,
  from: number,
  to: number,
  toolName: string,
  askedRange: string | undefined,
): TextSegment[] {
  const found: TextSegment[] = []
  let at = from
  for (;;) {
    const start = text.indexOf('<file><path>', at)
    if (start < 0 || start >= to) return found
    const pathStart = start + '<file><path>'.length
    const pathEnd = text.indexOf('</path>', pathStart)
    if (pathEnd < 0 || pathEnd > to) return found
    const next = text.indexOf('\n<file><path>', pathEnd)
    const limit = next < 0 || next > to ? to : next
    // Only this file is searched: there may be many others before it.
    const content = text.slice(pathEnd, limit + '</file>'.length)
    const closing = content.lastIndexOf('</file>')
    const end = closing < 0 ? limit : pathEnd + closing + '</file>'.length
    const lines = /^<\/path>\s*<content lines="([^"]+)">/.exec(text.slice(pathEnd, pathEnd + 80))?.[1]
    found.push({
      start,
      end,
      kind: 'tool-result',
      toolName,
      path: text.slice(pathStart, pathEnd),
      ...describeFileRange(text.slice(pathEnd, end), askedRange, lines),
      ...(isErrorText(text, pathEnd + '</path>'.length, end) ? { isError: true } : {}),
    })
    at = end
  }
}

/** Agents cut long files on their own account, and say so. */
const truncatedByAgent = /<notice>Showing only|IMPORTANT: File content truncated/

/** The range of a read that did not give the whole file, because of what was asked or because the agent cut it. */
export function describeFileRange(
  content: string,
  askedRange?: string,
  lines?: string,
): { readonly lineRange?: string } {
  const cut = truncatedByAgent.test(content) ? (lines ?? 'truncated') : undefined
  const lineRange = askedRange === undefined ? cut : (lines ?? askedRange)
  return lineRange === undefined ? {} : { lineRange }
}

/** What a person said through a tool: an answer to a question, or feedback with a refusal or an approval. */
function findUserWords(text: string, from: number, to: number, toolName: string): TextSegment[] {
  const tag = findToolPurpose(toolName) === 'ask' ? 'answer' : 'feedback'
  const opening = text.indexOf(`<${tag}>`, from)
  if (opening < 0 || opening >= to) return []
  const isAnswer = tag === 'answer' || /^\s*The user /.test(text.slice(from, Math.min(opening, from + 200)))
  const closing = text.indexOf(`</${tag}>`, opening)
  if (!isAnswer || closing < 0 || closing > to) return []
  return [{ start: opening, end: closing + tag.length + 3, kind: 'user-text' }]
}

/** Errors and refusals as agents word them at the start of a result: what was asked for did not happen. */
export function isErrorText(text: string, from: number, to: number): boolean {
  return failure.test(text.slice(from, Math.min(to, from + 160)))
}

const failure = new RegExp(
  [
    '^\\s*(?:<error>|<tool_use_error>|The tool execution failed|Error:|\\{"status":"(?:error|denied)"',
    "The user denied|The user doesn't want to|\\[Request interrupted|Tool \\[[^\\]]+\\] was not executed)",
  ].join('|'),
)
