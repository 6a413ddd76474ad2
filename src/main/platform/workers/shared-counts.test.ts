import { expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { createConversation, reviseConversation, withCounts } from '../../kernel/conversation.ts'
import { conversationFor, roughCounter } from '../../kernel/testing/run-on.ts'
import {
  createCountShelf,
  findSharedCounts,
  takeNewCounts,
  noteCounts,
  buildResultKey,
  takeCounts,
} from './shared-counts.ts'

const messages: readonly Message[] = [
  {
    role: 'user',
    content: [{ type: 'text', text: 'Do it.\n<environment_details>\nx\n</environment_details>' }],
  },
  { role: 'assistant', content: 'Done.' },
]
const source = { hash: 's', bytes: new Uint8Array([1]) }

it('are what the counter said, for the thread that is told of them', () => {
  const counted = createConversation(messages, roughCounter)
  noteCounts('told', counted.partTokens)
  const all = takeNewCounts()
  expect(takeNewCounts()).toEqual([])
  takeCounts(all)
  expect(all[0]?.tokens.buffer).toBeInstanceOf(SharedArrayBuffer)
  const known = findSharedCounts('told')
  if (known === undefined) throw new Error('they were taken')
  const never = { id: roughCounter.id, count: () => Number.NaN }
  expect(withCounts(messages, known, never)).toEqual({ ...counted, counter: never })
})

it('are not taken for a history with other parts', () => {
  expect(withCounts(messages, new Uint32Array(1), roughCounter)).toBeNull()
  const previous = conversationFor(messages)
  const revised = reviseConversation(previous, messages.slice(1), new Uint32Array(9))
  expect(revised.partTokens).toEqual(previous.partTokens.slice(1))
})

it('are given to jobs on the history and on the result that they belong to', () => {
  const shelf = createCountShelf()
  const tokens = new Uint32Array([1])
  shelf.keep([
    { key: 's', tokens },
    { key: buildResultKey({ hash: 's', cut: 4 }, 'r'), tokens },
  ])
  const keysFor = (input: unknown): readonly string[] => shelf.for(input).map(({ key }) => key)
  expect(keysFor({ source })).toEqual(['s'])
  expect(keysFor({ source, result: { ...source, hash: 'r' } })).toEqual(['s'])
  expect(keysFor({ source: { ...source, cut: 4 }, result: { ...source, hash: 'r' } })).toEqual(['s', 's 4 r'])
  expect(keysFor({ source: { ...source, hash: 'other' } })).toEqual([])
  expect(keysFor('a job on something else')).toEqual([])
})
