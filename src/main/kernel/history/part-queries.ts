import type { Part } from '../../../shared/kernel/part.ts'
import { findToolPurpose } from './tool-catalogue.ts'

/**
 * Per read, the latest later read of the same file that gave other content: of the whole file, or with the very same
 * arguments. Only successful reads count, and an answer of a line or two ("unchanged since the last read") stands for
 * no content.
 */
export function findNewerReads(parts: readonly (readonly Part[])[]): ReadonlyMap<Part, Part> {
  const latest = new Map<string, Part>()
  const newer = new Map<Part, Part>()
  for (const part of parts.flat().toReversed()) {
    const key = readKey(part)
    if (key === undefined || part.path === undefined) continue
    const later = latest.get(key) ?? latest.get(formatWholeFileKey(part.path))
    if (later === undefined) latest.set(key, part)
    else if (later.text !== part.text && holdsContent(later, part)) newer.set(part, later)
  }
  return newer
}

/** The file and the lines that a successful read gave; undefined for everything else. */
export function readKey(part: Part): string | undefined {
  if (part.kind !== 'tool-result' || part.holder !== 'text' || part.isHeader === true) return undefined
  if (part.path === undefined || part.isError === true || findToolPurpose(part.toolName) !== 'read')
    return undefined
  return part.lineRange === undefined ? formatWholeFileKey(part.path) : `${part.path}\n${part.lineRange}`
}

function formatWholeFileKey(path: string): string {
  return `${path}\n`
}

function holdsContent(later: Part, earlier: Part): boolean {
  return later.text.split('\n', 4).length > 3 || later.text.length * 2 >= earlier.text.length
}

/** Ids of the calls that were carried out: there is a result, and no part of it says that it failed or was refused. */
export function findSucceededCalls(parts: readonly (readonly Part[])[]): ReadonlySet<string> {
  const succeeded = new Set<string>()
  const failed = new Set<string>()
  for (const part of parts.flat()) {
    if (part.toolCallId === undefined) continue
    if (part.kind === 'tool-call' && isCutOff(part)) failed.add(part.toolCallId)
    if (part.kind === 'tool-result') (part.isError === true ? failed : succeeded).add(part.toolCallId)
  }
  return new Set([...succeeded].filter((id) => !failed.has(id)))
}

/** A call of the XML era whose closing tag never came. */
function isCutOff({ holder, text, toolName }: Part): boolean {
  if (holder !== 'text' || toolName === undefined) return false
  const tag = toolName.startsWith('mcp--') ? 'use_mcp_tool' : toolName
  return !text.trimEnd().endsWith(`</${tag}>`)
}
