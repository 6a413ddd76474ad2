import { useMemo, type KeyboardEvent } from 'react'
import type { TimelineMarker } from '../../../shared/timeline/types.ts'
import type { PointRange } from '../../ui/plots/axes.ts'
import { createKeptState } from './create-kept-state.ts'
import { buildRangeBetween, moveRangeTo, zoomRange } from './zoom-range.ts'

/** Where one is in the timeline, and how much of it is in sight. */
export type TimelineCursor = {
  readonly range: PointRange
  readonly isZoomed: boolean
  readonly index: number
  readonly moveTo: (index: number) => void
  readonly zoomTo: (one: number, other: number) => void
  readonly showAll: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

type CursorOptions = {
  /** Its place is kept while the window lives. */
  readonly taskId: string
  readonly count: number
  readonly markers: readonly TimelineMarker[]
  readonly onOpen: (index: number) => void
}

const useChosen = createKeptState<number | null>(null)
const useZoom = createKeptState<PointRange | null>(null)

/** Moves and zooms by keys: arrows, Page, Home and End, `+` and `-`, `[` and `]` between events, Enter to open. */
export function useTimelineCursor({ taskId, count, markers, onOpen }: CursorOptions): TimelineCursor {
  const [chosen, setChosen] = useChosen(taskId)
  const [zoom, setZoom] = useZoom(taskId)
  const all = useMemo(() => ({ from: 0, to: Math.max(0, count - 1) }), [count])
  // A task that was read again may have fewer messages than before.
  const range = zoom !== null && zoom.to < count ? zoom : all
  const index = Math.min(Math.max(chosen ?? range.to, range.from), range.to)
  const moveTo = (target: number): void => {
    const held = Math.min(Math.max(0, target), all.to)
    setChosen(held)
    if (zoom !== null) setZoom(moveRangeTo(range, held))
  }
  const showAll = (): void => setZoom(null)
  const findKeyAction = (event: KeyboardEvent): (() => void) | undefined => {
    const page = Math.max(1, Math.round((range.to - range.from) / 10))
    const by = event.shiftKey ? 10 : 1
    const next = markers.find(({ messageIndex }) => messageIndex > index)?.messageIndex
    const previous = markers.findLast(({ messageIndex }) => messageIndex < index)?.messageIndex
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => moveTo(index - by),
      ArrowRight: () => moveTo(index + by),
      PageUp: () => moveTo(index - page),
      PageDown: () => moveTo(index + page),
      Home: () => moveTo(0),
      End: () => moveTo(all.to),
      '[': () => previous !== undefined && moveTo(previous),
      ']': () => next !== undefined && moveTo(next),
      '+': () => setZoom(zoomRange(range, index, 0.5, count)),
      '=': () => setZoom(zoomRange(range, index, 0.5, count)),
      '-': () => setZoom(zoomRange(range, index, 2, count)),
      '0': showAll,
      Escape: showAll,
      Enter: () => onOpen(index),
    }
    return actions[event.key]
  }
  return {
    range,
    isZoomed: range !== all,
    index,
    moveTo,
    zoomTo: (one, other) => setZoom(buildRangeBetween(Math.max(0, one), Math.min(all.to, other), count)),
    showAll,
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const action = findKeyAction(event)
      if (action === undefined) return
      event.preventDefault()
      action()
    },
  }
}
