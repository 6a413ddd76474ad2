import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { ToolEra } from '../../../shared/library/task-types.ts'

/** What a tool is for. `create` and `write` give all of a file, `edit` a part of it. */
export type ToolPurpose =
  | 'read'
  | 'create'
  | 'write'
  | 'edit'
  | 'delete'
  | 'move'
  | 'run'
  | 'search'
  | 'plan'
  | 'ask'
  | 'delegate'
  | 'fetch'
  | 'other'

/**
 * Names in small letters, as Roo, Kilo, Cline, Claude Code, Codex, OpenCode, pi, Gemini, Qwen, Copilot (CLI, VS Code, Visual
 * Studio), Goose, Crush, Cursor, Windsurf, Zed, Continue, Augment, Droid, Rovo, Kimi, Amp and OpenHands use them.
 */
const namesByPurpose: Readonly<Record<Exclude<ToolPurpose, 'other'>, string>> = {
  read: `read read_file read_files read_many_files readfile view view_image view_file view_files view_line_range open_file
    open_files get_file read_currently_open_file builtin_read_file notebookread`,
  create: 'create create_file create_new_file createnewfile builtin_create_new_file new_file save-file',
  write: 'write write_file write_to_file writefile create_text_file',
  edit: `edit edit_file edit_multiple_files multiedit multi_edit notebookedit editor text_editor file_editor replace patch
    apply_patch applypatch apply_diff replace_in_file replace_file_content multi_replace_file_content replace_string_in_file
    multi_replace_string_in_file insert_edit_into_file edit_notebook_file edit_existing_file editexistingfile edit_block
    single_find_and_replace singlefindandreplace find_and_replace_code search_and_replace search_replace insert_content
    replace_regex replace_symbol_body insert_after_symbol insert_before_symbol str_replace str-replace-editor strreplacefile
    str_replace_editor str_replace_based_edit_tool`,
  delete: 'delete_file delete_files delete_path remove_file remove_files remove-files',
  move: 'move_file move_files move_path rename_file',
  run: `bash shell powershell terminal execute execute_command execute_bash execute_shell_command run_command run_commands
    run_shell_command run_terminal_cmd run_terminal_command runterminalcommand run_in_terminal run_command_in_terminal
    launch-process start_process shell_command exec_command local_shell local_shell_call container.exec`,
  search: `grep glob ls list find search list_files list_dir list_directory find_path search_files search_file_content
    grep_search glob_file_search grep_files file_search semantic_search multi_grep codebase_search search_codebase
    codebase-retrieval list_code_definition_names sourcegraph`,
  plan: `update_todo_list update_todo todowrite todo_write write_todos todos todo__todo_write todoread update_plan
    manage_todo_list task_tracker taskcreate taskupdate tasklist plan_mode_respond enterplanmode exitplanmode focus_chain`,
  ask: 'ask_followup_question ask_question askuserquestion ask_user question request_user_input',
  delegate: 'new_task newtask task agent spawn_agent subagent use_subagents runsubagent',
  fetch:
    'webfetch web_fetch fetch fetch_url fetch_webpage websearch web_search google_web_search web_search_call',
}

const purposes: ReadonlyMap<string, ToolPurpose> = new Map(
  Object.entries(namesByPurpose).flatMap(([purpose, names]) =>
    // Its keys are what the record above was declared with.
    names.split(/\s+/).map((name) => [name, purpose as ToolPurpose] as const),
  ),
)

/** Reads of MCP servers: `mcp__filesystem__read_text_file`, `mcp--files--read_multiple_files`. */
function isMcpRead(toolName: string): boolean {
  return /^mcp(?:__|--)/.test(toolName) && /$(?<=(?:__|--)read_(?:\w+_)?files?)/.test(toolName.slice(5))
}

/** Purpose of a tool, whatever the case of its name; `other` for one that is not known. */
export function findToolPurpose(toolName: string | undefined): ToolPurpose {
  if (toolName === undefined) return 'other'
  // Goose names the extension before the tool.
  const name = toolName.replace(/^developer__/, '').toLowerCase()
  return purposes.get(name) ?? (isMcpRead(toolName) ? 'read' : 'other')
}

