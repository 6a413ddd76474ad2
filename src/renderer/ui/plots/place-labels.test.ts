import { describe, expect, it } from 'vitest'
import {
  spreadMarks,
  coverGroups,
  markBox,
  buildLevelLabel,
  buildMarkLabel,
  placeLabels,
  spreadEnds,
  type Box,
} from './place-labels.ts'

const frame = { left: 0, right: 200, top: 0, bottom: 200 }
const mark = (id: string, x: number, y: number) => ({ id, x, y, text: '0123456789' })
type Mark = ReturnType<typeof mark>

/** The names of marks where they stand; `x` is their middle. */
const named = (marks: readonly Mark[], others: readonly Box[] = []) =>
  placeLabels(
    marks.map(({ id, text, ...place }) => buildMarkLabel(id, text, place, frame)),
    [...others, ...marks.map(markBox)],
  ).map(({ x, y, text }) => ({ x: x + (6.2 * text.length) / 2, y, text }))

describe('labels of a chart', () => {
  it('stand above their marks', () => {
    const one = mark('a', 100, 50)
    expect(named([one])).toEqual([{ x: 100, y: 40, text: one.text }])
  })

  it('stay inside the frame, at its top below their marks', () => {
    const [left, right, top] = named([mark('a', 2, 50), mark('b', 199, 50), mark('c', 100, 6)])
    expect(left?.x).toBe(31)
    expect(right?.x).toBe(169)
    expect(top?.y).toBe(24)
  })

  it('go below, and then farther away, where they would cover each other, and only there', () => {
    const placed = named([mark('a', 100, 90), mark('b', 130, 90), mark('c', 110, 88)])
    expect(placed.map(({ y }) => y)).toEqual([80, 108, 65])
    expect(named([mark('a', 40, 90), mark('b', 140, 90)]).map(({ y }) => y)).toEqual([80, 80])
  })

  it('cover no other mark', () => {
    const [label] = named([mark('a', 100, 90), mark('b', 120, 76)])
    expect(label?.y).toBe(108)
  })

  it('cover nothing else that is given', () => {
    const box = { left: 90, right: 140, top: 70, bottom: 84 }
    const places = [[], [box]].map((others) => named([mark('a', 100, 90)], others)[0]?.y)
    expect(places).toEqual([80, 108])
  })

  it('are cut where they are long', () => {
    const [label] = named([{ id: 'a', x: 100, y: 50, text: 'long '.repeat(40) }])
    expect(label?.text).toHaveLength(28)
    expect(label?.text.endsWith('…')).toBe(true)
  })
})

const plot = { left: 0, right: 400, top: 0, bottom: 200 }
const line = (...places: readonly (readonly [number, number])[]) => places.map(([x, y]) => ({ x, y }))
const text = 'condenses at 100'
const limitLabels = (
  limits: readonly { readonly text: string; readonly y: number }[],
  lines: readonly (readonly { readonly x: number; readonly y: number }[])[],
) =>
  placeLabels(
    limits.map((limit) => buildLevelLabel('', [limit.text], limit.y, plot)),
    [],
    lines,
  ).map(({ id: _id, ...label }) => label)
const end = 400 - 4 - 6.2 * text.length

it.each([
  ['over their line where nothing is in the way', [line([0, 190], [400, 20])], { x: 4, y: 96 }],
  ['below it where lines go above it', [line([0, 93], [400, 93])], { x: 4, y: 113 }],
  [
    'at its end where lines are at its beginning',
    [line([0, 93], [150, 93], [160, 10], [400, 10]), line([0, 110], [150, 110], [160, 10], [400, 10])],
    { x: end, y: 96 },
  ],
])('the words of a limit stand %s', (_name, lines, place) => {
  expect(limitLabels([{ text, y: 100 }], lines)).toEqual([{ text, ...place }])
})

