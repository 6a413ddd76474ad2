import { useMemo } from 'react'
import type { MessageRow, TokensByKind } from '../../../shared/domain/inspection.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { KindStrip, type StripItem } from '../../components/kind-strip.tsx'
import { Split } from '../../components/split.tsx'
import { TokensByKindChart } from '../../plots/tokens-by-kind-chart.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { MessageDetail } from './message-detail.tsx'
import { MessageListRow, MessageListHead } from './message-list-row.tsx'
import { MessagesToolbar } from './messages-toolbar.tsx'
import styles from './messages-tab.module.css'
import { PinError } from './pin-bar.tsx'
import { useMessageList, type MessageList } from './use-message-list.ts'

type MessagesTabProps = {
  readonly taskId: string
  /** The first ones, until all are there. */
  readonly rows: readonly MessageRow[]
  readonly totalRows: number
  /** Null until counted. */
  readonly tokens: TokensByKind | null
  /** The message that the address names. */
  readonly initialIndex: number | null
}

/** All messages of a task on the left, the selected one on the right. */
export function MessagesTab({ taskId, rows, totalRows, tokens, initialIndex }: MessagesTabProps) {
  const list = useMessageList({ taskId, rows, totalRows, initialIndex })
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

function stripItem(row: MessageRow | undefined): StripItem {
  if (row === undefined) return { kind: null, weight: 0 }
  return { kind: row.kinds[0] ?? null, weight: row.tokens ?? row.chars / 4 }
}

/** The list with its overview. */
function MessageListPane({ list }: { readonly list: MessageList }) {
  const { shown, count, search, controller, pinned } = list
  const items = useMemo(() => Array.from({ length: count }, (_, at) => stripItem(shown[at])), [shown, count])
  const marks = useMemo(
    () => shown.flatMap((row, position) => (search.matches.has(row.index) ? [position] : [])),
    [shown, search.matches],
  )
  return (
    <div className={styles.list}>
      <VirtualList
        label="Messages"
        count={count}
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
