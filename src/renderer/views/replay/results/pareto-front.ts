/** A policy by what it costs, of which less is better, and by what it is worth. */
export type ParetoPoint = { readonly id: string; readonly costUsd: number; readonly value: number }

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
