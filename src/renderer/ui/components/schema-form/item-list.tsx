import { ActionIcon, VisuallyHidden } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { formatFieldSentence } from '../../../../shared/kernel/describe-issue.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { Block, Column, Inline, List, Note, Row, TextButton } from '../../layout/layout.tsx'
import { selectIssuesBelow } from './field-issues.ts'
import type { FormField } from './form-field.ts'

type ItemListProps = {
  readonly field: Pick<
    Extract<FormField, { kind: 'list' | 'steps' }>,
    'label' | 'description' | 'min' | 'max'
  >
  readonly items: readonly Settings[]
  /** What is wrong with the list as a whole. */
  readonly error: string | undefined
  /** What is wrong with items, with paths from their place on. */
  readonly issues: readonly SettingIssue[]
  readonly describeItem: (item: Settings, at: number) => string
  readonly onItems: (items: Settings[]) => void
  readonly renderItem: (
    item: Settings,
    issues: readonly SettingIssue[],
    onItem: (item: Settings) => void,
  ) => ReactNode
  /** Makes a copy of an item, where items can be copied. */
  readonly copyItem?: (item: Settings) => Settings
  /** The control that adds an item. */
  readonly renderAdd: (onAdd: (item: Settings) => void) => ReactNode
}

/** What has the keyboard after the list was changed: a button of a row. */
type NextFocus = { readonly at: number; readonly act: string }

/** Items in an order: added, removed, moved by buttons or with Alt and the arrow keys, one unfolded at a time. */
export function ItemList(props: ItemListProps) {
  const { field, items, error, issues, describeItem, onItems, renderItem, copyItem, renderAdd } = props
  const { label, description, min, max } = field
  const [open, setOpen] = useState<number | null>(null)
  const { list, said, focusAfter } = useListFocus()
  const isFull = max !== null && items.length >= max
  const move = (at: number, by: 1 | -1, act: string): void => {
    const to = at + by
    const item = items[at]
    if (item === undefined || to < 0 || to >= items.length) return
    onItems(items.toSpliced(at, 1).toSpliced(to, 0, item))
    if (open === at) setOpen(to)
    else if (open === to) setOpen(at)
    focusAfter({ at: to, act }, `${describeItem(item, at)} is now ${to + 1} of ${items.length}.`)
  }
  const add = (item: Settings, at: number): void => {
    onItems(items.toSpliced(at, 0, item))
    setOpen(at)
    focusAfter({ at, act: 'open' }, `${describeItem(item, at)} is added.`)
  }
  const remove = (item: Settings, at: number): void => {
    onItems(items.toSpliced(at, 1))
    setOpen(open === null || open === at ? null : open > at ? open - 1 : open)
    focusAfter({ at: Math.min(at, items.length - 2), act: 'open' }, `${describeItem(item, at)} is removed.`)
  }
  return (
    <Column component="fieldset" gap="sm">
      <Block component="legend" p={0} fw={500}>
        {label}
      </Block>
      {description !== '' && <Note>{description}</Note>}
      <List ref={list} component="ol" line="around">
        {items.map((item, at) => (
          <ItemRow
            // Items have no ids, and what is unfolded follows its item.
            key={at}
            at={at}
            count={items.length}
            name={describeItem(item, at)}
            isOpen={open === at}
            isFaulty={issues.some(({ path }) => path[0] === at)}
            isFixed={items.length <= min}
            onToggle={() => setOpen(open === at ? null : at)}
            onMove={(by, act) => move(at, by, act)}
            onCopy={copyItem === undefined || isFull ? null : () => add(copyItem(item), at + 1)}
            onRemove={() => remove(item, at)}
          >
            {renderItem(item, selectIssuesBelow(issues, [String(at)]), (next) =>
              onItems(items.with(at, next)),
            )}
          </ItemRow>
        ))}
      </List>
      {!isFull && renderAdd((item) => add(item, items.length))}
      {error !== undefined && <Note tone="bad">{error}</Note>}
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </Column>
  )
}

