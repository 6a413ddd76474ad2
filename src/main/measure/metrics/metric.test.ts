import { expect, it } from 'vitest'
import { createMeasurement } from './metric.ts'

it('makes the evidence of a measurement when somebody asks for it, and once', () => {
  let made = 0
  const measurement = createMeasurement(0.5, () => {
    made += 1
    return { kind: 'tokens', rows: [] }
  })
  expect(measurement.value).toBe(0.5)
  expect(made).toBe(0)
  expect({ ...measurement }).toEqual({ value: 0.5, evidence: { kind: 'tokens', rows: [] } })
  expect(measurement.evidence).toBe(measurement.evidence)
  expect(made).toBe(1)
})
