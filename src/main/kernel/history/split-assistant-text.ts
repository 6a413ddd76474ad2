import { parseJson } from '../../../shared/kernel/json-values.ts'
import { rememberResults } from '../../../shared/kernel/remember-results.ts'
import { createFindClosing, type FindClosing, type TextSegment, fillGaps, withTexts } from './text-segment.ts'
import { readInputPath, findToolPurpose, xmlTools } from './tool-catalogue.ts'

const interrupted = '[Response interrupted by'
const openTag = /<([a-z][a-z0-9]*(?:_[a-z0-9]+)*)>/g

/**
 * Splits what an assistant wrote into text, reasoning (`<thinking>`) and tool calls (`<read_file>…`).
 * A call that was cut off reaches to the interruption notice or to the end of the text.
 */
export const splitAssistantText = rememberResults((text): readonly TextSegment[] => {
  const found = text.includes('<') ? findXml(text) : []
  return withTexts(text, fillGaps(0, text.length, found, { kind: 'assistant-text' }))
})

function findXml(text: string): TextSegment[] {
  const found: TextSegment[] = []
  const findClosing = createFindClosing(text)
  openTag.lastIndex = 0
  for (let match = openTag.exec(text); match !== null; match = openTag.exec(text)) {
    const name = match[1] ?? ''
    const segment =
      name === 'thinking'
        ? readThinkingSegment(match.index, findClosing)
        : readCallSegment(text, match.index, name, findClosing)
    if (segment === undefined) continue
    found.push(segment)
    openTag.lastIndex = segment.end
  }
  return found
}

function readThinkingSegment(start: number, findClosing: FindClosing): TextSegment | undefined {
  const closing = findClosing('thinking', start)
  return closing < 0 ? undefined : { start, end: closing + '</thinking>'.length, kind: 'reasoning' }
}

function readCallSegment(
  text: string,
  start: number,
  name: string,
  findClosing: FindClosing,
): TextSegment | undefined {
  const bodyStart = start + name.length + 2
  if (!xmlTools.has(name) && !name.includes('_')) return undefined
  const closing = findClosing(name, bodyStart)
  if (!xmlTools.has(name) && !looksLikeCall(text, bodyStart, closing)) return undefined
  if (closing < 0 && !startsWithTag(text, bodyStart)) return undefined
  const end = closing < 0 ? findEndOfCutCall(text, bodyStart) : closing + name.length + 3
  const mcp = name === 'use_mcp_tool' ? readMcpCall(text, bodyStart, end) : undefined
  const path = mcp?.path ?? readElementText(text, bodyStart, end, 'path')
  const range =
    mcp?.lineRange ??
    (findToolPurpose(name) === 'read' ? readNarrowing(text.slice(bodyStart, end)) : undefined)
  return {
    start,
    end,
    kind: 'tool-call',
    toolName: mcp?.toolName ?? name,
    ...(path === undefined ? {} : { path }),
    ...(range === undefined ? {} : { lineRange: range }),
  }
}

/** What a read asks for besides its files; undefined for whole files. */
function readNarrowing(body: string): string | undefined {
  const rest = body.replace(/<path>[^<]*<\/path>|<\/?(?:args|files?|read_file)>/g, '').trim()
  return rest === '' ? undefined : rest
}

type McpCall = {
  readonly toolName: string
  readonly path: string | undefined
  readonly lineRange: string | undefined
}

/**
 * An MCP call goes by the name that it has in the native era, so that its purpose is known. Nobody knows which
 * of its arguments narrow a read, so all of them count as the range.
 */
function readMcpCall(text: string, from: number, to: number): McpCall | undefined {
  const server = readElementText(text, from, to, 'server_name')
  const tool = readElementText(text, from, to, 'tool_name')
  if (server === undefined || tool === undefined) return undefined
  const json = readElementText(text, from, to, 'arguments')
  return { toolName: `mcp--${server}--${tool}`, path: readJsonPath(json), lineRange: json }
}

function readJsonPath(json: string | undefined): string | undefined {
  try {
    return json === undefined ? undefined : readInputPath(parseJson(json))
  } catch {
    // A model wrote it: arguments that are no JSON name no file.
    return undefined
  }
}

/** Custom and future tools: a snake_case element, closed, whose content begins with another element. */
function looksLikeCall(text: string, bodyStart: number, closing: number): boolean {
  return closing >= 0 && startsWithTag(text, bodyStart)
}

function startsWithTag(text: string, from: number): boolean {
  return /^\s*<[a-z]/.test(text.slice(from, from + 64))
}

function findEndOfCutCall(text: string, from: number): number {
  const notice = text.indexOf(interrupted, from)
  return notice < 0 ? text.length : notice
}

/** Text of the first `<tag>` between two offsets, trimmed; undefined where there is none or it is empty. */
export function readElementText(text: string, from: number, to: number, tag: string): string | undefined {
  // What stands behind the call is not searched: there may be many calls before it.
  const body = text.slice(from, to)
  const start = body.indexOf(`<${tag}>`)
  if (start < 0) return undefined
  const bodyStart = start + tag.length + 2
  const end = body.indexOf(`</${tag}>`, bodyStart)
  if (end < 0) return undefined
  const value = body.slice(bodyStart, end).trim()
  return value === '' ? undefined : value
}
