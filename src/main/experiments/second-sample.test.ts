import { expect, it } from 'vitest'
import { experimentOf } from '../evaluation/testing/experiment-of.ts'
import { cellsOf } from './matrix.ts'
import { sampleOf, secondSampleId } from './second-sample.ts'

it('a second sample shares no answer with the first, whatever the repeat', () => {
  const { plan } = experimentOf({ metrics: [], values: { a: { x: [1] }, 'a-again': { x: [1] } } })
  const variants = plan.variants.map((variant) => ({
    ...variant,
    repeats: 3,
    ...(variant.id === secondSampleId('a') ? { again: { of: 'a', isRepeatable: false } } : {}),
  }))
  const cells = cellsOf({ ...plan, variants })
  const samplesOf = (id: string) => cells.filter(({ variant }) => variant.id === id).map(sampleOf)
  expect(samplesOf('a')).toEqual([1, 2, 3])
  expect(samplesOf('a-again')).toEqual([4, 5, 6])
})
