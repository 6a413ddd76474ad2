import { useMemo, useRef } from 'react'
import type { MessageRow, TokensByKind } from '../../../shared/domain/inspection.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { KindStrip } from '../../components/kind-strip.tsx'
import { Split } from '../../components/split.tsx'
import { TokensByKindChart } from '../../plots/tokens-by-kind-chart.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { MessageDetail } from './message-detail.tsx'
import { MessageListRow, MessageListHead } from './message-list-row.tsx'
import styles from './messages-tab.module.css'
import { useMessageList, type MessageList } from './use-message-list.ts'
import { ActionIcon, Chip, Group, TextInput, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPinFilled } from '@tabler/icons-react'
import { partKinds, type PartKind } from '../../../shared/domain/part.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import { kindLooks } from '../../components/part-kinds.ts'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { toProblem } from '../../data/to-problem.ts'
import { countOf } from '../../lib/format.ts'
import type { TaskSearch } from './use-task-search.ts'
import type { PinExtent } from '../../components/pin-mark.tsx'
import type { TableColumn } from '../../components/table-column.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import type { PinController } from '../../data/use-task-pins.ts'
import { describePins } from '../../lib/describe-pins.ts'

type PinBarProps = {
  readonly controller: PinController
  readonly isFilter: boolean
  readonly onFilter: (isFilter: boolean) => void
}

type CopiedColumn = Pick<TableColumn<MessageRow>, 'header' | 'value'>

const columns: readonly CopiedColumn[] = [
  { header: '#', value: (row) => row.index },
  { header: 'Role', value: (row) => row.role },
  { header: 'Kinds', value: (row) => row.kinds.join(', ') },
  { header: 'Tools', value: (row) => row.toolNames.join(', ') },
  { header: 'Paths', value: (row) => row.paths.join(', ') },
  { header: 'Flags', value: (row) => row.flags.join(', ') },
  { header: 'Tokens', value: (row) => row.tokens },
  { header: 'Text', value: (row) => row.preview },
]

type MessagesToolbarProps = {
  readonly rows: readonly MessageRow[]
  readonly kinds: readonly PartKind[]
  readonly onKinds: (kinds: readonly PartKind[]) => void
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly search: TaskSearch
  readonly shown: readonly MessageRow[]
  readonly selected: number | null
  readonly onMatch: (direction: 1 | -1) => void
} & Pick<MessageList, 'controller' | 'pinned' | 'isPinFilter' | 'onPinFilter'>

type MessagesTabProps = {
  readonly taskId: string
  readonly rows: readonly MessageRow[]
  /** Null until counted. */
  readonly tokens: TokensByKind | null
  /** The message that the address names. */
  readonly initialIndex: number | null
}

/** All messages of a task on the left, the selected one on the right. */
export function MessagesTab({ taskId, rows, tokens, initialIndex }: MessagesTabProps) {
  const list = useMessageList(taskId, rows, initialIndex)
  const split = useSplitLayout('messages', 58)
  if (rows.length === 0) return <EmptyPanel>This task holds no messages.</EmptyPanel>
  const { selected } = list
  return (
    <>
      {tokens !== null && <TokensByKindChart tokens={tokens} />}
      <MessagesToolbar {...list} rows={rows} />
      <PinError error={list.controller.error} dismiss={list.controller.dismiss} />
      <Split
        id="messages"
        direction="horizontal"
        {...split}
        label="Width of the list"
        first={<MessageListPane list={list} />}
        second={
          selected === null ? (
            <EmptyPanel>Select a message to read it.</EmptyPanel>
          ) : (
            <MessageDetail
              taskId={taskId}
              index={selected}
              row={rows.find((row) => row.index === selected) ?? null}
              query={list.query}
              controller={list.controller}
            />
          )
        }
      />
    </>
  )
}

/** The list with its overview. */
function MessageListPane({ list }: { readonly list: MessageList }) {
  const { shown, search, controller, pinned } = list
  const items = useMemo(
    () => shown.map((row) => ({ kind: row.kinds[0] ?? null, weight: row.tokens ?? row.chars / 4 })),
    [shown],
  )
  const marks = useMemo(
    () => shown.flatMap((row, position) => (search.matches.has(row.index) ? [position] : [])),
    [shown, search.matches],
  )
  return (
    <div className={styles.list}>
      <VirtualList
        label="Messages"
        count={shown.length}
        selected={list.position}
        onSelect={list.select}
        header={<MessageListHead />}
        renderRow={(at) => {
          const row = shown[at]
          return (
            row && (
              <MessageListRow
                row={row}
                match={search.matches.has(row.index)}
                pinned={pinned.get(row.index) ?? null}
                onPin={controller.toggle}
              />
            )
          )
        }}
      />
      <KindStrip items={items} marks={marks} selected={list.position} onSelect={list.select} />
    </div>
  )
}

