import { expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { replaceParts, type PartEdit } from './replace-parts.ts'
import { rebuildFromRecipe, toRecipe } from './result-recipe.ts'

const edit = (place: object, text: string): PartEdit =>
  ({ part: { blockIndex: 0, ...place }, text }) as PartEdit
const span = (start: number, end: number): object => ({ span: { start, end } })
const text = (value: string): object => ({ type: 'text', text: value })
const user = (content: unknown): Message => ({ role: 'user', content }) as Message

it.each<[string, unknown, readonly PartEdit[], unknown]>([
  ['a plain text', 'abc', [edit({}, 'x')], 'x'],
  ['stretches in any order', 'abcdef', [edit(span(4, 5), 'Y'), edit(span(0, 2), 'X')], 'XcdYf'],
  ['a stretch of a block', [text('abc'), text('d')], [edit(span(1, 2), '')], [text('ac'), text('d')]],
  ['a block that is empty then', [text('abc'), text('d')], [edit({}, ' ')], [text('d')]],
  ['a block that was empty', [text(' '), text('d')], [edit({}, '')], [text(''), text('d')]],
  ['an image by a text', [{ type: 'image' }], [edit({}, 'gone')], [text('gone')]],
  ['an image by nothing', [{ type: 'image' }, text('d')], [edit({}, '')], [text('d')]],
  [
    'a plain result',
    [{ type: 'tool_result', tool_use_id: 'x', content: 'abc' }],
    [edit(span(0, 1), '')],
    [{ type: 'tool_result', tool_use_id: 'x', content: 'bc' }],
  ],
  [
    'a part of a result',
    [{ type: 'tool_result', tool_use_id: 'x', content: [text('a'), text('b')] }],
    [edit({ nestedIndex: 1 }, 'B')],
    [{ type: 'tool_result', tool_use_id: 'x', content: [text('a'), text('B')] }],
  ],
  [
    'the input of a call',
    [{ type: 'tool_use', id: 'x', name: 'n', input: { a: 1 } }],
    [{ part: { blockIndex: 0 }, input: { a: 2 } } as unknown as PartEdit],
    [{ type: 'tool_use', id: 'x', name: 'n', input: { a: 2 } }],
  ],
])('replaces %s', (_, content, edits, expected) => {
  expect(replaceParts(user(content), edits)).toEqual(user(expected))
})

it('leaves what is not edited the same object, and a recipe names only what differs', () => {
  const source = [user([text('a'), text('b')]), user('plain'), user([text('c')])]
  expect(replaceParts(source[0]!, [])).toBe(source[0])
  const result = [replaceParts(source[0]!, [edit({}, 'A')]), source[2]!, user('new')]
  const recipe = toRecipe(source, result)
  expect(recipe).toEqual([
    { fields: { role: 'user', content: null }, content: [text('A'), [0, 1]] },
    2,
    { message: user('new') },
  ])
  expect(rebuildFromRecipe(source, recipe)).toEqual(result)
  expect(() => rebuildFromRecipe([], recipe)).toThrow('takes message #0')
  expect(() => rebuildFromRecipe(source.slice(0, 2), recipe)).toThrow('takes message #2')
  expect(() => rebuildFromRecipe([user('x'), ...source.slice(1)], recipe)).toThrow('block 1 of message #0')
})