const filePurposes: ReadonlySet<ToolPurpose> = new Set(['read', 'create', 'write', 'edit'])

/** Whether a tool gives, reads or changes what is in a file. */
export function isFileTool(toolName: string | undefined): boolean {
  return filePurposes.has(findToolPurpose(toolName))
}

/** Whether a call of a tool gives all that is in a file from then on. */
export function writesWholeFile(toolName: string | undefined): boolean {
  const purpose = findToolPurpose(toolName)
  return purpose === 'write' || purpose === 'create'
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

/** Arguments that name a file, first the surest, without the capitals and strokes that agents put in: `filePath`, `file_path`. */
const pathKeys =
  `path filepath absolutepath abspath relativepath relativeworkspacepath targetfile targetpath filename
  notebookpath targetnotebook uri`.split(/\s+/)

const pathOrder: ReadonlyMap<string, number> = new Map(pathKeys.map((key, order) => [key, order]))

function normaliseKey(key: string): string {
  return key.replaceAll(/[_-]/g, '').toLowerCase()
}

/** First file that the input of a native tool call names, whatever key the agent uses for it. */
export function readInputPath(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined
  let first: { readonly order: number; readonly path: string } | undefined
  for (const [key, value] of Object.entries(input)) {
    const order = pathOrder.get(normaliseKey(key))
    if (order === undefined || typeof value !== 'string' || value === '') continue
    if (first === undefined || order < first.order) first = { order, path: value }
  }
  if (first !== undefined) return first.path
  for (const key of listKeys) {
    const value = input[key]
    const found = Array.isArray(value)
      ? value
          .map((item) => (typeof item === 'string' ? item : readInputPath(item)))
          .find((path) => path !== undefined)
      : readInputPath(value)
    if (found !== undefined) return found
  }
  return undefined
}

/** Arguments that hold several files, or all of the arguments. */
export const listKeys = [
  'paths',
  'files',
  'file_paths',
  'filePaths',
  'args',
  'file',
  'arguments',
  'replacements',
] as const

/** Keys that say which file is meant, or why, and nothing about how much of it. */
const neutralKeys: ReadonlySet<string> = new Set([
  ...listKeys,
  'encoding',
  'reason',
  'explanation',
  'description',
])

/**
 * What a native read asks for besides the file: every argument that does not just name it counts, for nobody knows
 * which of them narrow a read. Undefined for whole files.
 */
export function readInputRange(toolName: string, input: unknown): string | undefined {
  if (isMcpRead(toolName)) return JSON.stringify(input)
  const asked = selectNarrowingArguments(input)
  return asked.length === 0 ? undefined : JSON.stringify(asked)
}

function selectNarrowingArguments(input: unknown): unknown[] {
  if (Array.isArray(input)) return input.flatMap((item) => selectNarrowingArguments(item))
  if (!isRecord(input)) return []
  return Object.entries(input).flatMap(([key, value]) => {
    if (value === null || value === undefined) return []
    return pathOrder.has(normaliseKey(key)) || neutralKeys.has(key)
      ? selectNarrowingArguments(value)
      : [[key, value]]
  })
}

/** How many files the input of a native call names in a list. */
export function countInputFiles(input: unknown): number {
  if (!isRecord(input)) return 0
  const lists = listKeys.map((key) => input[key]).filter((value) => Array.isArray(value))
  return findLargest(
    lists.map((list) => list.length),
    0,
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Finds how the tool calls of a history are written, from its parts as they come. */
export function createEraFinder() {
  let native = false
  let xml = false
  return {
    add: (parts: readonly Part[]): void => {
      for (const { kind, holder } of parts) {
        if (kind !== 'tool-call') continue
        if (holder === 'input') native = true
        else xml = true
      }
    },
    find: (): ToolEra => {
      if (native && xml) return 'mixed'
      return native ? 'native' : xml ? 'xml' : 'none'
    },
  }
}
