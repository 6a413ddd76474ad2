import { SegmentedControl, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useRef, type ReactNode } from 'react'
import { showControls } from '../../../shared/experiments/show-controls-lib.ts'
import type { Message, ContentBlock } from '../../../shared/kernel/message.ts'
import type { PartLocator } from '../../../shared/kernel/part.ts'
import type { MessageRow } from '../../../shared/library/inspection-types.ts'
import type { PinState } from '../../../shared/library/pins-contract.ts'
import type { PartView } from '../../../shared/library/tasks-contract.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { type PinController, findPin } from '../../data/use-task-pins.ts'
import { formatTime, formatTokens, formatCountWithNoun } from '../../lib/format.ts'
import { markQuery } from '../../lib/mark-query.ts'
import { readImageSource } from '../../lib/read-image-source.ts'
import { CodeView } from '../../ui/components/code/code-view.tsx'
import { CopyTextButton } from '../../ui/components/copy-text-button.tsx'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { KindBadge } from '../../ui/components/marks/kind-badge.tsx'
import { PinToggle } from '../../ui/components/marks/pin-mark.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import styles from './message-detail.module.css'
import partListStyles from './part-list.module.css'

/** Characters of a part that are shown at first, and after asking for more. The Text tab has all of it. */
const firstCut = 4000

const secondCut = 100_000

type PartListProps = {
  readonly message: Message
  readonly parts: readonly PartView[]
  readonly query: string
  /** The button that pins a part, by its index in the message. */
  readonly renderPin: (partIndex: number) => ReactNode
}

type MessagePinProps = {
  readonly index: number
  readonly row: MessageRow | null
  readonly controller: PinController
}

const forms = ['Parts', 'Text', 'JSON'] as const
type Form = (typeof forms)[number]

type MessageDetailProps = {
  readonly taskId: string
  readonly index: number
  readonly row: MessageRow | null
  readonly query: string
  readonly controller: PinController
}

/** One message: its parts, its text as the model reads it, or the JSON of the file. */
export function MessageDetail({ taskId, index, row, query, controller }: MessageDetailProps) {
  const { queries } = useEngine()
  const [form, setForm] = useState<Form>('Parts')
  const content = useQuery(
    queries.tasks.message.queryOptions({
      input: { taskId, index },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    }),
  )
  return (
    <section className={styles.pane} aria-label={`Message ${index}`}>
      <header className={styles.head}>
        <MessagePin index={index} row={row} controller={controller} />
        <span className={styles.title}>
          #{index} {row?.role}
        </span>
        <span className={styles.facts}>
          {row?.ts != null && `${formatTime(row.ts)} · `}
          {formatTokens(row?.tokens ?? null)}
          {row?.effectiveIndex === null && ' · hidden from the model'}
        </span>
        <span className={styles.spring} />
        <SegmentedControl
          aria-label="Form"
          data={[...forms]}
          value={form}
          onChange={(value) => setForm(forms.find((known) => known === value) ?? 'Parts')}
        />
      </header>
      <div className={styles.body}>
        {content.isError && (
          <ErrorPanel problem={toProblem(content.error)} onRetry={() => void content.refetch()} />
        )}
        {content.isPending && <SkeletonRows rows={8} label="Loading the message" />}
        {content.data && (
          <MessageContent
            form={form}
            {...content.data}
            query={query}
            index={index}
            row={row}
            controller={controller}
          />
        )}
      </div>
    </section>
  )
}

type MessageContentProps = {
  readonly form: Form
  readonly message: Message
  readonly parts: readonly PartView[]
  readonly query: string
} & Pick<MessageDetailProps, 'index' | 'row' | 'controller'>

function MessageContent({ form, message, parts, query, index, row, controller }: MessageContentProps) {
  if (form === 'Parts') {
    return (
      <PartList
        message={message}
        parts={parts}
        query={query}
        renderPin={(part) => <PartPin index={index} part={part} row={row} controller={controller} />}
      />
    )
  }
  const text =
    form === 'Text' ? parts.map((part) => part.text).join('\n\n') : JSON.stringify(message, null, 2)
  return (
    <div className={styles.code}>
      <CodeView value={text} language={form === 'JSON' ? 'json' : 'plaintext'} label={`Message as ${form}`} />
      <div className={styles.copy}>
        <CopyTextButton text={text} label="Copy" />
      </div>
    </div>
  )
}

/** Pins the whole message, and says where a pin of it no longer counts. */
function MessagePin({ index, row, controller }: MessagePinProps) {
  const place = { messageIndex: index, partIndex: null }
  const pin = findPin(controller.pins, place)
  return (
    <>
      <PinToggle
        what={`message #${index}`}
        isPinned={pin !== null}
        obstacle={pin === null ? explainHidden(row) : null}
        onToggle={() => controller.toggle(place)}
      />
      <StaleNote state={pin?.state} />
    </>
  )
}

