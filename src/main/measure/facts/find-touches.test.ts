import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findArtifacts } from './find-artifacts.ts'
import { findTouches } from './find-touches.ts'

/** What touches say, in words. */
function listed(messages: readonly Message[]): string[] {
  return findTouches(splitHistory(messages))
    .flat()
    .map(({ act, outcome: { status, exitCode, isNewFile } }) =>
      [
        act.kind,
        act.kind === 'command' ? act.command : act.path,
        ...(act.kind === 'move' ? [act.to] : []),
        status,
        ...(exitCode === undefined ? [] : [`exit ${exitCode}`]),
        ...(isNewFile === undefined ? [] : [isNewFile ? 'new' : 'known']),
      ].join(' '),
    )
}
const native = (name: string, input: Record<string, unknown>, result = 'ok'): Message[] => [
  call('1', name, input),
  answer('1', result),
]
const xml = (text: string, header: string, result: string): Message[] => [
  { role: 'assistant', content: [{ type: 'text', text: `I do it.\n\n${text}` }] },
  {
    role: 'user',
    content: [
      { type: 'text', text: `[${header}] Result:` },
      { type: 'text', text: result },
    ],
  },
]
const patch = `*** Begin Patch
*** Add File: new.ts
+*** Delete File: not-this.ts
*** Update File: old.ts
*** Move to: moved.ts
*** Delete File: gone.ts
*** End Patch`

describe('a call of the native era', () => {
  it.each<[string, Message[], string[]]>([
    ['reads a file', native('read_file', { path: 'a.ts' }), ['read a.ts done']],
    [
      'reads several',
      native('read_file', { files: [{ path: 'a.ts' }, { path: 'b.ts' }] }),
      ['read a.ts done', 'read b.ts done'],
    ],
    [
      'edits several in a list within its arguments',
      native('apply_diff', { args: { file: [{ path: 'a.ts' }, { path: 'b.ts' }] } }),
      ['edit a.ts done', 'edit b.ts done'],
    ],
    ['writes', native('Write', { file_path: 'a.ts', content: '' }), ['write a.ts done']],
    [
      'writes what was not there',
      native('Write', { file_path: 'a.ts' }, 'File created successfully at: a.ts'),
      ['write a.ts done new'],
    ],
    [
      'writes what was there',
      native('write_to_file', { path: 'a.ts' }, '{"path":"a.ts","operation":"modified"}'),
      ['write a.ts done known'],
    ],
    ['edits', native('MultiEdit', { file_path: 'a.ts' }), ['edit a.ts done']],
    ['edits through an MCP server', native('mcp__fs__edit_file', { path: 'a.ts' }), ['edit a.ts done']],
    [
      'deletes',
      native('mcp--quickfiles--delete_files', { paths: ['a', 'b'] }),
      ['delete a done', 'delete b done'],
    ],
    ['moves', native('mcp__fs__move_file', { source: 'a.ts', destination: 'b.ts' }), ['move a.ts b.ts done']],
    [
      'patches',
      native('apply_patch', { patch }),
      ['create new.ts done', 'edit old.ts done', 'move old.ts moved.ts done', 'delete gone.ts done'],
    ],
    ['runs a command', native('Bash', { command: 'npm test' }), ['command npm test done']],
    [
      'runs one given in words',
      native('shell', { command: ['bash', '-lc', 'ls -l'] }),
      ['command ls -l done'],
    ],
    [
      'runs several',
      native('run_commands', { commands: ['ls', 'pwd'] }),
      ['command ls done', 'command pwd done'],
    ],
    [
      'removes by a command',
      native('execute_command', { command: 'rm a.ts' }),
      ['command rm a.ts done', 'delete a.ts done'],
    ],
    ['does anything else', native('search_files', { path: 'src' }), []],
    ['has no sound input', native('Bash', { command: 7 }), []],
    ['has no result', [call('1', 'Write', { file_path: 'a.ts' })], ['write a.ts unanswered']],
  ])('that %s', (_name, messages, expected) => {
    expect(listed(messages)).toEqual(expected)
  })
})

