import { IconEyeOff, IconPin } from '@tabler/icons-react'
import { useMemo, memo, type ReactNode } from 'react'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import type { MessageRow, TokensByKind } from '../../../shared/library/inspection-types.ts'
import type { TaskPin } from '../../../shared/library/pin-types.ts'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { shortenPath } from '../../lib/shorten-path.ts'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { findHint } from '../../ui/components/explained.tsx'
import { KindStrip, type StripItem } from '../../ui/components/kind-strip.tsx'
import { VirtualList } from '../../ui/components/lists/virtual-list.tsx'
import { KindBadge } from '../../ui/components/marks/kind-badge.tsx'
import { PinMark, type PinExtent } from '../../ui/components/marks/pin-mark.tsx'
import { Split } from '../../ui/components/split.tsx'
import { Block, Inline, Mono, Row } from '../../ui/layout/layout.tsx'
import { TokensByKindChart } from '../../ui/plots/tokens-by-kind-chart.tsx'
import { MessageDetail } from './message-detail.tsx'
import { MessagesToolbar } from './messages-toolbar.tsx'
import { PinError } from './pin-bar.tsx'
import { useMessageList, type MessageList } from './use-message-list.ts'
import styles from './messages-tab.module.css'

/** Kinds that fit on a row. The detail pane names all. */
const mostKinds = 2

const flagLabels: Readonly<Record<MessageRow['flags'][number], ReactNode>> = {
  hidden: <IconEyeOff size={13} aria-label="hidden" />,
  summary: 'summary',
  duplicate: 'dup',
  superseded: 'stale',
  error: 'error',
  invalid: 'invalid',
  image: 'image',
}

type MessageListRowProps = {
  readonly row: MessageRow
  readonly match: boolean
  /** How much of it is pinned. Null for nothing. */
  readonly pinned: PinExtent | null
  readonly onPin: (place: TaskPin) => void
}

/** One message on one line. Hidden ones are greyed and marked. */
const MessageListRow = memo(function MessageListRow(props: MessageListRowProps) {
  const { row, match, pinned, onPin } = props
  const more = row.kinds.length - mostKinds
  const tools = row.toolNames.join(', ')
  return (
    <div
      className={[styles.row, row.effectiveIndex === null && styles.hidden, match && styles.match]
        .filter(Boolean)
        .join(' ')}
    >
      <RowPin row={row} pinned={pinned} onPin={onPin} />
      <Inline ta="right">{row.index}</Inline>
      <Inline cut>{row.role}</Inline>
      <span className={styles.kinds}>
        {row.kinds.slice(0, mostKinds).map((kind) => (
          <KindBadge key={kind} kind={kind} />
        ))}
        {more > 0 && <Inline c="dimmed">+{more}</Inline>}
      </span>
      <Inline cut>
        {tools !== '' && <span title={tools}>{tools} </span>}
        {row.paths.length > 0 && (
          <Mono fz={11} title={row.paths.join(', ')}>
            {row.paths.map(shortenPath).join(', ')}{' '}
          </Mono>
        )}
        <Inline c="dimmed">{showControls(row.preview)}</Inline>
      </Inline>
      <Row component="span" gap={6}>
        {row.flags.map((flag) => (
          <span key={flag} className={styles.flag} data-flag={flag} title={flag}>
            {flagLabels[flag]}
          </span>
        ))}
      </Row>
      <Inline ta="right">{row.tokens === null ? '·' : formatInteger(row.tokens)}</Inline>
    </div>
  )
})

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
      {tokens !== null && <TokensByKindChart tokens={tokens} scale="counted" />}
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
  if (row === undefined) return { kind: null, size: 0 }
  return { kind: row.kinds[0] ?? null, size: row.tokens ?? row.chars / 4 }
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
    <Row align="stretch" gap={0} h="100%" mih={0}>
      <Block flex={1} miw={0}>
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
      </Block>
      <KindStrip items={items} marks={marks} selected={list.position} onSelect={list.select} />
    </Row>
  )
}

/** Names of the columns of the message list. */
function MessageListHead() {
  return (
    <div className={styles.row} aria-hidden>
      <span />
      <Inline ta="right" title={findHint('#')}>
        #
      </Inline>
      <Inline cut title={findHint('Role')}>
        Role
      </Inline>
      <Inline cut title={findHint('Kinds')}>
        Kinds
      </Inline>
      <Inline cut title={findHint('Path or text')}>
        Tool, path or text
      </Inline>
      <span />
      <Inline ta="right" title={findHint('Tokens')}>
        Tokens
      </Inline>
    </div>
  )
}

/**
 * The pin of a message, to be clicked. A row of a list box may hold no button. The key `p` and the button of the detail
 * pane do the same for those who do not point.
 */
function RowPin({ row, pinned, onPin }: Omit<MessageListRowProps, 'match'>) {
  const isHidden = row.effectiveIndex === null && pinned === null
  if (isHidden) return <span />
  return (
    <span
      role="presentation"
      className={styles.pinCell}
      onClick={(event) => {
        event.stopPropagation()
        onPin({ messageIndex: row.index, partIndex: null })
      }}
    >
      {pinned === null ? (
        <IconPin size={14} className={styles.unpinned} aria-hidden />
      ) : (
        <PinMark extent={pinned} />
      )}
    </span>
  )
}
