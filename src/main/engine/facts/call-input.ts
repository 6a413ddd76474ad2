import type { Part } from '../../../shared/domain/part.ts'
import { elementText } from '../history/split-assistant-text.ts'

export type CallInput = Readonly<Record<string, unknown>>

/** Arguments of a native call, or of an MCP call of the XML era; none for every other call, and for unsound ones. */
export function callInput({ holder, text, toolName }: Part): CallInput | undefined {
  if (toolName === undefined) return undefined
  const json = holder === 'input' ? text.slice(toolName.length + 1) : mcpArguments(text)
  if (json === undefined) return undefined
  try {
    const input: unknown = JSON.parse(json)
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
    // An object that is no array has string keys.
    return isObject ? (input as CallInput) : undefined
  } catch {
    // A model wrote it: what is no JSON says nothing.
    return undefined
  }
}

function mcpArguments(text: string): string | undefined {
  return text.startsWith('<use_mcp_tool>') ? elementText(text, 0, text.length, 'arguments') : undefined
}
