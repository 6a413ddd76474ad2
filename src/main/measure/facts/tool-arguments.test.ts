import { describe, expect, it } from 'vitest'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { findToolPurpose } from '../../kernel/history/tool-catalogue.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findLastToDoList } from './find-open-tasks.ts'
import { findTouches } from './find-touches.ts'

type Row = readonly [agent: string, tool: string, input: Record<string, unknown>, expected: readonly string[]]

/** What a call does, and how it went after this result. */
function touched(tool: string, input: Record<string, unknown>, result = 'ok'): string[] {
  return findTouches(splitHistory([call('1', tool, input), answer('1', result)]))
    .flat()
    .map(({ act, outcome }) => {
      const what = act.kind === 'command' ? act.command : act.path
      return `${act.kind} ${what}${act.kind === 'move' ? ` ${act.to}` : ''} ${outcome.status}`
    })
}

const patch = '*** Update File: a.ts\n@@\n-1\n+2\n*** Add File: b.ts\n+1'

const rows: readonly Row[] = [
  ['Cline', 'write_to_file', { absolutePath: '/w/a.ts', content: '' }, ['write /w/a.ts done']],
  ['Cline', 'replace_in_file', { absolutePath: '/w/a.ts', diff: '' }, ['edit /w/a.ts done']],
  ['Cline', 'read_file', { absolutePath: '/w/a.ts' }, ['read /w/a.ts done']],
  ['Cline', 'read_files', { files: [{ path: 'a.ts' }] }, ['read a.ts done']],
  ['Cline', 'editor', { path: 'a.ts', old_text: 'a', new_text: 'b' }, ['edit a.ts done']],
  ['Claude Code', 'Edit', { file_path: 'a.ts', old_string: '', new_string: '' }, ['edit a.ts done']],
  ['Claude Code', 'MultiEdit', { file_path: 'a.ts', edits: [] }, ['edit a.ts done']],
  ['Claude Code', 'NotebookEdit', { notebook_path: 'a.ipynb', new_source: '' }, ['edit a.ipynb done']],
  ['Claude Code', 'Bash', { command: 'npm test' }, ['command npm test done']],
  ['Codex', 'exec_command', { cmd: 'npm test', workdir: '/w' }, ['command npm test done']],
  ['Codex', 'shell', { command: ['bash', '-lc', 'npm test'] }, ['command npm test done']],
  ['Codex', 'apply_patch', { input: patch }, ['edit a.ts done', 'create b.ts done']],
  ['first OpenCode', 'patch', { patch_text: patch }, ['edit a.ts done', 'create b.ts done']],
  ['OpenCode', 'read', { filePath: 'a.ts' }, ['read a.ts done']],
  ['OpenCode', 'edit', { filePath: 'a.ts', oldString: '', newString: '' }, ['edit a.ts done']],
  ['pi', 'edit', { path: 'a.ts', edits: [{ oldText: 'a', newText: 'b' }] }, ['edit a.ts done']],
  ['Gemini', 'read_file', { absolute_path: '/w/a.ts' }, ['read /w/a.ts done']],
  ['Gemini', 'replace', { file_path: 'a.ts', old_string: '', new_string: '' }, ['edit a.ts done']],
  ['Gemini', 'run_shell_command', { command: 'npm test' }, ['command npm test done']],
  ['Qwen', 'tool_call', { name: 'edit', arguments: { file_path: 'a.ts' } }, ['edit a.ts done']],
  [
    'Qwen',
    'tool_call',
    { name: 'run_shell_command', arguments: '{"command":"make"}' },
    ['command make done'],
  ],
  ['Copilot', 'create', { path: 'a.ts', file_text: '' }, ['create a.ts done']],
  ['Copilot', 'powershell', { command: 'npm test' }, ['command npm test done']],
  ['VS Code', 'replace_string_in_file', { filePath: 'a.ts' }, ['edit a.ts done']],
  ['VS Code', 'insert_edit_into_file', { filePath: 'a.ts', code: '' }, ['edit a.ts done']],
  [
    'VS Code',
    'multi_replace_string_in_file',
    { replacements: [{ filePath: 'a.ts' }, { filePath: 'b.ts' }] },
    ['edit a.ts done', 'edit b.ts done'],
  ],
  ['VS Code', 'run_in_terminal', { command: 'npm test' }, ['command npm test done']],
  ['Visual Studio', 'run_command_in_terminal', { command: 'dotnet test' }, ['command dotnet test done']],
  ['Cursor', 'read_file', { target_file: 'a.ts' }, ['read a.ts done']],
  ['Cursor', 'edit_file', { target_file: 'a.ts', code_edit: '' }, ['edit a.ts done']],
  ['Cursor', 'search_replace', { file_path: 'a.ts' }, ['edit a.ts done']],
  ['Cursor', 'delete_file', { target_file: 'a.ts' }, ['delete a.ts done']],
  ['Cursor', 'run_terminal_cmd', { command: 'npm test' }, ['command npm test done']],
  ['Windsurf', 'view_file', { AbsolutePath: '/w/a.ts' }, ['read /w/a.ts done']],
  ['Windsurf', 'replace_file_content', { TargetFile: '/w/a.ts' }, ['edit /w/a.ts done']],
  ['Windsurf', 'run_command', { CommandLine: 'npm test', Cwd: '/w' }, ['command npm test done']],
  ['Zed', 'terminal', { command: 'npm test', cd: 'w' }, ['command npm test done']],
  ['Zed', 'move_path', { source_path: 'a.ts', destination_path: 'b.ts' }, ['move a.ts b.ts done']],
  ['Zed', 'delete_path', { path: 'a.ts' }, ['delete a.ts done']],
  ['Continue', 'create_new_file', { filepath: 'a.ts', contents: '' }, ['create a.ts done']],
  ['Continue', 'edit_existing_file', { filepath: 'a.ts', changes: '' }, ['edit a.ts done']],
  ['Continue', 'run_terminal_command', { command: 'npm test' }, ['command npm test done']],
  ['Augment', 'str-replace-editor', { command: 'str_replace', path: 'a.ts' }, ['edit a.ts done']],
  ['Augment', 'remove-files', { file_paths: ['a.ts', 'b.ts'] }, ['delete a.ts done', 'delete b.ts done']],
  ['Augment', 'launch-process', { command: 'npm test' }, ['command npm test done']],
  ['Rovo', 'open_files', { file_paths: ['a.ts'] }, ['read a.ts done']],
  ['Rovo', 'find_and_replace_code', { file_path: 'a.ts' }, ['edit a.ts done']],
  ['Droid', 'Execute', { command: 'npm test' }, ['command npm test done']],
  ['Droid', 'ApplyPatch', { input: patch }, ['edit a.ts done', 'create b.ts done']],
  ['Kimi', 'StrReplaceFile', { path: 'a.ts', edit: {} }, ['edit a.ts done']],
  ['OpenHands', 'file_editor', { command: 'view', path: '/w/a.ts' }, ['read /w/a.ts done']],
  ['OpenHands', 'str_replace_editor', { command: 'create', path: '/w/a.ts' }, ['create /w/a.ts done']],
  ['OpenHands', 'terminal', { command: 'npm test' }, ['command npm test done']],
  ['Goose', 'developer__text_editor', { command: 'write', path: 'a.ts' }, ['write a.ts done']],
  ['Serena', 'mcp__serena__replace_symbol_body', { relative_path: 'a.ts' }, ['edit a.ts done']],
  [
    'a file server',
    'mcp__files__move_file',
    { source: 'a.ts', destination: 'b.ts' },
    ['move a.ts b.ts done'],
  ],
]

