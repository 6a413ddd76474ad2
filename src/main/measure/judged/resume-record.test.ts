import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { hasRealHistories, realHistories } from '../../kernel/testing/real-histories.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call, read, task } from '../../kernel/testing/small-histories.ts'
import { buildCheckpoint, decideCut } from '../checkpoints/decide-cut.ts'
import { findBans } from './find-bans.ts'
import type { Action } from './next-action-agreement.ts'
import { findActionFaults, listRecordedCalls, findRecordedResult } from './resume-record.ts'

const action = (tool: string, input: Record<string, unknown>): Action => ({ tool, input, text: '' })
const buildTestRecord = (messages: readonly Message[]) =>
  listRecordedCalls(conversationFor([task, ...messages]))
const write = (id: string, path: string, content: string): Message[] => [
  call(id, 'write_to_file', { path, content }),
  answer(id, 'Written.'),
]
const ran = (id: string, command: string): Message[] => [
  call(id, 'execute_command', { command }),
  answer(id, 'ok'),
]

describe('the result of a call', () => {
  const history = buildTestRecord([...read('1', 'a.ts', 'old'), ...read('2', 'a.ts', 'newer')])
  const continuation = buildTestRecord(read('3', 'b.ts', 'later'))
  it.each([
    ['after the cut', action('read_file', { path: './b.ts' }), 'continuation', 'File: b.ts\nlater'],
    ['the last before the cut', action('read_file', { path: 'a.ts' }), 'history', 'File: a.ts\nnewer'],
    ['none for another file', action('read_file', { path: 'c.ts' }), 'none', ''],
    ['none for another tool', action('list_files', { path: 'a.ts' }), 'none', ''],
    ['none for more arguments', action('read_file', { path: 'a.ts', offset: 3 }), 'none', ''],
    ['none for words', { tool: null, input: {}, text: 'Done.' }, 'none', ''],
  ])('is %s', (_name, asked, from, text) => {
    expect(findRecordedResult(asked, { history, continuation })).toEqual({ from, text })
  })

  it('is found whatever the order of arguments and the spaces in them', () => {
    const own = buildTestRecord([call('1', 'search', { path: 'src', query: 'one  two' }), answer('1', 'hit')])
    const asked = action('search', { query: 'one two', path: './src' })
    expect(findRecordedResult(asked, { history: [], continuation: own }).text).toBe('hit')
  })
})

describe('done again', () => {
  const listFindingKinds = (asked: Action, messages: readonly Message[], before: readonly Action[] = []) =>
    findActionFaults(asked, { history: buildTestRecord(messages), bans: [] }, before).map(({ kind }) => kind)
  const test = action('execute_command', { command: 'npm test' })
  it.each<[string, Action, readonly Message[], readonly Action[], readonly string[]]>([
    ['is a command with no change since', test, ran('1', 'npm test'), [], ['repeat']],
    ['is none after a change', test, [...ran('1', 'npm test'), ...write('2', 'a.ts', 'x')], [], []],
    [
      'is none after a change among the steps',
      test,
      ran('1', 'npm test'),
      [action('write_to_file', { path: 'a.ts', content: 'y' })],
      [],
    ],
    [
      'is the same edit',
      action('write_to_file', { path: 'a.ts', content: 'x' }),
      write('2', 'a.ts', 'x'),
      [],
      ['repeat'],
    ],
    [
      'is no other edit of the file',
      action('write_to_file', { path: 'a.ts', content: 'z' }),
      write('2', 'a.ts', 'x'),
      [],
      [],
    ],
    [
      'is no read, which counts as read again',
      action('read_file', { path: 'a.ts' }),
      write('2', 'a.ts', 'x'),
      [],
      ['re-read'],
    ],
  ])('%s', (_name, asked, messages, before, kinds) => {
    expect(listFindingKinds(asked, messages, before)).toEqual(kinds)
  })
})

const checkpoints = realHistories().flatMap(({ name, messages }) => {
  const cut = decideCut(messages, { at: 'share', share: 0.7 })
  return cut === null ? [] : [{ name, checkpoint: buildCheckpoint(messages, cut.index) }]
})

describe.skipIf(!hasRealHistories)('on real histories', () => {
  it.each(checkpoints)('$name has a result for each of its own answered calls', ({ checkpoint }) => {
    const source = conversationFor(checkpoint.source.messages)
    const continuation = listRecordedCalls(conversationFor(checkpoint.continuation))
    const history = listRecordedCalls(source)
    for (const { key, result } of continuation.filter((own) => own.result !== '')) {
      const [tool = ''] = key.split(' ')
      // A record of tool calls holds what they were called with.
      const input = JSON.parse(key.slice(tool.length + 1)) as Record<string, unknown>
      const found = findRecordedResult(action(tool, input), { history, continuation })
      expect([found.from, found.text === result || found.text !== '']).toEqual(['continuation', true])
    }
    expect(findBans(source.parts).every(({ target }) => target !== '')).toBe(true)
  })
})
