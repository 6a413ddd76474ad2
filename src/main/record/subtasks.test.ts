import { describe, expect, it } from 'vitest'
import type { Message } from '../../shared/kernel/message.ts'
import { splitHistory } from '../kernel/history/split-parts.ts'
import { findSubtasks } from './subtasks.ts'

const makeTaskCall = (id: string) => ({
  type: 'tool_use' as const,
  id,
  name: 'new_task',
  input: { mode: 'code', message: 'Write the parser' },
})
const makeTaskResult = (id: string, content: string) => ({
  type: 'tool_result' as const,
  tool_use_id: id,
  content,
})
const call = (id: string, name = 'new_task'): Message => ({
  role: 'assistant',
  content: [{ ...makeTaskCall(id), name }],
})
const result = (id: string, content: string, isError = false): Message => ({
  role: 'user',
  content: [{ ...makeTaskResult(id, content), ...(isError ? { is_error: true } : {}) }],
})
const bothCalls: Message = { role: 'assistant', content: ['1', '2'].map(makeTaskCall) }
const bothResults = (...contents: readonly string[]): Message => ({
  role: 'user',
  content: contents.map((content, at) => makeTaskResult(`${at + 1}`, content)),
})
const xmlCall: Message = {
  role: 'assistant',
  content: [
    { type: 'text', text: '<new_task>\n<mode>code</mode>\n<message>Write it</message>\n</new_task>' },
  ],
}
const said = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })

/** The child of each call, in order; null where it is not known. */
function findChildren(messages: readonly Message[], childIds: readonly string[]): (string | null)[] {
  return findSubtasks(splitHistory(messages), childIds).map(({ childId }) => childId)
}

describe('the task that work was handed to', () => {
  it.each<[string, Message[], string[], (string | null)[]]>([
    ['as its result names it', [call('1'), result('1', 'Subtask a completed.\n\nResult:\nDone')], [], ['a']],
    [
      'however it ended',
      [
        call('1'),
        result('1', 'Subtask a was cancelled.'),
        call('2'),
        result('2', 'Subtask b failed.\n\nSummary:'),
      ],
      [],
      ['a', 'b'],
    ],
    [
      'in the older protocol too',
      [xmlCall, said('Subtask a completed.\n\nResult:\nDone'), xmlCall, said('Go on')],
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      'by their order where the results name none',
      [call('1'), result('1', 'Done'), call('2'), result('2', 'Done')],
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      'of each of two calls in one message',
      [bothCalls, bothResults('Subtask a completed.', 'Subtask b completed.')],
      [],
      ['a', 'b'],
    ],
    [
      'of those that are left',
      [call('1'), result('1', 'Done'), call('2'), result('2', 'Subtask a completed.')],
      ['a', 'b'],
      ['b', 'a'],
    ],
    [
      'not of a call that failed',
      [call('1'), result('1', 'No such mode', true), call('2'), result('2', 'Done')],
      ['a'],
      [null, 'a'],
    ],
    [
      'of none where the record names fewer',
      [call('1'), result('1', 'Done'), call('2')],
      ['a'],
      [null, null],
    ],
    ['of none where the record names more', [call('1')], ['a', 'b'], [null]],
    ['not of agents within the task', [call('1', 'use_subagents')], ['a'], [null]],
  ])('is known %s', (_, messages, childIds, children) => {
    expect(findChildren(messages, childIds)).toEqual(children)
  })
})
