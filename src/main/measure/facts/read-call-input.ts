import { parseJson } from '../../../shared/kernel/json-values.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { readElementText } from '../../kernel/history/split-assistant-text.ts'

export type CallInput = Readonly<Record<string, unknown>>

/** Arguments of a native call, or of an MCP call of the XML era; none for every other call, and for unsound ones. */
export function readCallInput({ holder, text, toolName }: Part): CallInput | undefined {
  if (toolName === undefined) return undefined
  const json = holder === 'input' ? text.slice(toolName.length + 1) : readMcpArguments(text)
  if (json === undefined) return undefined
  return parseCallObject(json)
}

function parseCallObject(json: string): CallInput | undefined {
  try {
    return toCallInput(parseJson(json))
  } catch {
    // A model wrote it: what is no JSON says nothing.
    return undefined
  }
}

function toCallInput(value: unknown): CallInput | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  // An object that is no array has string keys.
  return isObject ? (value as CallInput) : undefined
}

/** Tools whose arguments are the name and the arguments of another one. */
const wrapping: ReadonlySet<string> = new Set(['tool_call', 'call_tool', 'use_tool', 'invoke_tool'])

/**
 * The tool that a call means and its arguments: without the server of an MCP tool, and what stands inside of a call that
 * wraps another one.
 */
export function readNamedCall(part: Part): { readonly name: string; readonly input: CallInput | undefined } {
  const name = (part.toolName ?? '').replace(/^mcp(?:__|--).*(?:__|--)/, '')
  const input = readCallInput(part)
  const inner = input?.['name'] ?? input?.['tool_name']
  if (!wrapping.has(name) || typeof inner !== 'string') return { name, input }
  const given = input?.['arguments'] ?? input?.['parameters']
  return { name: inner, input: typeof given === 'string' ? parseCallObject(given) : toCallInput(given) }
}

function readMcpArguments(text: string): string | undefined {
  return text.startsWith('<use_mcp_tool>') ? readElementText(text, 0, text.length, 'arguments') : undefined
}
