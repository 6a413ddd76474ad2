import type { Part } from '../../../shared/domain/part.ts'
import type { ToolEra } from '../../../shared/domain/task.ts'

/** What a tool does to files, by the names that Roo Code, Kilo Code, Cline, Claude Code and Codex use. */
export type ToolPurpose = 'read' | 'write' | 'edit' | 'other'

const purposes: ReadonlyMap<string, ToolPurpose> = new Map([
  ['read_file', 'read'],
  ['read_files', 'read'],
  ['Read', 'read'],
  ['view', 'read'],
  ['write_to_file', 'write'],
  ['new_file', 'write'],
  ['create_file', 'write'],
  ['Write', 'write'],
  ['apply_diff', 'edit'],
  ['replace_in_file', 'edit'],
  ['search_and_replace', 'edit'],
  ['search_replace', 'edit'],
  ['insert_content', 'edit'],
  ['edit_file', 'edit'],
  ['editor', 'edit'],
  ['apply_patch', 'edit'],
  ['Edit', 'edit'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'edit'],
])

/** Reads of MCP servers: `mcp__filesystem__read_text_file`, `mcp--files--read_multiple_files`. */
const mcpRead = /^mcp(?:__|--).*(?:__|--)read_(?:\w+_)?files?$/

/** Purpose of a tool; `other` for every name that is not known to read or change a file. */
export function toolPurpose(toolName: string | undefined): ToolPurpose {
  if (toolName === undefined) return 'other'
  return purposes.get(toolName) ?? (mcpRead.test(toolName) ? 'read' : 'other')
}

/** Tools that agents of the XML era write as tags. Others are recognised by shape, see `splitAssistantText`. */
export const xmlTools: ReadonlySet<string> = new Set([
  'read_file',
  'write_to_file',
  'new_file',
  'apply_diff',
  'replace_in_file',
  'search_and_replace',
  'insert_content',
  'edit_file',
  'search_files',
  'list_files',
  'list_code_definition_names',
  'codebase_search',
  'execute_command',
  'browser_action',
  'use_mcp_tool',
  'access_mcp_resource',
  'ask_followup_question',
  'attempt_completion',
  'plan_mode_respond',
  'switch_mode',
  'new_task',
  'load_mcp_documentation',
  'fetch_instructions',
  'update_todo_list',
  'condense',
  'report_bug',
  'new_rule',
  'web_fetch',
  'web_search',
  'generate_image',
  'run_slash_command',
  'focus_chain',
  'summarize_task',
  'skill',
  'use_skill',
])

const pathKeys = [
  'path',
  'file_path',
  'filePath',
  'filename',
  'absolute_path',
  'target_file',
  'notebook_path',
  'uri',
]

/** First file that the input of a native tool call names, whatever key the agent uses for it. */
export function pathOfInput(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined
  for (const key of pathKeys) {
    const value = input[key]
    if (typeof value === 'string' && value !== '') return value
  }
  for (const key of ['paths', 'files', 'args', 'file', 'arguments']) {
    const value = input[key]
    const found = Array.isArray(value)
      ? value
          .map((item) => (typeof item === 'string' ? item : pathOfInput(item)))
          .find((path) => path !== undefined)
      : pathOfInput(value)
    if (found !== undefined) return found
  }
  return undefined
}

/** Keys that say which file is meant, or why, and nothing about how much of it. */
const neutralKeys: ReadonlySet<string> = new Set([
  ...pathKeys,
  'files',
  'paths',
  'file',
  'args',
  'arguments',
  'encoding',
  'reason',
  'explanation',
  'description',
])

/**
 * What a native read asks for besides the file: every argument that does not just name it counts, for nobody knows
 * which of them narrow a read. Undefined for whole files.
 */
export function rangeOfInput(toolName: string, input: unknown): string | undefined {
  if (mcpRead.test(toolName)) return JSON.stringify(input)
  const asked = narrowingArguments(input)
  return asked.length === 0 ? undefined : JSON.stringify(asked)
}

function narrowingArguments(input: unknown): unknown[] {
  if (Array.isArray(input)) return input.flatMap((item) => narrowingArguments(item))
  if (!isRecord(input)) return []
  return Object.entries(input).flatMap(([key, value]) => {
    if (value === null || value === undefined) return []
    return neutralKeys.has(key) ? narrowingArguments(value) : [[key, value]]
  })
}

/** How many files the input of a native call names in a list. */
export function fileCountOfInput(input: unknown): number {
  if (!isRecord(input)) return 0
  const lists = [input['files'], input['paths'], input['args']].filter((value) => Array.isArray(value))
  return Math.max(0, ...lists.map((list) => list.length))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How the tool calls of a history are written. */
export function toolPartsEra(parts: readonly (readonly Part[])[]): ToolEra {
  let native = false
  let xml = false
  for (const part of parts.flat()) {
    if (part.kind !== 'tool-call') continue
    if (part.holder === 'input') native = true
    else xml = true
  }
  if (native && xml) return 'mixed'
  return native ? 'native' : xml ? 'xml' : 'none'
}
