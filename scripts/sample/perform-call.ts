import { assertNever } from '../../src/shared/kernel/assert-never.ts'
import type { Random } from './random.ts'
import { fileTree } from './terminal.ts'
import type { Call, Edit } from './turn.ts'
import { writtenFile } from './workspace-files.ts'

/** What a call looks like in the history and in the agent's own log. */
export type Performed = {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly result: string
  readonly isError: boolean
  /** The `text` of the entry in ui_messages.json, before it is written as JSON. */
  readonly shown: Readonly<Record<string, unknown>>
}

export type Desk = {
  /** The project as it stands now. */
  readonly files: Map<string, string>
  /** The project as the repository holds it. */
  readonly committed: ReadonlyMap<string, string>
  readonly random: Random
}

const root = '/home/mara/code/harbour'

/** Does to the invented project what the tool would do and says what the tool would answer. */
export function performCall(call: Call, controller: Desk): Performed {
  switch (call.tool) {
    case 'read':
      return readFile(call.path, controller)
    case 'list':
      return performed(
        'list_files',
        { path: call.path, recursive: true },
        fileTree([...controller.files.keys()]),
        {
          tool: 'listFilesRecursive',
          path: call.path,
        },
      )
    case 'search':
      return searchFiles(call, controller)
    case 'run':
      return runCommand(call, controller)
    case 'write':
      return writeFile(call.path, writtenFile(call.source), controller)
    case 'edit':
      return editFile(call.path, call.edits, controller)
    case 'todo':
      return performed('update_todo_list', { todos: call.items.join('\n') }, 'The list was updated.', {
        tool: 'updateTodoList',
        todos: call.items,
      })
    case 'ask':
      return performed(
        'ask_followup_question',
        { question: call.question, follow_up: call.options.map((text) => ({ text, mode: null })) },
        `<user_message>\n${call.answer}\n</user_message>`,
        { question: call.question, suggest: call.options.map((answer) => ({ answer })) },
      )
    case 'complete':
      return performed(
        'attempt_completion',
        { result: call.result },
        `<user_message>\n${call.feedback ?? ''}\n</user_message>`,
        { tool: 'finishTask', result: call.result },
      )
    default:
      return assertNever(call)
  }
}

function performed(
  name: string,
  input: Performed['input'],
  result: string,
  shown: Performed['shown'],
  isError = false,
): Performed {
  return { name, input, result, shown, isError }
}

function textOf(path: string, controller: Desk): string {
  const text = controller.files.get(path)
  if (text === undefined) throw new Error(`The story names ${path}, which the project does not hold.`)
  return text
}

function readFile(path: string, controller: Desk): Performed {
  const lines = textOf(path, controller).replace(/\n$/, '').split('\n')
  const width = String(lines.length).length
  const numbered = lines.map((line, index) => `${String(index + 1).padStart(width)} | ${line}`)
  return performed('read_file', { path }, [`File: ${path}`, ...numbered].join('\n'), {
    tool: 'readFile',
    path,
  })
}

function searchFiles({ regex, path }: { regex: string; path: string }, controller: Desk): Performed {
  const found = [...controller.files]
    .filter(([file]) => file.startsWith(path))
    .flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, index) => (line.includes(regex) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    )
  return performed(
    'search_files',
    { path, regex, file_pattern: '*.ts' },
    [`${found.length} lines match ${regex}`, ...found].join('\n'),
    { tool: 'searchFiles', path, regex },
  )
}

function runCommand(call: Extract<Call, { tool: 'run' }>, controller: Desk): Performed {
  for (const path of call.restores ?? []) controller.files.set(path, controller.committed.get(path) ?? '')
  const output = typeof call.output === 'string' ? call.output : call.output(controller.random)
  const result = `Ran in ${root}, exit code ${call.exitCode}.\nOutput:\n${output === '' ? '(nothing)' : output}`
  return performed(
    'execute_command',
    { command: call.command, cwd: null },
    result,
    { command: call.command },
    call.exitCode !== 0,
  )
}

function writeFile(path: string, content: string, controller: Desk): Performed {
  controller.files.set(path, content)
  const result = JSON.stringify({ path, operation: 'created', lines: content.split('\n').length - 1 })
  return performed('write_to_file', { path, content }, result, { tool: 'newFileCreated', path })
}

function editFile(path: string, edits: readonly Edit[], controller: Desk): Performed {
  let text = textOf(path, controller)
  const input = {
    path,
    diff: edits.map(({ search, replace }) => diffBlock(text, search, replace)).join('\n\n'),
  }
  const shown = { tool: 'appliedDiff', path }
  for (const { search, replace } of edits) {
    if (text.split(search).length !== 2) {
      const reason = `No match in ${path} for the text to replace. The file was not changed; read it before you try again.`
      return performed('apply_diff', input, JSON.stringify({ status: 'error', path, reason }), shown, true)
    }
    text = text.replace(search, () => replace)
  }
  controller.files.set(path, text)
  return performed(
    'apply_diff',
    input,
    JSON.stringify({ path, operation: 'modified', blocks: edits.length }),
    shown,
  )
}

function diffBlock(text: string, search: string, replace: string): string {
  const at = text.indexOf(search)
  const line = at < 0 ? 1 : text.slice(0, at).split('\n').length
  return [
    '<<<<<<< SEARCH',
    `:start_line:${line}`,
    '-------',
    search.replace(/\n$/, ''),
    '=======',
    replace.replace(/\n$/, ''),
    '>>>>>>> REPLACE',
  ].join('\n')
}
