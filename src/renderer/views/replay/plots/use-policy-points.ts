import { useState } from 'react'
import { useReplay } from '../replay-view.tsx'
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
  const at = points.findIndex(({ id }) => id === selected?.id)
  const current = points[at] ?? null
  return {
    marked: points.find(({ id }) => id === hovered) ?? current,
    slider: {
      label,
      // Where the selected policy has no point, any of the keys leads to the first.
      values: points.map((_, index) => index + 1),
      value: at + 1,
      text:
        current === null
          ? 'The selected policy has no point'
          : `${current.text}, ${at + 1} of ${points.length}`,
      onValue: (value) => {
        const point = points[value - 1]
        if (point !== undefined) select(point.id)
      },
    },
    onHover: setHovered,
    onChoose: select,
  }
}
