import { IconAlertTriangle, IconGripVertical } from '@tabler/icons-react'
import {
  use,
  useEffect,
  useId,
  useState,
  type KeyboardEvent,
  type RefObject,
  type DragEvent,
  type ComponentProps,
} from 'react'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { moveSelection } from '../../../ui/components/lists/move-selection.ts'
import { useShortcuts } from '../../../ui/components/use-shortcuts.ts'
import { Column, Inline, Note, Option, Row, Scroll } from '../../../ui/layout/layout.tsx'
import { isPassDear, OperationCostsContext } from './operation-costs.ts'
import { describePass, formatPassName } from './passes.ts'
import styles from './smart-editor.module.css'

type PassOptionProps = Omit<ComponentProps<'div'>, 'className' | 'children'> & {
  readonly isSelected: boolean
  readonly isFaulty: boolean
  /** An operation in it is above a limit of the policy. */
  readonly isDear?: boolean
  /** The number of a pass that can be dragged, or null for the general settings. */
  readonly number: number | null
  readonly name: string
  readonly about: string
}

/** Where something that is dragged would land: before the item at this place. */
type Drag = { readonly from: number; readonly before: number }

type PassListProps = {
  readonly passes: readonly Settings[]
  readonly issues: readonly SettingIssue[]
  /** Null stands for what holds for all passes. */
  readonly selected: number | null
  readonly onSelect: (selected: number | null) => void
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (index: number) => void
  readonly onDuplicate: (index: number) => void
  /** Leads to the list, so that others can give it the keyboard. */
  readonly list: RefObject<HTMLDivElement | null>
}

/** What holds for all passes, then the passes in their order. Arrow keys select, Alt with them moves, Delete removes. */
export function PassList(props: PassListProps) {
  const { passes, issues, selected, onSelect, onMove, list } = props
  const id = useId()
  const costs = use(OperationCostsContext)
  const { drag, itemProps } = useDragOrder(onMove)
  const row = selected === null ? 0 : selected + 1
  useEffect(() => {
    list.current?.children[row]?.scrollIntoView({ block: 'nearest' })
  }, [row, list])
  const moveFromAnywhere = (key: string) => (): void => {
    list.current?.focus()
    selectByKey(key, props)
  }
  useShortcuts({ j: moveFromAnywhere('j'), k: moveFromAnywhere('k') })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (actOnKey(event, props)) event.preventDefault()
  }
  return (
    <Scroll
      ref={list}
      role="listbox"
      aria-label="Passes"
      tabIndex={0}
      aria-activedescendant={`${id}-${row}`}
      onKeyDown={onKeyDown}
    >
      <PassOption
        id={`${id}-0`}
        isSelected={row === 0}
        isFaulty={hasFault(issues, null)}
        number={null}
        name="General"
        about="Lossless prelude, what stays, ledger"
        onClick={() => onSelect(null)}
      />
      {passes.map((pass, index) => (
        <PassOption
          // Ids may be equal while they are written.
          key={index}
          id={`${id}-${index + 1}`}
          isSelected={row === index + 1}
          isFaulty={hasFault(issues, index)}
          isDear={costs !== null && isPassDear(costs, index)}
          number={index + 1}
          name={formatPassName(pass, index)}
          about={describePass(pass)}
          onClick={() => onSelect(index)}
          data-dragged={drag?.from === index}
          data-gap={findGap(drag, index, passes.length)}
          {...itemProps(index)}
        />
      ))}
    </Scroll>
  )
}

function hasFault(issues: readonly SettingIssue[], index: number | null): boolean {
  return issues.some(({ path: [area, place] }) =>
    index === null ? area !== 'passes' : area === 'passes' && place === index,
  )
}

