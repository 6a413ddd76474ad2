import { findLargest, findSmallest } from '../../../../../shared/kernel/find-extreme.ts'
/** Turns values into places and says where its marks stand. */
export type Axis = { readonly place: (value: number) => number; readonly ticks: readonly number[] }

/** An axis from `start` to `end` in pixels over all the values, its ends at round numbers. */
export function createAxis(values: readonly number[], start: number, end: number, tickCount = 5): Axis {
  const lowest = findSmallest(values)
  const highest = findLargest(values)
  const spread = highest - lowest || Math.abs(highest) || 1
  const step = roundStep(spread / tickCount)
  const first = Math.floor(lowest / step)
  const last = Math.max(Math.ceil(highest / step), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => withoutTail((first + index) * step))
  const low = first * step
  const width = (last - first) * step
  return { ticks, place: (value) => start + ((value - low) / width) * (end - start) }
}

/** A coordinate in a drawing: tenths of a pixel, so that no machine writes another digit. */
export function formatPixel(value: number): string {
  return Number(value.toFixed(1)).toString()
}

/** The smallest of 1, 2, 2.5, 5 times a power of ten that is not below it. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return (
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= least * (1 - 1e-9)) ??
    10 * power
  )
}

function withoutTail(value: number): number {
  return Number(value.toPrecision(12))
}
