import type { Part } from '../../../shared/domain/part.ts'

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
