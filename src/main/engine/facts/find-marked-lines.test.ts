import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/domain/message.ts'
import { splitHistory } from '../history/split-parts.ts'
import { answer, call } from '../testing/small-histories.ts'
import { findOpenTasks } from './find-marked-lines.ts'

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
})
