import { findEnvironment } from './split-environment.ts'
import type { LinkedCall } from './link-calls.ts'
import { isErrorText, partOfFile } from './split-result-body.ts'
import { tile, type TextSegment } from './text-segment.ts'
import { toolPurpose } from './tool-catalogue.ts'

const fileMark = 'File: '
const fileSeparator = '\n\n---\n\nFile: '

/**
 * Splits the text of a native tool result: the environment details that newer agents append to it, and for a
 * read of several files one segment per `File: path` section.
 */
export function splitNativeResult(
  text: string,
  call: LinkedCall | undefined,
  isError: boolean,
): TextSegment[] {
  const environment = text.includes('<environment_details>') ? findEnvironment(text) : []
  const bodyEnd = environment[0]?.start ?? text.length
  const body = {
    kind: 'tool-result' as const,
    ...(call === undefined ? {} : { toolName: call.toolName }),
    ...(isError || isErrorText(text, 0, bodyEnd) ? { isError: true } : {}),
  }
  const files = toolPurpose(call?.toolName) === 'read' ? findFileSections(text, bodyEnd) : []
  const range = (start: number, end: number) => partOfFile(text.slice(start, end), call?.lineRange)
  const sections = files.map((file) => ({ ...body, ...file, ...range(file.start, file.end) }))
  const whole = { ...body, ...pathOf(call), ...range(0, bodyEnd) }
  const rest = sections.length > 0 ? { ...body, isHeader: true } : whole
  return tile(0, text.length, [...sections, ...environment], rest)
}

function pathOf(call: LinkedCall | undefined): { path?: string } {
  return call?.path === undefined || call.isSeveralFiles ? {} : { path: call.path }
}

function findFileSections(text: string, limit: number): { start: number; end: number; path: string }[] {
  if (!text.startsWith(fileMark)) return []
  const found: { start: number; end: number; path: string }[] = []
  let start = 0
  while (start >= 0) {
    const next = text.indexOf(fileSeparator, start)
    const end = next < 0 || next >= limit ? limit : next
    const lineEnd = text.indexOf('\n', start)
    const pathEnd = lineEnd < 0 || lineEnd > end ? end : lineEnd
    found.push({ start, end, path: text.slice(start + fileMark.length, pathEnd).trim() })
    start = end === limit ? -1 : end + fileSeparator.length - fileMark.length
  }
  return found
}
