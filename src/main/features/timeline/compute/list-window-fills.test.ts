import { expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { answer, call } from '../../../kernel/testing/small-histories.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { listWindowFills } from './list-window-fills.ts'

const listOf = (messages: readonly Message[]) =>
  listWindowFills(
    reconstruct(
      { messages, usage: { requests: [], condensations: [] }, hiddenRange: null },
      { counter: { id: 'characters', count: (text) => text.length } },
    ),
    500,
  )

it('puts the calls and results of a file together, and leads to the largest message of it', () => {
  const fills = listOf([
    { role: 'user', content: 'x'.repeat(40) },
    call('1', 'Read', { file_path: '/w/a.ts' }),
    answer('1', 'a'.repeat(100)),
    call('2', 'Read', { file_path: '/w/a.ts' }),
    answer('2', 'a'.repeat(300)),
    call('3', 'Bash', { command: 'ls' }),
    answer('3', 'b'.repeat(60)),
  ])
  expect(fills.map(({ kind, tool, path, messageIndex }) => [kind, tool, path, messageIndex])).toEqual([
    ['prefix', null, null, null],
    ['tool-result', 'Read', '/w/a.ts', 4],
    ['tool-result', 'Bash', null, 6],
    ['user-text', null, null, 0],
  ])
  expect(fills[1]?.tokens).toBeGreaterThan(400)
})

it('puts the smallest of many together', () => {
  const fills = listOf(
    Array.from({ length: 60 }, (_, at) => [
      call(`${at}`, 'Read', { file_path: `/w/${at}.ts` }),
      answer(`${at}`, 'a'.repeat(1000 - at)),
    ]).flat(),
  )
  expect(fills).toHaveLength(41)
  expect(fills.at(-1)).toMatchObject({ kind: 'others', messageIndex: null })
})