it('the words of two limits do not cover each other, and none leave the plot', () => {
  const at = (...ys: readonly number[]) =>
    limitLabels(
      ys.map((y) => ({ text, y })),
      [],
    ).map(({ y }) => y)
  expect(at(100, 105)).toEqual([96, 118])
  expect(limitLabels([{ text, y: 195 }], [line([0, 188], [400, 188])])).toEqual([{ text, x: 4, y: 191 }])
})

const edges = { left: 0, right: 400 }
const listXs = (...places: readonly (readonly [number, number])[]) =>
  spreadMarks(
    places.map(([x, y]) => ({ x, y })),
    edges,
  ).map(({ x }) => x)

it.each([
  [
    'that are apart stay',
    [
      [100, 10],
      [100, 40],
      [105, 10],
    ],
    [100, 100, 105],
  ],
  [
    'at one place stand beside each other around it',
    [
      [100, 10],
      [100, 10],
      [100, 10],
    ],
    [89, 100, 111],
  ],
  [
    'that half cover each other do so too',
    [
      [100, 10],
      [100, 16],
    ],
    [94.5, 105.5],
  ],
  [
    'take no more columns than they have to',
    [
      [100, 10],
      [100, 18],
      [100, 26],
    ],
    [94.5, 105.5, 94.5],
  ],
  [
    'stay between the edges as a whole',
    [
      [400, 10],
      [400, 10],
    ],
    [383.5, 394.5],
  ],
  [
    'stay between the edges at the left as well',
    [
      [0, 10],
      [0, 10],
    ],
    [5.5, 16.5],
  ],
] as const)('marks %s', (_name, places, xs) => expect(listXs(...places)).toEqual(xs))

it('marks of one column stand in the order from left to right, around its middle', () => {
  const marks = [
    { x: 104, y: 10 },
    { x: 100, y: 10 },
  ]
  expect(spreadMarks(marks, edges, 5)).toEqual([
    { mark: marks[1], x: 96.5 },
    { mark: marks[0], x: 107.5 },
  ])
})

it('marks come closer where the next ones of their height leave less room, and each has a place of its own', () => {
  const here = Array.from({ length: 5 }, () => [200, 50] as const)
  expect(listXs(...here)).toEqual([178, 189, 200, 211, 222])
  expect(listXs(...here, [220, 55]).slice(0, 5)).toEqual([192, 196, 200, 204, 208])
  expect(listXs(...here, [220, 90]).slice(0, 5)).toEqual([178, 189, 200, 211, 222])
})

const at = (id: string, x: number, y: number) => ({ id, x, y })

it('places cover each other where they stand above each other and touch, in the order in which they come', () => {
  const places = [
    at('a', 1, 20),
    at('b', 1, 40),
    at('c', 1, 10),
    at('d', 2, 10),
    at('e', 1, 11),
    at('f', 1, 28),
  ]
  const ids = coverGroups(places, 10).map((group) => group.map(({ id }) => id))
  expect(ids).toEqual([['a', 'c', 'e', 'f'], ['b'], ['d']])
  expect(coverGroups([], 10)).toEqual([])
})

it('places of one column are above each other, and a column does not grow with what stands in it', () => {
  const places = [at('a', 0, 0), at('b', 3, 0), at('c', 5, 0), at('d', 1, 50)]
  const groups = coverGroups(places, 10, 4).map((group) => group.map(({ id }) => id))
  expect(groups).toEqual([['a', 'b'], ['c'], ['d']])
})

it.each([
  ['leaves what is apart', [20, 80], [20, 80]],
  ['lists what is at the same place', [50, 50, 50], [38, 50, 62]],
  ['keeps the order', [60, 50, 55], [67, 43, 55]],
  ['stays inside', [99, 100, 98], [88, 100, 76]],
  [
    'comes closer where there is no room',
    Array.from({ length: 11 }, () => 0),
    [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
  ],
  ['has nothing of nothing', [], []],
])('%s', (_name, places, expected) =>
  expect(spreadEnds(places, { top: 0, bottom: 100 }, 12)).toEqual(expected),
)
