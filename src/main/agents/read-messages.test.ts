import { describe, expect, it } from 'vitest'
import { defaultImportLimits } from './import-limits.ts'
import { readMessages } from './read-messages.ts'

const read = (values: readonly unknown[]) =>
  readMessages(
    'h.json',
    values.map((value, index) => ({ index, value })),
    defaultImportLimits,
  )

function nest(depth: number): unknown {
  let value: unknown = 'core'
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

describe('the messages of a file', () => {
  it('are the parsed objects themselves, unknown fields and the order of keys included', () => {
    const odd = {
      zeta: 1,
      content: [{ more: [], type: 'unheard_of', deep: { a: null } }],
      ts: 'noon',
      role: 'user',
    }
    const { messages, problems } = read([odd])
    expect(messages[0]).toBe(odd)
    expect(Object.keys(odd)).toEqual(['zeta', 'content', 'ts', 'role'])
    expect(problems).toEqual([])
  })

  it.each([
    ['empty content', { role: 'user', content: '' }],
    ['no blocks', { role: 'assistant', content: [] }],
    ['an image without data', { role: 'user', content: [{ type: 'image' }] }],
    [
      'a call whose input is a string',
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: '{' }] },
    ],
    ['a call without an id', { role: 'assistant', content: [{ type: 'tool_use', name: 'b' }] }],
    [
      'a result whose content is a number',
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 5 }] },
    ],
    ['a role that nobody knows', { role: 'narrator', content: 'once' }],
    ['marks of a wrong type', { role: 'user', content: 'a', isSummary: 'yes', condenseParent: 4, ts: [] }],
    [
      'a block of three million characters',
      { role: 'user', content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] },
    ],
  ])('are kept with %s', (_name, message) => {
    expect(read([message])).toEqual({ messages: [message], indices: [0], problems: [] })
  })

  it.each([
    ['a string', 'hello', 'it is a string, not a message'],
    ['null', null, 'it is null, not a message'],
    ['an array', [], 'it is an array, not a message'],
    ['no role', { content: 'a' }, 'its role is missing'],
    ['a role that is a number', { role: 7, content: 'a' }, 'its role is a number, not a string'],
    ['no content', { role: 'user' }, 'its content is missing'],
    [
      'content that is null',
      { role: 'user', content: null },
      'its content is null, neither a string nor an array',
    ],
    [
      'a block that is a string',
      { role: 'user', content: [{ type: 'x' }, 'a'] },
      'content block 1 is a string, not a block',
    ],
    ['a block without a type', { role: 'user', content: [{ text: 'a' }] }, 'content block 0 has no type'],
    [
      'nesting without end',
      { role: 'user', content: [{ type: 'x', input: nest(5000) }] },
      'it is nested more than 500 levels deep',
    ],
  ])('are named and left out with %s', (_name, value, reason) => {
    const good = { role: 'user', content: 'kept' }
    const { messages, indices, problems } = read([good, value, good])
    expect(messages).toEqual([good, good])
    expect(indices).toEqual([0, 2])
    expect(problems).toEqual([
      { file: 'h.json', place: 'message 1', reason: `${reason} (left out)`, severity: 'error' },
    ])
  })

  it('are summed up where too many are faulty to list', () => {
    const { problems } = read(Array.from({ length: 70 }, () => 5))
    expect(problems.map(({ place }) => place)).toEqual(['', ...[0, 1, 2, 3, 4].map((at) => `message ${at}`)])
    expect(problems[0]?.reason).toMatch(/^70 elements of 70 are no messages and were left out/)
  })
})
