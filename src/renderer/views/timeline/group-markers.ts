import type { TimelineMarker } from '../../../shared/domain/timeline.ts'

/** Markers that stand too close to be told apart, at the place of the first. */
export type MarkerGroup = { readonly x: number; readonly markers: readonly TimelineMarker[] }

/** Groups markers, in their order, so that no two groups are nearer than `distance` pixels. */
export function groupMarkers(
  markers: readonly TimelineMarker[],
  toX: (marker: TimelineMarker) => number,
  distance: number,
): MarkerGroup[] {
  const groups: { x: number; markers: TimelineMarker[] }[] = []
  for (const marker of markers) {
    const x = toX(marker)
    const last = groups.at(-1)
    if (last !== undefined && x - last.x < distance) last.markers.push(marker)
    else groups.push({ x, markers: [marker] })
  }
  return groups
}
