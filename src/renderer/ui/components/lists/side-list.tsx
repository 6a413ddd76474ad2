import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useShortcuts } from '../use-shortcuts.ts'
import { moveSelection } from './move-selection.ts'
import styles from './side-list.module.css'

type SideListProps<T> = {
  readonly label: string
  readonly items: readonly T[]
  readonly itemId: (item: T) => string
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly renderItem: (item: T) => ReactNode
}

/** A short list beside what it chooses: two lines an item, moved by arrow keys, j and k. */
export function SideList<T>({ label, items, itemId, selectedId, onSelect, renderItem }: SideListProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const selected = items.findIndex((item) => itemId(item) === selectedId)
  const move = (key: string): boolean => {
    const target = items[moveSelection(key, selected, items.length, 8) ?? -1]
    if (target !== undefined) onSelect(itemId(target))
    return target !== undefined
  }
  const moveFromAnywhere = (key: string) => (): void => {
    list.current?.focus()
    move(key)
  }
  useShortcuts({ j: moveFromAnywhere('j'), k: moveFromAnywhere('k') })
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (move(event.key)) event.preventDefault()
  }
  return (
    <div
      ref={list}
      className={styles.list}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={selected >= 0 ? `${id}-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        <div
          key={itemId(item)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selected}
          className={styles.item}
          onClick={() => onSelect(itemId(item))}
        >
          {renderItem(item)}
        </div>
      ))}
    </div>
  )
}

type SideListItemProps = {
  readonly title: ReactNode
  readonly badges?: ReactNode
  readonly about: ReactNode
  readonly tone?: 'plain' | 'caution'
}

/** The two lines of an item: what it is, and what there is to say about it. */
export function SideListItem({ title, badges, about, tone = 'plain' }: SideListItemProps) {
  return (
    <>
      <span className={styles.line}>
        <span className={styles.title}>{title}</span>
        {badges}
      </span>
      <span className={styles.about} data-tone={tone}>
        {about}
      </span>
    </>
  )
}
