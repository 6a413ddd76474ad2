import { useState, type PointerEvent } from 'react'
import type { SlotAxis } from './slot-axis.ts'

/** What a drag covers so far, in pixels from the left of the chart. */
export type Brush = { readonly start: number; readonly end: number }

type BrushOptions = {
  readonly axis: SlotAxis
  readonly onMove: (index: number) => void
  readonly onClick: (index: number) => void
  readonly onBrush: (one: number, other: number) => void
}

/** Shorter than this is a click. In pixels. */
const leastDrag = 5

/** A pointer over the chart: it moves the cursor, clicks, or drags over what is to be seen closer. */
export function useBrush({ axis, onMove, onClick, onBrush }: BrushOptions) {
  const [brush, setBrush] = useState<Brush | null>(null)
  const xOf = (event: PointerEvent): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left
  return {
    brush: brush !== null && Math.abs(brush.end - brush.start) >= leastDrag ? brush : null,
    handlers: {
      onPointerDown: (event: PointerEvent): void => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setBrush({ start: xOf(event), end: xOf(event) })
      },
      onPointerMove: (event: PointerEvent): void => {
        const x = xOf(event)
        if (brush === null) onMove(axis.indexAt(x))
        else setBrush({ start: brush.start, end: x })
      },
      onPointerUp: (event: PointerEvent): void => {
        if (brush === null) return
        const x = xOf(event)
        setBrush(null)
        if (Math.abs(x - brush.start) < leastDrag) onClick(axis.indexAt(x))
        else onBrush(axis.indexAt(brush.start), axis.indexAt(x))
      },
      onPointerCancel: (): void => setBrush(null),
    },
  }
}
