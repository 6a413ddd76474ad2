import type { Part } from '../../../shared/domain/part.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { callInput } from '../../engine/facts/call-input.ts'
import { xmlParameters } from '../../engine/history/xml-elements.ts'

/** The tools that a task has called so far, a line each, with the names of their arguments; sorted. */
export function toolsText({ parts }: Conversation): string {
  const tools = new Map<string, Set<string>>()
  for (const part of parts.flat()) {
    if (part.kind !== 'tool-call' || part.toolName === undefined) continue
    const names = tools.get(part.toolName) ?? new Set<string>()
    for (const name of argumentNames(part)) names.add(name)
    tools.set(part.toolName, names)
  }
  const lines = [...tools].map(([tool, names]) => `${tool}: ${[...names].toSorted().join(', ') || '(none)'}`)
  return lines.toSorted().join('\n') || '(no tool was called yet)'
}

function argumentNames(part: Part): string[] {
  if (part.holder === 'input' || part.text.startsWith('<use_mcp_tool>'))
    return Object.keys(callInput(part) ?? {})
  return xmlParameters(part.text).flatMap(
    ({ start }) => /<([\w-]+)>$/.exec(part.text.slice(Math.max(0, start - 100), start))?.[1] ?? [],
  )
}
