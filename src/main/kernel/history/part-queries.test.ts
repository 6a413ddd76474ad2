import { expect, it } from 'vitest'
import type { Part } from '../../../shared/kernel/part.ts'
import { findNewerReads, findSucceededCalls, readKey } from './part-queries.ts'

const long = 'a\nb\nc\nd\ne'
const makePart = (fields: Partial<Part>): Part => ({
  messageIndex: 0,
  blockIndex: 0,
  kind: 'tool-result',
  holder: 'text',
  toolName: 'read_file',
  path: 'a.ts',
  text: long,
  ...fields,
})

it.each<[string, Partial<Part>, string | undefined]>([
  ['of the whole file', {}, 'a.ts\n'],
  ['of a range', { lineRange: '1-5' }, 'a.ts\n1-5'],
  ['is none where it failed', { isError: true }, undefined],
  ['is none where it is a header', { isHeader: true }, undefined],
  ['is none where it is an image', { holder: 'block' }, undefined],
  ['is none where nothing was read', { toolName: 'write_to_file' }, undefined],
  ['is none where it is a call', { kind: 'tool-call' }, undefined],
])('a read %s', (_, fields, key) => {
  expect(readKey(makePart(fields))).toBe(key)
})

it('has the latest later read of the same file that gave other content', () => {
  const [first, second, third] = [{}, { text: `${long}\nf` }, { text: `${long}\ng` }].map(makePart)
  const other = makePart({ path: 'b.ts' })
  const newer = findNewerReads([[first!], [second!, other], [third!]])
  expect([...newer]).toEqual([
    [second, third],
    [first, third],
  ])
})

it('has none where the later one says the same, or next to nothing', () => {
  expect(findNewerReads([[makePart({})], [makePart({})]]).size).toBe(0)
  expect(findNewerReads([[makePart({})], [makePart({ text: 'same' })]]).size).toBe(0)
  // Little, and yet half of what it was.
  expect(findNewerReads([[makePart({ text: 'abcdefgh' })], [makePart({ text: 'abcd' })]]).size).toBe(1)
  expect(findNewerReads([[makePart({ text: 'abcdefgh' })], [makePart({ text: 'abc' })]]).size).toBe(0)
})

it('is replaced by one of the whole file or of the same lines, not of others', () => {
  const ranged = makePart({ lineRange: '1-5' })
  expect(findNewerReads([[ranged], [makePart({ text: `${long}\nf` })]]).size).toBe(1)
  expect(findNewerReads([[ranged], [makePart({ lineRange: '1-5', text: `${long}\nf` })]]).size).toBe(1)
  expect(findNewerReads([[ranged], [makePart({ lineRange: '6-9', text: `${long}\nf` })]]).size).toBe(0)
  expect(findNewerReads([[makePart({})], [makePart({ lineRange: '1-5', text: `${long}\nf` })]]).size).toBe(0)
})

it.each<[string, readonly Partial<Part>[], readonly string[]]>([
  ['a result without a failure', [{}], ['x']],
  ['no result', [{ kind: 'tool-call', text: '<read_file></read_file>' }], []],
  ['a result of which a part failed', [{}, { isError: true }], []],
  ['a call that was cut off', [{ kind: 'tool-call', text: '<read_file><path>a' }, {}], []],
  ['a whole call', [{ kind: 'tool-call', text: '<read_file>\n</read_file>\n' }, {}], ['x']],
  [
    'a call of a server’s tool',
    [{ kind: 'tool-call', toolName: 'mcp--s--t', text: '<use_mcp_tool></use_mcp_tool>' }, {}],
    ['x'],
  ],
  ['a call in a block of its own', [{ kind: 'tool-call', holder: 'input', text: '{}' }, {}], ['x']],
])('a call succeeded by %s', (_, fields, expected) => {
  const parts = fields.map((own) => makePart({ toolCallId: 'x', ...own }))
  expect([...findSucceededCalls([parts])]).toEqual(expected)
})
