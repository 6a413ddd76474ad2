import { expect, it } from 'vitest'
import { roundStep } from './round-step.ts'

it.each([
  [0.03, 0.05],
  [1, 1],
  [1.1, 2],
  [4, 5],
  [6, 10],
  [20, 20],
  [700, 1000],
])('the round step from %d on is %d', (least, step) => expect(roundStep(least)).toBeCloseTo(step, 9))
