import { ActionIcon, Chip, Group, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import { partKinds, type PartKind } from '../../../shared/kernel/part.ts'
import type { MessageRow } from '../../../shared/library/inspection-types.ts'
import { toProblem } from '../../data/to-problem.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { CopyTableButton } from '../../ui/components/copy-table-button.tsx'
import { kindLooks } from '../../ui/components/marks/part-kinds.ts'
import type { PinExtent } from '../../ui/components/marks/pin-mark.tsx'
import type { TableColumn } from '../../ui/components/table-column.ts'
import { useShortcuts } from '../../ui/components/use-shortcuts.ts'
import { Bar, Inline, Swatch } from '../../ui/layout/layout.tsx'
import { PinBar } from './pin-bar.tsx'
import type { MessageList } from './use-message-list.ts'
import type { TaskSearch } from './use-task-search.ts'
import styles from './messages-tab.module.css'

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
} & Pick<MessageList, 'isComplete' | 'controller' | 'pinned' | 'isPinFilter' | 'onPinFilter'>

/** Search with next and previous, and a filter by the kinds that occur. */
export function MessagesToolbar(props: MessagesToolbarProps) {
  const { rows, isComplete, kinds, onKinds, query, onQuery, search, shown, selected, onMatch } = props
  const input = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => input.current?.focus() })
  const has = search.matches.size > 0
  return (
    <Bar gap="xs">
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
        <Inline c="dimmed" role="status">
          {describeSearch(search, selected)}
        </Inline>
      )}
      <Inline flex={1} />
      {!isComplete && (
        <Inline c="dimmed" role="status">
          Loading all messages…
        </Inline>
      )}
      {shown.length !== rows.length && (
        <Inline c="dimmed">
          {formatInteger(shown.length)} of {formatInteger(rows.length)}
        </Inline>
      )}
      <PinBar controller={props.controller} isFilter={props.isPinFilter} onFilter={props.onPinFilter} />
      <KindFilter rows={rows} kinds={kinds} onKinds={onKinds} isComplete={isComplete} />
      {isComplete && <CopyTableButton columns={buildMessageColumns(props.pinned)} rows={shown} />}
    </Bar>
  )
}

/** Every kind that occurs, to be switched on. */
function KindFilter({
  rows,
  kinds,
  onKinds,
  isComplete,
}: Pick<MessagesToolbarProps, 'rows' | 'kinds' | 'onKinds' | 'isComplete'>) {
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
            disabled={!isComplete}
            size="xs"
            radius="sm"
            variant="outline"
            classNames={{ label: styles.chip ?? '' }}
          >
            <Swatch mr={5} style={{ background: kindLooks[kind].color }} aria-hidden />
            {kindLooks[kind].short}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

function describeSearch({ matches, searching, error }: TaskSearch, selected: number | null): string {
  if (searching) return 'Searching…'
  if (error !== null) return toProblem(error).message
  if (selected === null || !matches.has(selected)) return formatCountWithNoun(matches.size, 'message')
  const place = [...matches].sort((a, b) => a - b).indexOf(selected) + 1
  return `${formatInteger(place)} of ${formatCountWithNoun(matches.size, 'message')}`
}

/** What is copied of the message list. */
function buildMessageColumns(pinned: ReadonlyMap<number, PinExtent>): readonly CopiedColumn[] {
  return [...columns, { header: 'Pinned', value: (row) => pinned.get(row.index) ?? '' }]
}
