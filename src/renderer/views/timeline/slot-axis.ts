import { wholeTicks } from '../../lib/whole-ticks.ts'
import type { PointRange } from './thin-points.ts'

/** The horizontal axis: each message has a slot of its own, as wide as the others. */
export type SlotAxis = {
  /** The middle of a message's slot, in pixels. */
  readonly middle: (index: number) => number
  /** Where the slot begins; that of the message after it is where it ends. */
  readonly edge: (index: number) => number
  /** The message at a place, held to the range. */
  readonly indexAt: (x: number) => number
  /** Messages whose numbers are lettered. */
  readonly ticks: readonly number[]
}

/** An axis over a range of messages, from `start` to `end` in pixels. */
export function slotAxis(range: PointRange, start: number, end: number): SlotAxis {
  const count = Math.max(1, range.to - range.from + 1)
  const width = (end - start) / count
  const edge = (index: number): number => start + (index - range.from) * width
  return {
    edge,
    middle: (index) => edge(index) + width / 2,
    indexAt: (x) =>
      Math.min(range.to, Math.max(range.from, range.from + Math.floor((x - start) / Math.max(1e-9, width)))),
    ticks: wholeTicks(range.from, range.to, Math.max(2, Math.floor((end - start) / 90))),
  }
}
