import { expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { linkCalls } from './link-calls.ts'

const call = (id: string, name: string, input: unknown): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input }],
})

it('tells of each call its place, its file and what of it was asked for; of a repeated id the first counts', () => {
  const calls = linkCalls([
    { role: 'user', content: 'Look.' },
    call('a', 'read_file', { path: 'src/a.ts', offset: 10 }),
    call('b', 'read_files', { files: ['x.ts', 'y.ts'] }),
    call('a', 'read_file', { path: 'src/other.ts' }),
  ])
  expect(calls.get('a')).toMatchObject({
    messageIndex: 1,
    toolName: 'read_file',
    path: 'src/a.ts',
    isSeveralFiles: false,
  })
  expect(calls.get('a')?.lineRange).toContain('10')
  expect(calls.get('b')).toMatchObject({ messageIndex: 2, isSeveralFiles: true })
})

it('finds the place of a message anew in each history', () => {
  const message = call('a', 'read_file', { path: 'src/a.ts' })
  expect(linkCalls([message]).get('a')?.messageIndex).toBe(0)
  expect(linkCalls([{ role: 'user', content: 'Go on.' }, message]).get('a')?.messageIndex).toBe(1)
})
