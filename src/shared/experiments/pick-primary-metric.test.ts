import { expect, it } from 'vitest'
import { pickPrimaryMetric } from './pick-primary-metric.ts'

const metrics = ['validity', 'continuation-recall', 'knows-done', 'cost'].map((id) => ({ id }))
const always = () => true

it.each([
  ['the metric of the file', 'cost', always, { metric: 'cost', isDeclared: true }],
  ['else the first headline', undefined, always, { metric: 'knows-done', isDeclared: false }],
  [
    'the next one where that has no values',
    undefined,
    (id: string) => id !== 'knows-done',
    { metric: 'continuation-recall', isDeclared: false },
  ],
  ['the first headline where none has', undefined, () => false, { metric: 'knows-done', isDeclared: false }],
  [
    'a headline where the file names nothing measured',
    'gone',
    always,
    { metric: 'knows-done', isDeclared: false },
  ],
])('decides: %s', (_, declared, hasValues, expected) => {
  expect(pickPrimaryMetric(declared, metrics, hasValues)).toEqual(expected)
})

it('falls to the first metric, and to none without any', () => {
  expect(pickPrimaryMetric(undefined, [{ id: 'validity' }], always)?.metric).toBe('validity')
  expect(pickPrimaryMetric(undefined, [], always)).toBeNull()
})

it('lets no figure decide that a trick wins, whoever names it', () => {
  const isAtFault = (id: string) => id === 'continuation-recall'
  expect(pickPrimaryMetric('continuation-recall', metrics, always, isAtFault)).toBeNull()
  expect(pickPrimaryMetric('cost', metrics, always, isAtFault)?.metric).toBe('cost')
})

it.each([
  [
    'passes over one that is at fault',
    ['knows-done', 'continuation-recall', 'reduction'],
    'continuation-recall',
  ],
  ['is none rather than the size where all others are at fault', ['knows-done', 'reduction'], undefined],
  ['is the size where nothing else was asked for', ['reduction'], 'reduction'],
])('%s', (_, ids, expected) => {
  const decides = pickPrimaryMetric(
    undefined,
    ids.map((id) => ({ id })),
    always,
    (id) => id === 'knows-done',
  )
  expect(decides?.metric).toBe(expected)
})