/** Search with next and previous, and a filter by the kinds that occur. */
function MessagesToolbar(props: MessagesToolbarProps) {
  const { rows, kinds, onKinds, query, onQuery, search, shown, selected, onMatch } = props
  const input = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => input.current?.focus() })
  const has = search.matches.size > 0
  return (
    <div className={styles.toolbar}>
      <TextInput
        ref={input}
        w={240}
        aria-label="Search in this task"
        placeholder="Search in this task"
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onMatch(event.shiftKey ? -1 : 1)}
      />
      <ActionIcon aria-label="Previous match" disabled={!has} onClick={() => onMatch(-1)}>
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="Next match" disabled={!has} onClick={() => onMatch(1)}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      {query !== '' && (
        <span className={styles.muted} role="status">
          {describeSearch(search, selected)}
        </span>
      )}
      <span className={styles.spring} />
      {shown.length !== rows.length && (
        <span className={styles.muted}>
          {formatInteger(shown.length)} of {formatInteger(rows.length)}
        </span>
      )}
      <PinBar controller={props.controller} isFilter={props.isPinFilter} onFilter={props.onPinFilter} />
      <KindFilter rows={rows} kinds={kinds} onKinds={onKinds} />
      <CopyTableButton columns={messageColumns(props.pinned)} rows={shown} />
    </div>
  )
}

/** Every kind that occurs, to be switched on. */
function KindFilter({ rows, kinds, onKinds }: Pick<MessagesToolbarProps, 'rows' | 'kinds' | 'onKinds'>) {
  const occurring = useMemo(() => {
    const found = new Set(rows.flatMap((row) => row.kinds))
    return partKinds.filter((kind) => found.has(kind))
  }, [rows])
  return (
    <Chip.Group
      multiple
      value={[...kinds]}
      onChange={(values) => onKinds(partKinds.filter((kind) => values.includes(kind)))}
    >
      <Group gap={4} role="group" aria-label="Show only messages with">
        {occurring.map((kind) => (
          <Chip
            key={kind}
            value={kind}
            size="xs"
            radius="sm"
            variant="outline"
            classNames={{ label: styles.chip ?? '' }}
          >
            <span className={styles.swatch} style={{ background: kindLooks[kind].color }} aria-hidden />
            {kindLooks[kind].short}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

function describeSearch({ matches, searching, error }: TaskSearch, selected: number | null): string {
  if (searching) return 'Searching …'
  if (error !== null) return toProblem(error).message
  if (selected === null || !matches.has(selected)) return countOf(matches.size, 'message')
  const place = [...matches].sort((a, b) => a - b).indexOf(selected) + 1
  return `${formatInteger(place)} of ${countOf(matches.size, 'message')}`
}

/** What is copied of the message list. */
function messageColumns(pinned: ReadonlyMap<number, PinExtent>): readonly CopiedColumn[] {
  return [...columns, { header: 'Pinned', value: (row) => pinned.get(row.index) ?? '' }]
}

/** How many pins there are, as a filter, and the way to be rid of them; nothing where none are. */
function PinBar({ controller, isFilter, onFilter }: PinBarProps) {
  const { pins, cleared, clear, undo } = controller
  if (pins.length === 0 && cleared.length === 0) return null
  if (pins.length === 0) {
    return (
      <span className={styles.muted} role="status">
        {countOf(cleared.length, 'pin')} cleared
        <Button variant="subtle" size="compact-xs" ml={4} onClick={undo}>
          Undo
        </Button>
      </span>
    )
  }
  return (
    <>
      <Chip
        checked={isFilter}
        onChange={onFilter}
        size="xs"
        radius="sm"
        variant="outline"
        classNames={{ label: styles.chip ?? '' }}
        wrapperProps={{ title: describePins(controller) }}
      >
        <IconPinFilled size={12} className={styles.pin} aria-hidden />
        Pinned {formatInteger(pins.length)}
      </Chip>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={clear}>
        Clear all
      </Button>
    </>
  )
}

/** Says why a pin was not set or removed. */
function PinError({ error, dismiss }: Pick<PinController, 'error' | 'dismiss'>) {
  if (error === null) return null
  return <ErrorPanel title="Could not change the pins" problem={toProblem(error)} onDismiss={dismiss} />
}
