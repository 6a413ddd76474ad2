import { charWidth, type Box } from '../../../lib/place-labels.ts'
import type { PlotArea } from '../plots/plot-frame.tsx'
import type { NeverPoint } from './pareto-front.ts'

const rowHeight = 14
const mostNames = 6

/** A policy that never condensed, with the place of its mark and its name in pixels. */
export type NeverName = {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly text: string
  /** On which side of the mark the name stands. */
  readonly side: -1 | 1
}

/** Policies that never condensed, by their cost. */
export function byCost(never: readonly NeverPoint[]): ReadonlyMap<number, readonly NeverPoint[]> {
  return Map.groupBy(never, ({ costUsd }) => costUsd)
}

/** The names at the lines of policies that never condensed, from the bottom up and on the side that has more room. */
export function neverNames(
  never: readonly NeverPoint[],
  { across, left, right, bottom }: Pick<PlotArea, 'across' | 'left' | 'right' | 'bottom'>,
  nameOf: (policyId: string) => string,
): readonly NeverName[] {
  return [...byCost(never)].flatMap(([costUsd, points]) => {
    const x = across.place(costUsd)
    const more = points.length - mostNames
    return points.slice(0, mostNames).map(({ id }, row): NeverName => {
      const rest = row === mostNames - 1 && more > 0 ? ` and ${more} more` : ''
      const side = x > (left + right) / 2 ? -1 : 1
      return { id, x, y: bottom - 10 - row * rowHeight, text: `${nameOf(id)}${rest}`, side }
    })
  })
}

/** What a mark with its name takes. */
export function neverBox({ x, y, text, side }: NeverName): Box {
  const ends = [x - side * 6, x + side * (10 + charWidth * text.length)]
  return { left: Math.min(...ends), right: Math.max(...ends), top: y - 7, bottom: y + 7 }
}
