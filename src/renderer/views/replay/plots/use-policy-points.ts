import { useState } from 'react'
import { useReplay } from '../replay-view.tsx'
import { requestAfterKey } from '../request-after-key.ts'
import type { PlotSlider } from './plot-frame.tsx'

/** A policy in a plot, with the figures that it stands for. */
export type PolicyPoint = { readonly id: string; readonly text: string }

/** The points of a plot as something to choose from. */
export type PolicyPoints = {
  /** The policy whose point is marked: under the pointer, or else the selected one; null where it has no point. */
  readonly marked: PolicyPoint | null
  readonly slider: PlotSlider
  readonly onHover: (policyId: string | null) => void
  readonly onChoose: (policyId: string) => void
}

/** Leads from policy to policy of a plot by arrow keys, and tells of the one under the pointer. */
export function usePolicyPoints(label: string, points: readonly PolicyPoint[]): PolicyPoints {
  const { selected, select } = useReplay()
  const [hovered, setHovered] = useState<string | null>(null)
  const places = points.map((_, index) => index)
  const at = points.findIndex(({ id }) => id === selected?.id)
  const current = points[at] ?? null
  return {
    marked: points.find(({ id }) => id === hovered) ?? current,
    slider: {
      label,
      min: Math.min(1, at + 1),
      max: points.length,
      value: at + 1,
      text:
        current === null
          ? 'The selected policy has no point'
          : `${current.text}, ${at + 1} of ${points.length}`,
      onKeyDown: (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const next = requestAfterKey(places, at, event)
        // Where the selected policy has no point, any of these keys leads to the first.
        const point = next === null ? undefined : points[at < 0 ? 0 : next]
        if (point === undefined) return
        event.preventDefault()
        select(point.id)
      },
    },
    onHover: setHovered,
    onChoose: select,
  }
}