describe('a call of the XML era', () => {
  it.each<[string, Message[], string[]]>([
    [
      'reads several files, one of them without success',
      xml(
        '<read_file>\n<args>\n<file>\n<path>a.ts</path>\n</file>\n<file><path>b.ts</path></file>\n</args>\n</read_file>',
        "read_file for 'a.ts', 'b.ts'",
        '<files>\n<file><path>a.ts</path>\n<content lines="1-1">\n1\n</content>\n</file>\n<file><path>b.ts</path><error>Error reading file</error></file>\n</files>',
      ),
      ['read a.ts done', 'read b.ts failed'],
    ],
    [
      'writes a file that holds the tags of a call',
      xml(
        '<write_to_file>\n<path>a.xml</path>\n<content>\n<path>not-this</path>\n<command>nor-this</command>\n</content>\n</write_to_file>',
        "write_to_file for 'a.xml'",
        '<file_write_result>\n<path>a.xml</path>\n<operation>created</operation>\n</file_write_result>',
      ),
      ['write a.xml done new'],
    ],
    [
      'edits several files',
      xml(
        '<apply_diff>\n<args>\n<file>\n<path>a.ts</path>\n<diff>\n<content>x</content>\n</diff>\n</file>\n<file>\n<path>b.ts</path>\n</file>\n</args>\n</apply_diff>',
        "apply_diff for 'a.ts'",
        'applied',
      ),
      ['edit a.ts done', 'edit b.ts done'],
    ],
    [
      'runs a command with a less-than sign',
      xml(
        '<execute_command>\n<command>sort < in.txt && ls</command>\n</execute_command>',
        "execute_command for 'sort < in.txt && ls'",
        "Command executed in terminal  within working directory '/x'. Exit code: 0\nOutput:\nExit code: 7",
      ),
      ['command sort < in.txt && ls done exit 0'],
    ],
    [
      'moves through an MCP server',
      xml(
        '<use_mcp_tool>\n<server_name>quickfiles</server_name>\n<tool_name>move_files</tool_name>\n<arguments>\n{"operations":[{"source":"a","destination":"b"}]}\n</arguments>\n</use_mcp_tool>',
        "use_mcp_tool for 'quickfiles'",
        '## Opération: move\n### Source: a -> Destination: b\n- ✗ a -> b: Error',
      ),
      ['move a b failed'],
    ],
    [
      'was cut off in its content',
      xml('<write_to_file>\n<path>a.ts</path>\n<content>\nx', "write_to_file for 'a.ts'", 'ok'),
      ['write a.ts failed'],
    ],
    ['was cut off in its path', xml('<write_to_file>\n<path>src/a', "write_to_file for 'src/a'", 'ok'), []],
  ])('that %s', (_name, messages, expected) => {
    expect(listed(messages)).toEqual(expected)
  })
})

describe('the outcome of a command', () => {
  it.each<[string, Message, string]>([
    ['that says nothing of its exit', answer('1', 'output'), 'done'],
    ['that ended well', answer('1', 'Chunk ID: 1\nProcess exited with code 0\nOutput:\n'), 'done exit 0'],
    [
      'that ended badly',
      answer(
        '1',
        'Command executed in terminal . Command execution was not successful, inspect the cause and adjust as needed.\nExit code: 3\nOutput:\n',
      ),
      'failed exit 3',
    ],
    ['whose output speaks of an exit', answer('1', 'output\nExit code: 3'), 'done'],
    [
      'whose result is an error with a code',
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: '1', content: 'Exit code 2\nno', is_error: true }],
      },
      'failed exit 2',
    ],
    [
      'that was killed',
      answer('1', 'Command executed in terminal. Process terminated by signal SIGTERM\nOutput:'),
      'failed',
    ],
    ['that goes on', answer('1', 'Command is still running in terminal.'), 'running'],
    ['that a person refused', answer('1', 'The user denied this operation.'), 'refused'],
    [
      'that the mode refused',
      answer(
        '1',
        'The tool execution failed with the following error:\n<error>\nTool "execute_command" is not allowed in ask mode.\n</error>',
      ),
      'refused',
    ],
    [
      'that failed in words of Cline’s SDK',
      answer('1', '{"query":"x","result":"no","success":false}'),
      'failed',
    ],
    ['that is missing', { role: 'user', content: 'go on' }, 'unanswered'],
  ])('%s', (_name, result, expected) => {
    expect(listed([call('1', 'execute_command', { command: 'x' }), result])).toEqual([
      `command x ${expected}`,
    ])
  })

  it.each([
    ['npm run capture 2>&1 | head', 'npm error Missing script: "capture"', 'failed'],
    ['npm run capture 2>&1 | head', 'captured', 'done'],
    ['npm start', '<error>Command timed out after 2m 0.0s</error>', 'running'],
    ['npm test', '<error>Command timed out after 2m 0.0s</error>', 'failed'],
    ['npm start', '<error>Exit code 1\nno</error>', 'failed'],
  ])('is in truth that of %s, which says %s', (command, said, expected) => {
    const isError = said.startsWith('<error>')
    const content = said.replaceAll(/<\/?error>/g, '')
    const result: Message = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: '1', content, ...(isError ? { is_error: true } : {}) }],
    }
    const [only = ''] = listed([call('1', 'Bash', { command }), result])
    expect(only.replace(/ exit \d+$/, '')).toBe(`command ${command} ${expected}`)
  })
})

describe('artifacts', () => {
  it('are what calls that did not fail changed, read and ran, each once', () => {
    const messages = [
      ...native('read_file', { path: 'a.ts' }),
      call('2', 'Edit', { file_path: 'b.ts' }),
      answer('2', '<tool_use_error>no such text</tool_use_error>'),
      call('3', 'apply_patch', { patch }),
      answer('3', 'ok'),
      call('4', 'Bash', { command: 'ls\n-l' }),
      answer('4', 'ok'),
      call('5', 'Bash', { command: 'false' }),
      answer('5', 'The user denied this operation.'),
    ]
    expect(findArtifacts(splitHistory(messages))).toEqual({
      changedFiles: ['new.ts', 'moved.ts'],
      removedFiles: ['old.ts', 'gone.ts'],
      readFiles: ['a.ts'],
      commands: ['ls'],
    })
  })

  it('hold a file of which only the result is left', () => {
    const [, result] = xml(
      '',
      "read_file for 'a.ts'",
      '<file><path>a.ts</path>\n<content lines="1-1">\n1\n</content>\n</file>',
    )
    expect(findArtifacts(splitHistory([result!])).readFiles).toEqual(['a.ts'])
  })
})
