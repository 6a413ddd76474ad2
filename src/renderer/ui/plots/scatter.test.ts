import { describe, expect, it } from 'vitest'
import { createLinearAxis } from './axes.ts'
import { buildTextBox, markBox } from './place-labels.ts'
import { placeFeet } from './scatter.tsx'

const area = { across: createLinearAxis([0, 4], 0, 400, []), left: 0, right: 400, bottom: 200 }
const column = (id: string, x: number) =>
  ({ id, x, name: id.toUpperCase(), text: '', color: '', shape: 'circle' }) as const
const feet = (...columns: readonly ReturnType<typeof column>[]) => placeFeet(columns, area)

describe('the names at the feet of vertical lines', () => {
  it('stand above each other at their line, on the side that has more room', () => {
    expect(
      feet(column('a', 1), column('b', 3), column('c', 1)).map(({ column: { id }, x, y, label }) => [
        id,
        x,
        y,
        Math.sign(label.x - x),
      ]),
    ).toEqual([
      ['a', 100, 190, 1],
      ['c', 100, 176, 1],
      ['b', 300, 190, -1],
    ])
  })

  it('are six at most, of which the last one says how many more there are', () => {
    const many = feet(...Array.from({ length: 9 }, (_, index) => column(`p${index}`, 1)))
    expect(many.map(({ label }) => label.text)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', 'P5 and 3 more'])
  })

  it('take the room of their marks and words', () => {
    const [right, left] = feet(column('abcde', 1), column('abcde', 3)).map(({ x, y, label }) => ({
      mark: markBox({ x, y }),
      words: buildTextBox(label.text, label),
    }))
    expect([right?.mark.left, right?.words.right, left?.words.left, left?.mark.right]).toEqual([
      95, 140, 260, 305,
    ])
    expect([right?.words.top, right?.words.bottom]).toEqual([185, 196])
  })
})