/** Gives the keyboard to a row once it is drawn, and says what was done. */
function useListFocus() {
  const list = useRef<HTMLOListElement>(null)
  const next = useRef<NextFocus | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (next.current === null) return
    const row = list.current?.children[next.current.at]
    const button = row?.querySelector<HTMLButtonElement>(`[data-act="${next.current.act}"]:not(:disabled)`)
    ;(button ?? row?.querySelector<HTMLButtonElement>('[data-act="open"]'))?.focus()
    next.current = null
  })
  const focusAfter = (focus: NextFocus, sentence: string): void => {
    next.current = focus
    setSaid(sentence)
  }
  return { list, said, focusAfter }
}

type ItemRowProps = {
  readonly at: number
  readonly count: number
  readonly name: string
  readonly isOpen: boolean
  readonly isFaulty: boolean
  /** Whether the list would be too short without it. */
  readonly isFixed: boolean
  readonly onToggle: () => void
  readonly onMove: (by: 1 | -1, act: string) => void
  /** Null where it cannot be copied. */
  readonly onCopy: (() => void) | null
  readonly onRemove: () => void
  readonly children: ReactNode
}

function ItemRow(props: ItemRowProps) {
  const { at, count, name, isOpen, isFaulty, isFixed, onToggle, onMove, onCopy, onRemove, children } = props
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    // A list within this one moves its own.
    event.stopPropagation()
    onMove(event.key === 'ArrowUp' ? -1 : 1, 'open')
  }
  return (
    <li>
      <Row gap={2} pr="xs" pl="sm">
        <Note component="span" flex="none" w={16}>
          {at + 1}
        </Note>
        <TextButton
          type="button"
          display="flex"
          flex={1}
          align="center"
          gap={6}
          miw={0}
          h={32}
          data-act="open"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          title="Alt and the arrow keys move it"
          onKeyDown={onKeyDown}
          onClick={onToggle}
        >
          <Chevron size={14} aria-hidden />
          <Inline cut>{name}</Inline>
          {isFaulty && <FaultMark />}
        </TextButton>
        <ItemActions {...{ name, at, count, isFixed, onMove, onCopy, onRemove }} />
      </Row>
      {isOpen && (
        <Column gap="md" pt="sm" pb="md" px="md" line="top" bg="var(--surface)">
          {children}
        </Column>
      )}
    </li>
  )
}

type ItemActionsProps = Pick<
  ItemRowProps,
  'name' | 'at' | 'count' | 'isFixed' | 'onMove' | 'onCopy' | 'onRemove'
>

function ItemActions({ name, at, count, isFixed, onMove, onCopy, onRemove }: ItemActionsProps) {
  const actions = [
    { act: 'up', label: `Move ${name} up`, icon: IconArrowUp, isOff: at === 0, do: () => onMove(-1, 'up') },
    {
      act: 'down',
      label: `Move ${name} down`,
      icon: IconArrowDown,
      isOff: at === count - 1,
      do: () => onMove(1, 'down'),
    },
    ...(onCopy === null
      ? []
      : [{ act: 'copy', label: `Duplicate ${name}`, icon: IconCopy, isOff: false, do: onCopy }]),
    { act: 'remove', label: `Remove ${name}`, icon: IconX, isOff: isFixed, do: onRemove },
  ]
  return actions.map((action) => (
    <ActionIcon
      key={action.act}
      size="sm"
      data-act={action.act}
      aria-label={action.label}
      disabled={action.isOff}
      onClick={action.do}
    >
      <action.icon size={14} aria-hidden />
    </ActionIcon>
  ))
}

function FaultMark() {
  return (
    <Note component="span" flex="none" tone="bad">
      {' '}
      does not fit
    </Note>
  )
}

/** Sentences about an item that none of its fields shows. */
export function ItemFaults({ messages }: { readonly messages: readonly string[] }) {
  return messages.map((message) => (
    <Note key={message} tone="bad" role="alert">
      {formatFieldSentence(message)}
    </Note>
  ))
}
