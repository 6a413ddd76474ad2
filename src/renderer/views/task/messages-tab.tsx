import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import type { MessageRow, TokensByKind } from '../../../shared/domain/inspection.ts'
import type { PartKind } from '../../../shared/domain/part.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { Split } from '../../components/split.tsx'
import { TokensByKindChart } from '../../components/tokens-by-kind-chart.tsx'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { VirtualList } from '../../components/virtual-list.tsx'
import { usePreference } from '../../data/use-preference.ts'
import { routes } from '../../lib/routes.ts'
import { MessageDetail } from './message-detail.tsx'
import { MessageListRow, MessageListHead } from './message-list-row.tsx'
import { MessagesToolbar } from './messages-toolbar.tsx'
import { nextMatch } from './next-match.ts'
import { useTaskSearch } from './use-task-search.ts'

const layoutSchema = z.tuple([z.number(), z.number()])
const defaultLayout: [number, number] = [58, 42]

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
  const [selected, setSelected] = useState<number | null>(initialIndex ?? rows[0]?.index ?? null)
  const [kinds, setKinds] = useState<readonly PartKind[]>([])
  const [query, setQuery] = useState('')
  const [layout, setLayout] = usePreference('layout.messages', layoutSchema, defaultLayout)
  const search = useTaskSearch(taskId, query)
  const shown = useMemo(
    () => (kinds.length === 0 ? rows : rows.filter((row) => row.kinds.some((kind) => kinds.includes(kind)))),
    [rows, kinds],
  )
  useAddressOfMessage(taskId, selected)
  const position = shown.findIndex((row) => row.index === selected)
  const select = (target: number): void => setSelected(shown[target]?.index ?? null)
  const goToMatch = (direction: 1 | -1): void => {
    const target = nextMatch(
      shown.map((row) => row.index),
      search.matches,
      selected,
      direction,
    )
    if (target !== null) setSelected(target)
  }
  useShortcuts({
    j: () => select(Math.min(shown.length - 1, position + 1)),
    k: () => select(Math.max(0, position - 1)),
    n: () => goToMatch(1),
    p: () => goToMatch(-1),
  })

  if (rows.length === 0) return <EmptyPanel>This task holds no messages.</EmptyPanel>
  return (
    <>
      {tokens !== null && <TokensByKindChart tokens={tokens} />}
      <MessagesToolbar
        rows={rows}
        kinds={kinds}
        onKinds={setKinds}
        query={query}
        onQuery={setQuery}
        search={search}
        shown={shown.length}
        onMatch={goToMatch}
      />
      <Split
        id="messages"
        direction="horizontal"
        layout={layout}
        onLayout={([list, detail]) => setLayout([list, detail])}
        label="Width of the list"
        first={
          <VirtualList
            label="Messages"
            count={shown.length}
            selected={position}
            onSelect={select}
            header={<MessageListHead />}
            renderRow={(at) => {
              const row = shown[at]
              return row && <MessageListRow row={row} match={search.matches.has(row.index)} />
            }}
          />
        }
        second={
          selected === null ? (
            <EmptyPanel>Select a message to read it.</EmptyPanel>
          ) : (
            <MessageDetail
              taskId={taskId}
              index={selected}
              row={rows.find((row) => row.index === selected) ?? null}
              query={query}
            />
          )
        }
      />
    </>
  )
}

/** Keeps the selected message in the address, so that back, reload and a copied address return to it. */
function useAddressOfMessage(taskId: string, selected: number | null): void {
  const [, navigate] = useLocation()
  const replace = useDebouncedCallback((index: number) => {
    navigate(routes.message(taskId, index), { replace: true })
  }, 250)
  useEffect(() => {
    if (selected !== null && selected > 0) replace(selected)
    return replace.cancel
  }, [replace, selected])
}
