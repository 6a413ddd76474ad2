import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { moveSelection } from './move-selection.ts'
import styles from './virtual-list.module.css'

/** Height of a row in pixels; rows have one height, so that ten thousand cost what fifty do. */
const rowHeight = 28

type VirtualListProps = {
  readonly label: string
  readonly count: number
  /** Position of the selected row; -1 for none. */
  readonly selected: number
  readonly onSelect: (position: number) => void
  readonly onOpen?: (position: number) => void
  readonly renderRow: (position: number) => ReactNode
  readonly header?: ReactNode
  readonly autoFocus?: boolean
}

/** A long list of which only the rows in sight exist. Arrow keys, page keys, Home, End, j and k move. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, selected, onSelect, onOpen, renderRow, header, autoFocus = false } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: header === undefined ? 0 : rowHeight,
    scrollPaddingStart: header === undefined ? 0 : rowHeight,
    useFlushSync: false,
  })
  useEffect(() => {
    if (autoFocus) list.current?.focus()
  }, [autoFocus])
  useEffect(() => {
    if (selected >= 0 && selected < count) virtualizer.scrollToIndex(selected, { align: 'auto' })
  }, [selected, count, virtualizer])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') return onOpen?.(selected)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const target = moveSelection(event.key, selected, count, page)
    if (target === null) return
    event.preventDefault()
    event.stopPropagation()
    onSelect(target)
  }

  const { scrollMargin } = virtualizer.options
  return (
    <div ref={scroller} className={styles.scroller}>
      {header !== undefined && <div className={styles.header}>{header}</div>}
      <div
        ref={list}
        className={styles.content}
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={selected >= 0 && selected < count ? `${id}-${selected}` : undefined}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map((item) => (
          <div
            key={item.key}
            id={`${id}-${item.index}`}
            role="option"
            aria-selected={item.index === selected}
            aria-posinset={item.index + 1}
            aria-setsize={count}
            className={styles.row}
            style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
            onClick={() => onSelect(item.index)}
            onDoubleClick={() => onOpen?.(item.index)}
          >
            {renderRow(item.index)}
          </div>
        ))}
      </div>
    </div>
  )
}
