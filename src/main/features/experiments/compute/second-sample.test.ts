import { expect, it } from 'vitest'
import { createTestExperiment } from '../../../measure/testing/create-test-experiment.ts'
import { planCells } from './matrix.ts'
import { computeSampleNumber, buildSecondSampleId } from './second-sample.ts'

it('a second sample shares no answer with the first, whatever the repeat', () => {
  const { plan } = createTestExperiment({ metrics: [], values: { a: { x: [1] }, 'a-again': { x: [1] } } })
  const variants = plan.variants.map((variant) => ({
    ...variant,
    repeats: 3,
    ...(variant.id === buildSecondSampleId('a') ? { again: { of: 'a', isRepeatable: false } } : {}),
  }))
  const cells = planCells({ ...plan, variants })
  const listSampleNumbers = (id: string) =>
    cells.filter(({ variant }) => variant.id === id).map(computeSampleNumber)
  expect(listSampleNumbers('a')).toEqual([1, 2, 3])
  expect(listSampleNumbers('a-again')).toEqual([4, 5, 6])
})
