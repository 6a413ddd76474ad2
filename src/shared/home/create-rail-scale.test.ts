import { expect, it } from 'vitest'
import { createRailScale } from './create-rail-scale.ts'

it.each([
  ['between nothing and the full history', { nothing: 0.2, full: 1 }, 0.6, 50],
  ['of which less is better', { nothing: 1000, full: 0 }, 250, 75],
  ['without a full history', { nothing: 0 }, 0.4, 40],
  ['where both ends are the same', { nothing: 1, full: 1 }, 0.4, 40],
] as const)('a rail places a value %s', (_, ends, value, place) => {
  const controls = Object.entries(ends).map(
    ([id, mean]) => ({ id: id === 'full' ? 'full' : 'nothing', mean }) as const,
  )
  expect(createRailScale(controls)(value)).toBeCloseTo(place)
})
