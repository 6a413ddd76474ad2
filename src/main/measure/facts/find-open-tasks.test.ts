import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findOpenTasks } from './find-open-tasks.ts'

const list = '- [x] Read the code\n- [ ] Write the parser\n  - [ ] Test it'
const open = (messages: readonly Message[]): readonly string[] => findOpenTasks(splitHistory(messages))
const xml = (tool: string, progress: string): Message => ({
  role: 'assistant',
  content: `On it.\n<${tool}>\n<path>a.ts</path>\n<task_progress>\n${progress}\n</task_progress>\n</${tool}>`,
})

describe('open tasks', () => {
  it.each<[string, Message[]]>([
    [
      'the progress that Cline puts into a native call of any tool',
      [call('1', 'read_file', { path: 'a.ts', task_progress: list })],
    ],
    ['the progress in a call written as text', [xml('read_file', list)]],
    ['a list of Roo', [call('1', 'update_todo_list', { todos: list.replaceAll('- [', '[') })]],
  ])('are those of %s that are not done', (_name, messages) => {
    expect(open(messages)).toEqual(['Write the parser', 'Test it'])
  })

  it('are those of the last list, of whatever kind', () => {
    const first = call('1', 'read_file', { path: 'a.ts', task_progress: list })
    expect(
      open([first, answer('1', 'ok'), xml('read_file', '- [x] Write the parser\n- [-] Test it')]),
    ).toEqual(['Test it (in progress)'])
    expect(open([first, answer('1', 'ok'), call('2', 'read_file', { path: 'b.ts' })])).toHaveLength(2)
    expect(
      open([first, answer('1', 'ok'), xml('read_file', '- [x] Write the parser\n- [x] Test it')]),
    ).toEqual([])
  })

  it('are not taken from files and results that only mention progress', () => {
    const written = call('1', 'write_to_file', { path: 'a.md', content: `task_progress: ${list}` })
    expect(open([written, answer('1', `task_progress ${list}`)])).toEqual([])
  })

  it.each<[string, Message[]]>([
    [
      'Claude Code and OpenCode',
      [
        call('1', 'TodoWrite', {
          todos: [
            { content: 'Read', status: 'completed', activeForm: 'Reading' },
            { content: 'Write', status: 'in_progress', activeForm: 'Writing' },
            { content: 'Test', status: 'pending', activeForm: 'Testing' },
          ],
        }),
      ],
    ],
    [
      'Codex',
      [
        call('1', 'update_plan', {
          explanation: '[ ] none of this',
          plan: [
            { step: 'Write', status: 'in_progress' },
            { step: 'Test', status: 'pending' },
          ],
        }),
      ],
    ],
    [
      'Gemini CLI',
      [
        call('1', 'write_todos', {
          todos: [
            { description: 'Write', status: 'in_progress' },
            { description: 'Drop', status: 'cancelled' },
            { description: 'Test', status: 'pending' },
          ],
        }),
      ],
    ],
    ['Goose', [call('1', 'todo__todo_write', { content: '- [x] Read\n- [-] Write\n- [ ] Test' })]],
    [
      'Claude Code, one by one',
      [
        call('1', 'TaskCreate', { subject: 'Write', description: 'All of it' }),
        answer('1', 'Task #7 created successfully: Write'),
        call('2', 'TaskCreate', { subject: 'Drop' }),
        answer('2', 'Task #8 created successfully: Drop'),
        call('3', 'TaskCreate', { subject: 'Check' }),
        answer('3', 'Task #9 created successfully: Check'),
        call('4', 'TaskUpdate', { taskId: '7', status: 'in_progress' }),
        answer('4', 'Updated task #7 status'),
        call('5', 'TaskUpdate', { taskId: '8', status: 'deleted' }),
        answer('5', 'Updated task #8 status'),
        call('6', 'TaskUpdate', { taskId: '9', subject: 'Test' }),
      ],
    ],
  ])('are those of the tools of %s', (_name, messages) => {
    expect(open(messages)).toEqual(['Write (in progress)', 'Test'])
  })
})
