import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Inline, Note, Option, Row, Scroll } from '../../layout/layout.tsx'
import { useShortcuts } from '../use-shortcuts.ts'
import { moveSelection } from './move-selection.ts'

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
    <Scroll
      ref={list}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={selected >= 0 ? `${id}-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        <Option
          key={itemId(item)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selected}
          onClick={() => onSelect(itemId(item))}
        >
          {renderItem(item)}
        </Option>
      ))}
    </Scroll>
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
      <Row component="span" gap={6} miw={0}>
        <Inline flex="0 1 auto" fw={500} cut>
          {title}
        </Inline>
        {badges}
      </Row>
      <Note cut {...(tone === 'plain' ? {} : { tone })}>
        {about}
      </Note>
    </>
  )
}
