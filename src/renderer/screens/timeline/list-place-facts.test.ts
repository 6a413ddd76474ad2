import { expect, it } from 'vitest'
import { buildSegmentLines, buildWindowLines } from './build-window-lines.ts'
import { listPlaceFacts } from './list-place-facts.ts'

const condensation = {
  trigger: { tokens: 150_000, action: 'condense', by: 'threshold' },
  threshold: 75,
  reserved: 8192,
} as const
const models = [
  { fromMessage: 2, model: 'big' },
  { fromMessage: 4, model: 'unknown' },
  { fromMessage: 6, model: null },
]
const byModel = buildSegmentLines([
  { model: 'big', span: { from: 2, to: 4 }, window: { tokens: 200_000, trigger: condensation } },
  { model: 'unknown', span: { from: 4, to: 6 }, window: null },
])
const chosen = buildWindowLines({ windowTokens: 128_000, ownerName: null, condensation })
const plain = (facts: readonly string[]) => facts.map((fact) => fact.replaceAll('\u202f', ' '))

it.each([
  [1, ['window not known']],
  [3, ['window 200,000 tok of big', 'Dewpoint’s policy condenses at 150,000 tok: 75 %']],
  [4, ['unknown', 'window not known']],
  [7, ['model not recorded', 'window not known']],
])('says the window, its trigger and the model at message %d', (index, facts) => {
  expect(plain(listPlaceFacts(index, models, byModel))).toEqual(facts)
})

it('says the model beside a window that is not its own', () => {
  expect(plain(listPlaceFacts(3, models, chosen))).toEqual([
    'big',
    'window 128,000 tok',
    'Dewpoint’s policy condenses at 150,000 tok: 75 %',
  ])
})

it('says nothing of a task that knows of no model and no window', () => {
  expect(listPlaceFacts(3, [], [])).toEqual([])
})
