import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Height of a row in pixels. Rows have one height, so that ten thousand cost what fifty do. */
export const rowHeight = 28

type RowVirtualizerOptions = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly count: number
  /** Position of the selected row, which is kept in sight; -1 for none. */
  readonly selected: number
  /**
   * What makes the selected row come into sight when it changes. Absent: its position. Lists that change by themselves
   * name the row, and stay where they were scrolled to when others come and go.
   */
  readonly reveals?: string
  /** Whether a sticky header of one row's height lies over the list. */
  readonly header: 'none' | 'above-rows' | 'over-rows'
}

/** Decides which rows exist. `above-rows`: the rows begin below the header; `over-rows`: they are counted from it. */
export function useRowVirtualizer(options: RowVirtualizerOptions): Virtualizer<HTMLDivElement, Element> {
  const { scroller, count, selected, header } = options
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: header === 'above-rows' ? rowHeight : 0,
    scrollPaddingStart: header === 'none' ? 0 : rowHeight,
    // Rows that are counted from the header end one row lower than they are taken to.
    scrollPaddingEnd: header === 'over-rows' ? rowHeight : 0,
    useFlushSync: false,
  })
  const reveal = useEffectEvent(() => {
    if (selected >= 0 && selected < count) virtualizer.scrollToIndex(selected, { align: 'auto' })
  })
  const reason = options.reveals ?? `${selected} of ${count}`
  useEffect(() => reveal(), [reason])
  return virtualizer
}