/** Handles a key. Returns whether it did. */
function actOnKey({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, props: PassListProps): boolean {
  const { selected, onMove, onRemove, onDuplicate } = props
  if (ctrlKey || metaKey) return false
  if (altKey) {
    if (selected === null || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false
    onMove(selected, selected + (key === 'ArrowUp' ? -1 : 1))
    return true
  }
  if (selected !== null && key === 'Delete') onRemove(selected)
  else if (selected !== null && key === 'd') onDuplicate(selected)
  else return selectByKey(key, props)
  return true
}

/** The general settings are the first row. */
function selectByKey(key: string, { passes, selected, onSelect }: PassListProps): boolean {
  const target = moveSelection(key, selected === null ? 0 : selected + 1, passes.length + 1, 8)
  if (target !== null) onSelect(target === 0 ? null : target - 1)
  return target !== null
}

/** On which side of an item the dragged one would land, if it would move at all. */
function findGap(
  drag: { readonly from: number; readonly before: number } | null,
  index: number,
  count: number,
): 'above' | 'below' | undefined {
  if (drag === null || drag.before === drag.from || drag.before === drag.from + 1) return undefined
  if (drag.before === index) return 'above'
  return drag.before === count && index === count - 1 ? 'below' : undefined
}

/** Dragging items of a list into another order. `onMove` gets the place an item has afterwards. */
function useDragOrder(onMove: (from: number, to: number) => void): {
  readonly drag: Drag | null
  readonly itemProps: (index: number) => {
    readonly draggable: true
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void
    readonly onDrop: (event: DragEvent) => void
    readonly onDragEnd: () => void
  }
} {
  const [drag, setDrag] = useState<Drag | null>(null)
  return {
    drag,
    itemProps: (index) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move'
        // Without data some browsers do not drag at all.
        event.dataTransfer.setData('text/plain', String(index))
        setDrag({ from: index, before: index })
      },
      onDragOver: (event) => {
        if (drag === null) return
        event.preventDefault()
        event.stopPropagation()
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const before = event.clientY > top + height / 2 ? index + 1 : index
        if (before !== drag.before) setDrag({ ...drag, before })
      },
      onDrop: (event) => {
        if (drag === null) return
        event.preventDefault()
        event.stopPropagation()
        setDrag(null)
        // What stood before the gap moves up by one when the item leaves its place.
        onMove(drag.from, drag.before > drag.from ? drag.before - 1 : drag.before)
      },
      onDragEnd: () => setDrag(null),
    }),
  }
}

/** One line of the list of passes: its place, its name, what it does, and whether something in it does not fit. */
function PassOption(props: PassOptionProps) {
  const { isSelected, isFaulty, isDear = false, number, name, about, ...option } = props
  return (
    <Option
      display="flex"
      gap={6}
      align="flex-start"
      px="sm"
      {...option}
      role="option"
      aria-selected={isSelected}
      aria-keyshortcuts={number === null ? undefined : 'Alt+ArrowUp Alt+ArrowDown Delete d'}
      className={styles.pass}
    >
      <Note component="span" flex="none" w={14} ta="right">
        {number}
      </Note>
      <Column component="span" flex={1} miw={0}>
        <Row component="span" gap={6} miw={0}>
          <Inline fw={500} cut title={name}>
            {name}
          </Inline>
          {isFaulty && (
            <Row component="span" inline flex="none" gap={2} tone="bad" fz={11}>
              <IconAlertTriangle size={12} aria-hidden /> does not fit
            </Row>
          )}
          {isDear && !isFaulty && (
            <Row
              component="span"
              inline
              flex="none"
              gap={2}
              tone="caution"
              fz={11}
              title="An operation exceeds a cost limit"
            >
              <IconAlertTriangle size={12} aria-hidden /> over the limit
            </Row>
          )}
        </Row>
        <Note component="span" title={about}>
          {about}
        </Note>
      </Column>
      {number !== null && (
        <IconGripVertical
          size={14}
          color="var(--muted)"
          style={{ flex: 'none', marginTop: 3, cursor: 'grab' }}
          aria-hidden
        />
      )}
    </Option>
  )
}
