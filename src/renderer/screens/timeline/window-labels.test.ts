import { describe, expect, it } from 'vitest'
import { measureTextWidth } from '../../ui/plots/place-labels.ts'
import { buildModelSegments, buildSegmentLines } from './build-window-lines.ts'
import {
  placeLabelsAbove,
  joinRuns,
  labelX,
  placeLevelLabels,
  placeLines,
  rowHeight,
} from './window-labels.ts'

const whole = { span: null, from: 76, to: 976 } as const
const line = (id: string, y: number, place: { from: number; to: number } | null = null) => ({
  id,
  y,
  label: `${id} 200000 tok of anthropic/claude-sonnet-4`,
  shorter: [`${id} 200000 tok`, `${id} 200000`, '200k'],
  ...(place === null ? whole : { span: { from: 0, to: 9 }, ...place }),
})
const listTexts = (lines: readonly ReturnType<typeof line>[], width = 1000) =>
  placeLevelLabels(lines, width).map(({ text }) => text)

describe('the words of the levels', () => {
  it('stand over their lines where there is room', () => {
    const placed = placeLevelLabels([line('trigger', 180), line('window', 140)], 1000)
    expect(placed.map(({ id, y }) => [id, y])).toEqual([
      ['window', 136],
      ['trigger', 176],
    ])
  })

  it.each([0, 1, 5, 12])('never lie on each other when their lines are %i pixels apart', (apart) => {
    const placed = placeLevelLabels([line('window', 140), line('trigger', 140 + apart)], 1000)
    const readY = (id: string): number => placed.find((one) => one.id === id)?.y ?? 0
    expect(readY('trigger') - readY('window')).toBeGreaterThanOrEqual(rowHeight)
  })

  it('stand over their lines where others of the same height are beside them', () => {
    const placed = placeLevelLabels(
      [line('one', 140, { from: 100, to: 400 }), line('other', 140, { from: 400, to: 700 })],
      1000,
    )
    expect(placed.map(({ x, y }) => [x, y])).toEqual([
      [104, 136],
      [404, 136],
    ])
  })

  it.each([
    [400, 'window 200000 tok of anthropic/claude-sonnet-4'],
    [214, 'window 200000 tok'],
    [100, 'window 200000'],
    [40, '200k'],
    [20, undefined],
  ])('are as few as a line of %d pixels has room for', (length, text) => {
    const [placed] = placeLevelLabels([line('window', 140, { from: 300, to: 300 + length })], 1000)
    expect(placed?.text).toBe(text)
  })

  it('begin behind the name of the axis at the very top', () => {
    const atTop = placeLevelLabels([line('window', 24, { from: 76, to: 296 })], 1000)
    expect(listTexts([line('window', 140, { from: 76, to: 196 })])).toEqual(['window 200000 tok'])
    expect(listTexts([line('window', 24, { from: 76, to: 196 })])).toEqual([])
    expect(atTop).toEqual([{ id: 'window', text: 'window 200000 tok', x: 176, y: 20 }])
  })

  it('are fewer in a narrow plot, though they hold over all of it', () => {
    expect(listTexts([line('window', 140)], 300)).toEqual(['window 200000 tok'])
  })

  it('stand under their line where the rows above the plot are in the way', () => {
    const above = placeLabelsAbove([{ label: `window 200000 tok of ${'long '.repeat(20)}` }], 1000)
    const readY = (taken: typeof above) =>
      placeLevelLabels([line('trigger', 24)], 1000, taken).map(({ y }) => y)
    expect([readY([]), readY(above)]).toEqual([[20], [36]])
  })

  it('begin further to the left where they would leave the plot', () => {
    const label = 'window 200,000 tok of anthropic/claude-sonnet-4'
    expect(labelX(measureTextWidth(label), 1000)).toBe(176)
    expect(labelX(measureTextWidth(label), 420)).toBeLessThan(176)
    expect(labelX(measureTextWidth(label), 200)).toBe(80)
  })

  it('stand in one row above the plot where that is wide enough, and each in its own where it is not', () => {
    const levels = [
      { label: 'Dewpoint’s policy condenses at 891,808 tok: 90 % − 8,192 reserved' },
      { label: 'window 1,000,000 tok' },
    ]
    expect(placeLabelsAbove(levels, 1200)).toHaveLength(1)
    expect(placeLabelsAbove(levels, 500)).toHaveLength(2)
    expect(placeLabelsAbove([], 500)).toEqual([])
  })
})

const windows = new Map(
  [
    ['one', 200_000],
    ['other', 200_000],
    ['small', 32_000],
  ].map(([model, tokens]) => [
    model,
    {
      tokens: Number(tokens),
      trigger: {
        trigger: { tokens: 0.75 * Number(tokens), action: 'condense', by: 'threshold' },
        threshold: 75,
        reserved: 8192,
      },
    } as const,
  ]),
)
const segments = buildModelSegments(
  ['one', 'other', 'one', 'small', 'one'].map((model, at) => ({ fromMessage: 10 * at, model })),
  50,
  (model) => windows.get(model) ?? null,
)

function joined(pixelsPerMessage: number) {
  const axis = { place: (index: number) => 76 + index * pixelsPerMessage }
  const lines = placeLines(buildSegmentLines(segments), axis, 10_000, (tokens) => tokens / 1000)
  return joinRuns(lines).map(({ kind, label, from, to }) => [
    kind,
    label.replaceAll('\u202f', ' '),
    (from - 76) / pixelsPerMessage,
    (to - 76) / pixelsPerMessage,
  ])
}

it('joins lines of the same height that are too short for their own words', () => {
  expect(joined(5)).toEqual([
    ['trigger', 'Dewpoint’s policy condenses at 150,000 tok: 75 %', 0, 30],
    ['window', 'window 200,000 tok', 0, 30],
    ['trigger', 'Dewpoint’s policy condenses at 24,000 tok: 75 %', 30, 40],
    ['window', 'window 32,000 tok of small', 30, 40],
    ['trigger', 'Dewpoint’s policy condenses at 150,000 tok: 75 %', 40, 50],
    ['window', 'window 200,000 tok of one', 40, 50],
  ])
})

it('leaves each model its own line where all have room for their words', () => {
  const lines = joined(50)
  expect(lines).toHaveLength(10)
  expect(lines.map(([, label]) => label)).toContain('window 200,000 tok of other')
})
