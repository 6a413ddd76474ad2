import { roundStep } from './round-step.ts'

/** Turns values into places, and says which of them are lettered: round figures, the ends of the axis among them. */
export type Axis = { readonly place: (value: number) => number; readonly ticks: readonly number[] }

/** An axis from `start` to `end` in pixels that holds all values, with about `count` steps of 1, 2 or 5 times a power of ten. */
export function niceAxis(values: readonly number[], start: number, end: number, count = 5): Axis {
  const ticks = niceTicks(values, count)
  const [from = 0, to = 1] = [ticks[0], ticks.at(-1)]
  return { ticks, place: (value) => start + ((value - from) / (to - from)) * (end - start) }
}

function niceTicks(values: readonly number[], count: number): readonly number[] {
  if (values.length === 0) return [0, 1]
  const low = Math.min(...values)
  const high = Math.max(...values)
  const span = high - low || Math.abs(high) || 1
  const step = roundStep(span / count)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step))
}

/** Takes away what binary fractions leave behind. */
function round(value: number): number {
  return Number(value.toPrecision(12))
}
