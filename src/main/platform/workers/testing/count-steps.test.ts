import { expect, it } from 'vitest'
import { measureGrowth } from './count-steps.ts'

const file = new URL('loops.ts', import.meta.url)

it.each([
  ['linear', 2, 0],
  ['square', 4, 1],
])('says how work grows: %s', async (name, factor, perPair) => {
  const growth = await measureGrowth({ file, name }, 100, (size) => size)
  expect(growth.factor).toBeCloseTo(factor, 1)
  expect(growth.perPair).toBeCloseTo(perPair, 1)
})
