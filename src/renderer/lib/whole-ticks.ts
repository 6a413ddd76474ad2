import { roundStep } from './round-step.ts'

/** Whole numbers within a range, with steps of 1, 2 or 5 times a power of ten, at most about `most` of them. */
export function wholeTicks(from: number, to: number, most: number): number[] {
  const step = roundStep(Math.max(1, (to - from) / most))
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, at) => (first + at) * step)
}
