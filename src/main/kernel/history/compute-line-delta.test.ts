import { expect, it } from 'vitest'
import { applyDelta, computeLineDelta } from './compute-line-delta.ts'

it.each([
  ['nothing', 'a b c', 'a b c', []],
  ['a line', 'a b c', 'a x c', [{ start: 1, deleteCount: 1, lines: ['x'] }]],
  ['the first', 'a b c', 'x b c', [{ start: 0, deleteCount: 1, lines: ['x'] }]],
  ['the last', 'a b c', 'a b x', [{ start: 2, deleteCount: 1, lines: ['x'] }]],
  ['more at the end', 'a b', 'a b b', [{ start: 2, deleteCount: 0, lines: ['b'] }]],
  ['less', 'a b b c', 'a b c', [{ start: 2, deleteCount: 1, lines: [] }]],
  [
    'two places',
    'a b c d e',
    'a x c d y e',
    [
      { start: 1, deleteCount: 1, lines: ['x'] },
      { start: 4, deleteCount: 0, lines: ['y'] },
    ],
  ],
  ['everything', 'a', 'b c', [{ start: 0, deleteCount: 1, lines: ['b', 'c'] }]],
])('is what differs: %s', (_, target, text, expected) => {
  const [from, to] = [target.split(' '), text.split(' ')]
  const delta = computeLineDelta(from, to)
  expect(delta).toEqual(expected)
  expect(applyDelta(from, delta ?? [])).toEqual(to)
})

it('is none where the two have little in common', () => {
  const lines = (count: number, name: string): string[] =>
    Array.from({ length: count }, (_, at) => `${name}${at}`)
  expect(computeLineDelta(lines(300, 'a'), lines(300, 'b'))).toBeUndefined()
  expect(computeLineDelta(lines(1, 'a'), lines(250, 'b'))).toBeUndefined()
  expect(computeLineDelta(lines(90, 'a'), lines(90, 'b'))).toHaveLength(1)
})
