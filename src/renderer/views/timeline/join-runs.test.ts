import { expect, it } from 'vitest'
import { joinRuns } from './join-runs.ts'
import { placeLines } from './place-lines.ts'
import { modelStretches, stretchLines } from './window-lines.ts'

const windows = new Map(
  [
    ['one', 200_000],
    ['other', 200_000],
    ['small', 32_000],
  ].map(([model, tokens]) => [
    model,
    {
      tokens: Number(tokens),
      firing: {
        trigger: { tokens: 0.75 * Number(tokens), action: 'condense', by: 'threshold' },
        threshold: 75,
        reserved: 8192,
      },
    } as const,
  ]),
)
const stretches = modelStretches(
  ['one', 'other', 'one', 'small', 'one'].map((model, at) => ({ fromMessage: 10 * at, model })),
  50,
  (model) => windows.get(model) ?? null,
)

function joined(pixelsPerMessage: number) {
  const axis = { edge: (index: number) => 76 + index * pixelsPerMessage }
  const lines = placeLines(stretchLines(stretches), axis, 10_000, (tokens) => tokens / 1000)
  return joinRuns(lines).map(({ kind, label, from, to }) => [
    kind,
    label.replaceAll('\u202f', ' '),
    (from - 76) / pixelsPerMessage,
    (to - 76) / pixelsPerMessage,
  ])
}

it('joins lines of the same height that are too short for their own words', () => {
  expect(joined(5)).toEqual([
    ['trigger', 'condenses at 150 000 tok: 75 %', 0, 30],
    ['window', 'window 200 000 tok', 0, 30],
    ['trigger', 'condenses at 24 000 tok: 75 %', 30, 40],
    ['window', 'window 32 000 tok of small', 30, 40],
    ['trigger', 'condenses at 150 000 tok: 75 %', 40, 50],
    ['window', 'window 200 000 tok of one', 40, 50],
  ])
})

it('leaves each model its own line where all have room for their words', () => {
  const lines = joined(50)
  expect(lines).toHaveLength(10)
  expect(lines.map(([, label]) => label)).toContain('window 200 000 tok of other')
})
