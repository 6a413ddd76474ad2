import { formatUsd } from '../../../../shared/lib/format-figures.ts'

/** A policy by what it costs, of which less is better, and by what it is worth. */
export type ParetoPoint = { readonly id: string; readonly costUsd: number; readonly value: number }

/** A policy that never condensed, where nothing is to measure: what it costs. */
export type NeverPoint = { readonly id: string; readonly costUsd: number; readonly value: null }

/** Points that nothing beats: no other costs less or as much and is better, or costs less and is as good. */
export function paretoFront(
  points: readonly ParetoPoint[],
  direction: 'higher' | 'lower',
): readonly ParetoPoint[] {
  const gain = ({ value }: ParetoPoint): number => (direction === 'higher' ? value : -value)
  const beats = (a: ParetoPoint, b: ParetoPoint): boolean =>
    a.costUsd <= b.costUsd && gain(a) >= gain(b) && (a.costUsd < b.costUsd || gain(a) > gain(b))
  return points
    .filter((point) => !points.some((other) => beats(other, point)))
    .toSorted((a, b) => a.costUsd - b.costUsd || gain(a) - gain(b))
}

type Noted = {
  readonly points: readonly ParetoPoint[]
  readonly front: readonly ParetoPoint[]
  readonly never: readonly NeverPoint[]
  /** Policies of which nothing is drawn. */
  readonly without: readonly { readonly id: string; readonly costUsd: number | null }[]
}

/** What the chart of points and their front means, as far as it is drawn. */
export function paretoNote({ points, front, never, without }: Noted): string {
  const [only] = front
  const alone =
    only === undefined || points.length < 2
      ? ''
      : `Of the points, ${only.id} is the cheapest and the best, so no front is drawn.`
  return [
    front.length > 0
      ? 'Means over the condensations of each policy; one that never condensed kept everything.'
      : '',
    front.length > 1 ? 'The dashed line is the front: nothing costs less and keeps more.' : alone,
    never.length > 0 && front.length > 0
      ? 'A dotted vertical line is the cost of policies that never condensed, of which this figure says nothing: a point to its right costs more than that.'
      : '',
    without.length > 0
      ? `Without a place, since its quality was not measured or its cost is not known: ${without.map(({ id, costUsd }) => `${id} (${formatUsd(costUsd)})`).join(', ')}.`
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}
