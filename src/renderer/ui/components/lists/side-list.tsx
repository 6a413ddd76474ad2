import { Checkbox } from '@mantine/core'
import {
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { Block, Caption, Inline, Note, Option, Row, Scroll } from '../../layout/layout.tsx'
import { useShortcuts } from '../use-shortcuts.ts'
import { moveSelection } from './move-selection.ts'

type SideListProps<T> = {
  readonly label: string
  readonly items: readonly T[]
  readonly itemId: (item: T) => string
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly renderItem: (item: T) => ReactNode
  /** What an item stands under. Items of one group follow each other. */
  readonly itemGroup?: (item: T) => string
  /** Items that can be ticked, whichever is selected: by their box, or by the space bar. */
  readonly ticks?: Ticks & { readonly canTick: (item: T) => boolean }
}

type Ticks = { readonly ids: readonly string[]; readonly onTick: (id: string) => void }

/** A short list beside what it chooses: two lines an item, moved by arrow keys, j and k. */
export function SideList<T>(props: SideListProps<T>) {
  const { label, items, itemId, selectedId, onSelect, renderItem, itemGroup, ticks } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const selected = items.findIndex((item) => itemId(item) === selectedId)
  const move = (key: string): boolean => {
    const target = items[moveSelection(key, selected, items.length, 8) ?? -1]
    if (target !== undefined) onSelect(itemId(target))
    return target !== undefined
  }
  useListFocus(list, selected, move)
  const draw = (item: T): ReactNode =>
    ticks === undefined ? (
      renderItem(item)
    ) : (
      <TickedItem id={itemId(item)} {...ticks} canTick={ticks.canTick(item)}>
        {renderItem(item)}
      </TickedItem>
    )
  const groups = groupItems(items, itemGroup ?? (() => ''))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const ticked = event.key === ' ' ? items[selected] : undefined
    if (ticked !== undefined && ticks?.canTick(ticked) === true) ticks.onTick(itemId(ticked))
    else if (!move(event.key)) return
    event.preventDefault()
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
      {groups.map(({ name, from, members }) => (
        <div key={name} {...(name === '' ? { role: 'presentation' } : { role: 'group', 'aria-label': name })}>
          {name !== '' && (
            <Caption component="div" pt="sm" pb={2} px="md" aria-hidden>
              {name}
            </Caption>
          )}
          {members.map((item, place) => (
            <Option
              key={itemId(item)}
              id={`${id}-${from + place}`}
              role="option"
              aria-selected={from + place === selected}
              {...(ticks?.canTick(item) === true && { 'aria-checked': ticks.ids.includes(itemId(item)) })}
              onClick={() => onSelect(itemId(item))}
            >
              {draw(item)}
            </Option>
          ))}
        </div>
      ))}
    </Scroll>
  )
}

/** Moves by j and k from anywhere, and keeps what is selected in sight. */
function useListFocus(
  list: RefObject<HTMLDivElement | null>,
  selected: number,
  move: (key: string) => boolean,
): void {
  const moveFromAnywhere = (key: string) => (): void => {
    list.current?.focus()
    move(key)
  }
  useShortcuts({ j: moveFromAnywhere('j'), k: moveFromAnywhere('k') })
  const isPlaced = useRef(false)
  useEffect(() => {
    const block = isPlaced.current ? 'nearest' : 'center'
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block })
    isPlaced.current = true
  }, [list, selected])
}

type TickedItemProps = Ticks & {
  readonly id: string
  readonly canTick: boolean
  readonly children: ReactNode
}

/** An item behind its box. The box says nothing by itself: the option is checked. */
function TickedItem({ id, ids, onTick, canTick, children }: TickedItemProps) {
  const tick = (event: MouseEvent): void => {
    event.stopPropagation()
    onTick(id)
  }
  return (
    <Row gap="sm">
      <Block w={16} aria-hidden>
        {canTick && <Checkbox.Indicator size="xs" checked={ids.includes(id)} onClick={tick} />}
      </Block>
      <Block flex={1} miw={0}>
        {children}
      </Block>
    </Row>
  )
}

type Group<T> = { readonly name: string; readonly from: number; readonly members: T[] }

function groupItems<T>(items: readonly T[], readName: (item: T) => string): readonly Group<T>[] {
  const groups: Group<T>[] = []
  for (const [from, item] of items.entries()) {
    const name = readName(item)
    const last = groups.at(-1)
    if (last?.name === name) last.members.push(item)
    else groups.push({ name, from, members: [item] })
  }
  return groups
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