describe('a call', () => {
  it.each(rows)('of %s by %s with %j is seen', (_agent, tool, input, expected) => {
    expect(touched(tool, input)).toEqual(expected)
  })

  it.each([
    ['Cline', 'search_codebase', 'search'],
    ['Cursor', 'glob_file_search', 'search'],
    ['VS Code', 'semantic_search', 'search'],
    ['VS Code', 'runSubagent', 'delegate'],
    ['VS Code', 'fetch_webpage', 'fetch'],
  ])('of %s by %s is for what it is', (_agent, tool, purpose) => {
    expect(findToolPurpose(tool)).toBe(purpose)
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['VS Code', 'manage_todo_list', { todoList: [{ id: 1, title: 'Fix it', status: 'in-progress' }] }],
    [
      'OpenHands',
      'task_tracker',
      { command: 'plan', task_list: [{ title: 'Fix it', status: 'in_progress' }] },
    ],
    [
      'Qwen',
      'tool_call',
      { name: 'todo_write', arguments: { todos: [{ content: 'Fix it', status: 'in_progress' }] } },
    ],
    ['Codex', 'update_plan', { plan: [{ step: 'Fix it', status: 'in_progress' }] }],
  ])('of %s by %s keeps a list', (_agent, tool, input) => {
    expect(findLastToDoList(splitHistory([call('1', tool, input)]))).toEqual([
      { text: 'Fix it', state: 'begun' },
    ])
  })
})

describe('a command', () => {
  it.each<[string, string, string]>([
    [
      'OpenHands',
      'boom\n[The command completed with exit code 2.]\n[Current working directory: /w]',
      'failed',
    ],
    ['OpenHands', 'boom\n[Command finished with exit code 2]', 'failed'],
    ['OpenHands', 'fine\n[Command finished with exit code 0]', 'done'],
    ['Copilot', 'boom\n<shellId: 27 completed with exit code 1>', 'failed'],
    ['Copilot', '<command started in background with shellId: 3>', 'running'],
    ['Gemini', 'Output: boom\nExit Code: 1\nProcess Group PGID: 4', 'failed'],
    ['Gemini', 'Output: fine\nError: (none)\nExit Code: 0\nSignal: (none)', 'done'],
    ['pi', 'boom\n\nCommand exited with code 2', 'failed'],
    ['first OpenCode', 'boom\nExit code 1', 'failed'],
    ['Codex', 'Chunk ID: 1a\nWall time: 30 seconds\nProcess running with session ID 7\nOutput:\n', 'running'],
    ['a shell', 'bash: line 1: exiftool: command not found\n', 'failed'],
    ['Copilot', 'The user rejected this tool call.', 'refused'],
    ['OpenCode', 'The user rejected permission to use this specific tool call.', 'refused'],
  ])('of %s that ends with %j has %s', (_agent, result, status) => {
    expect(touched('bash', { command: 'make' }, result)).toEqual([`command make ${status}`])
  })

  it('that Codex waits for ends as it ends', () => {
    const running = 'Chunk ID: 1a\nWall time: 30 seconds\nProcess running with session ID 7\nOutput:\n'
    const history = [
      call('1', 'exec_command', { cmd: 'make' }),
      answer('1', running),
      call('2', 'write_stdin', { session_id: 7, chars: '' }),
      answer('2', 'Chunk ID: 2b\nWall time: 3 seconds\nProcess exited with code 1\nOutput:\nboom'),
    ]
    expect(findTouches(splitHistory(history)).flat()[0]?.outcome).toEqual({ status: 'failed', exitCode: 1 })
  })

  it('that fails says nothing of the files that came before in its line', () => {
    expect(touched('bash', { command: 'rm -r build && make' }, 'boom\n\nCommand exited with code 2')).toEqual(
      ['command rm -r build && make failed'],
    )
  })
})