/** Pins one part of the message. What is pinned with its message cannot be unpinned by itself. */
function PartPin({ index, part, row, controller }: MessagePinProps & { readonly part: number }) {
  const place = { messageIndex: index, partIndex: part }
  const pin = findPin(controller.pins, place)
  const isWhole = findPin(controller.pins, { messageIndex: index, partIndex: null })?.state === 'holds'
  const withMessage = pin === null && isWhole ? 'Pinned with its message' : null
  return (
    <>
      <PinToggle
        what={`part ${index}.${part}`}
        isPinned={pin !== null || isWhole}
        obstacle={withMessage ?? (pin === null ? explainHidden(row) : null)}
        onToggle={() => controller.toggle(place)}
      />
      <StaleNote state={pin?.state} />
    </>
  )
}

function explainHidden(row: MessageRow | null): string | null {
  return row?.effectiveIndex === null ? 'Hidden from the model: there is nothing to keep' : null
}

function StaleNote({ state }: { readonly state: PinState | undefined }) {
  switch (state) {
    case 'changed':
      return <span className={styles.caution}>changed since it was pinned</span>
    case 'hidden':
      return <span className={styles.caution}>hidden since it was pinned</span>
    default:
      return null
  }
}

/** The parts of a message one under the other, each with its kind, its figures and its text. */
function PartList({ message, parts, query, renderPin }: PartListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (query !== '') scroller.current?.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }, [message, query])
  if (parts.length === 0) return <EmptyPanel>This message is empty.</EmptyPanel>
  return (
    <div ref={scroller} className={partListStyles.scroller} tabIndex={0} role="region" aria-label="Parts">
      {parts.map((part, index) => (
        <article key={index} className={partListStyles.part}>
          <header className={partListStyles.head}>
            {renderPin(index)}
            <KindBadge kind={part.kind} long />
            {part.toolName !== null && <span className={partListStyles.tool}>{part.toolName}</span>}
            {part.path !== null && <span className={partListStyles.path}>{part.path}</span>}
            {part.isError && <span className={partListStyles.error}>error</span>}
            <span className={partListStyles.tokens}>{formatTokens(part.tokens)}</span>
          </header>
          {part.kind === 'image' ? (
            <PartImage message={message} part={part} />
          ) : (
            <PartText text={part.text} query={query} />
          )}
        </article>
      ))}
    </div>
  )
}

function PartText({ text, query }: { readonly text: string; readonly query: string }) {
  const [wanted, setCut] = useState(firstCut)
  if (text === '') return <p className={partListStyles.note}>No text.</p>
  const cut = hasMatchBeyond(text, query, wanted) ? secondCut : wanted
  const rest = text.length - cut
  return (
    <>
      <pre className={partListStyles.text}>
        {markQuery(showControls(text.slice(0, cut)), query).map((segment, index) =>
          segment.hit ? <mark key={index}>{segment.text}</mark> : <span key={index}>{segment.text}</span>,
        )}
      </pre>
      {rest > 0 &&
        (cut < secondCut ? (
          <Button variant="default" size="compact-xs" onClick={() => setCut(secondCut)}>
            Show {formatCountWithNoun(Math.min(rest, secondCut - cut), 'more character')}
          </Button>
        ) : (
          <p className={partListStyles.note}>
            {formatCountWithNoun(rest, 'more character')}: see the Text tab.
          </p>
        ))}
    </>
  )
}

/** Whether the first place where the query is found lies behind the cut, but not too far. */
function hasMatchBeyond(text: string, query: string, cut: number): boolean {
  if (query === '' || text.length <= cut) return false
  const at = text.slice(0, secondCut).toLowerCase().indexOf(query.toLowerCase())
  return at + query.length > cut
}

function PartImage({ message, part }: { readonly message: Message; readonly part: PartView }) {
  const block = findPartBlock(message, part)
  const source = block === null ? { reason: 'The image is not in the file.' } : readImageSource(block)
  if ('reason' in source) return <p className={partListStyles.note}>{source.reason}</p>
  return <img className={partListStyles.image} src={source.url} alt={`In message ${part.messageIndex}`} />
}

/** The block that a part stands in, inside a tool result where the part is nested. Null where there is none. */
function findPartBlock(message: Message, at: PartLocator): ContentBlock | null {
  if (typeof message.content === 'string') return null
  const block = message.content[at.blockIndex]
  if (block === undefined) return null
  if (at.nestedIndex === undefined) return block
  const nested = 'content' in block && Array.isArray(block.content) ? block.content : []
  return nested[at.nestedIndex] ?? null
}
