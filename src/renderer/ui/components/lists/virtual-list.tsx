import { memo, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { rowHeight, useRowVirtualizer } from '../use-row-virtualizer.ts'
import { moveSelection } from './move-selection.ts'
import styles from './virtual-list.module.css'

type VirtualListProps = {
  readonly label: string
  readonly count: number
  /** Position of the selected row, or -1 for none. */
  readonly selected: number
  readonly onSelect: (position: number) => void
  readonly onOpen?: ((position: number) => void) | undefined
  readonly renderRow: (position: number) => ReactNode
  readonly header?: ReactNode
  /** Takes the keyboard when it appears: for dialogs that are about this list. */
  readonly takesFocus?: boolean
}

/** A long list of which only the rows in sight exist. Arrow keys, page keys, Home, End, j and k move. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, selected, onSelect, onOpen, renderRow, header, takesFocus = false } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const virtualizer = useRowVirtualizer({
    scroller,
    count,
    selected,
    header: header === undefined ? 'none' : 'above-rows',
  })
  useEffect(() => {
    if (takesFocus) list.current?.focus()
  }, [takesFocus])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') return onOpen?.(selected)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const target = moveSelection(event.key, selected, count, page)
    if (target === null) return
    event.preventDefault()
    onSelect(target)
  }

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
        style={{ height: count * rowHeight }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map(({ key, index }) => (
          <ListRow
            key={key}
            id={`${id}-${index}`}
            {...{ index, count, renderRow, onSelect, onOpen }}
            isSelected={index === selected}
          />
        ))}
      </div>
    </div>
  )
}

type ListRowProps = Pick<VirtualListProps, 'count' | 'renderRow' | 'onSelect' | 'onOpen'> & {
  readonly id: string
  readonly index: number
  readonly isSelected: boolean
}

/** A row in its place. Scrolling leaves those alone that stay in sight. */
const ListRow = memo(function ListRow(props: ListRowProps) {
  const { id, index, count, isSelected, renderRow, onSelect, onOpen } = props
  return (
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={styles.row}
      style={{ transform: `translateY(${index * rowHeight}px)` }}
      onClick={() => onSelect(index)}
      onDoubleClick={() => onOpen?.(index)}
    >
      {renderRow(index)}
    </div>
  )
})
