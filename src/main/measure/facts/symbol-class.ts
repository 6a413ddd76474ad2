import type { Part } from '../../../shared/kernel/part.ts'
import type { FactClass, Mention } from './fact-class.ts'
import { isSaid } from './is-said.ts'
import { readPathMention } from './path-class.ts'
import type { Chunk } from './split-words.ts'

/** Names in code that are no words of a language: `camelCase`, `PascalCase`, `snake_case`, `CAPITALS_WITH_LINES`. */
export const symbolClass: FactClass = {
  id: 'symbol',
  label: 'Symbols',
  isFounder: isSaid,
  chunk: readSymbolMention,
}

const name =
  /(?<![\w$@#/\\%-])(?:[a-z][a-z\d]*(?:[A-Z][a-z\d]+)+[A-Z]?|(?:[A-Z][a-z\d]+){2,}|[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+)(?![\w$/\\@-])/

/** Products and words of agents, which name nothing in the project. */
const notInProject: ReadonlySet<string> = new Set(
  `JavaScript OpenCode TypeScript GitHub GitLab PowerShell OpenAI PostgreSQL MongoDB NodeJS ChatGPT YouTube
  LinkedIn StackOverflow WebSocket IntelliJ DeepSeek LangChain macOS read_file write_to_file
  apply_diff execute_command attempt_completion search_files list_files ask_followup_question
  new_task switch_mode update_todo_list use_mcp_tool insert_content search_and_replace
  environment_details tool_use tool_result list_code_definition_names user_message
  system_reminder file_write_result tool_use_error replace_in_file apply_patch TodoWrite
  TaskCreate TaskUpdate TaskOutput AskUserQuestion WebFetch WebSearch MultiEdit end_of_edit search_dir search_file find_file goto_line scroll_down scroll_up
  StaticText`.split(/\s+/),
)

/** The name in code that a chunk holds; undefined where it holds none. A user's value that is one is no value. */
export function readSymbolMention(chunk: Chunk, holder: Part['holder']): Mention | undefined {
  const { text, start, before, after } = chunk
  if (text.length < 5 || text.length > 120 || text.includes('/') || text.includes('\\')) return undefined
  const found = name.exec(text)
  if (found === null) return undefined
  const [key] = found
  if (key.length < 5 || key.length > 60 || !isName(key)) return undefined
  // The name of the tool, and the names of its arguments.
  if (holder === 'input' && (start === 0 || after === '":')) return undefined
  // Tags that agents put around things.
  if (before === '<' && key.includes('_')) return undefined
  // The query of an address, and what stands in the braces of a flag.
  if (/[?&]/.test(before) && after.startsWith('=')) return undefined
  if (before === '=' && /^&\w/.test(after)) return undefined
  if (before === '{' && /^(?:[}]|!)/.test(after) && key.includes('_') && /\d/.test(key)) return undefined
  if (readPathMention(chunk) !== undefined) return undefined
  return { key, start: start + found.index, end: start + found.index + key.length }
}

/** A digit in place of a letter or of a word. */
const digitWithin = /[A-Za-z]\d(?=[A-Za-z])|_\d(?=_)/g

/** Ids and hashes have numbers all over. */
function isName(key: string): boolean {
  return (
    !/\d{4,}|_\d+$|(?:\d[A-Za-z]+){3}|^(?:toolu|call|msg|req|chatcmpl)_/.test(key) &&
    !notInProject.has(key) &&
    (key.match(digitWithin)?.length ?? 0) < 2
  )
}
