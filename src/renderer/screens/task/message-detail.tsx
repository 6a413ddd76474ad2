import { SegmentedControl, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useRef, type ReactNode } from 'react'
import type { Message, ContentBlock } from '../../../shared/kernel/message.ts'
import type { PartLocator } from '../../../shared/kernel/part.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
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
import {
  Bar,
  Block,
  Fill,
  Heading,
  Inline,
  Mono,
  Note,
  Panel,
  Pre,
  Row,
  Scroll,
} from '../../ui/layout/layout.tsx'
import { PinFact } from './pin-fact.tsx'

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
    <Fill component="section" h="100%" aria-label={`Message ${index}`}>
      <Bar component="header" wrap gap="0 sm" nowrap clip>
        <MessagePin index={index} row={row} controller={controller} />
        <Heading component="span">
          #{index} {row?.role}
        </Heading>
        <Note component="span" cut>
          {row?.ts != null && `${formatTime(row.ts)} · `}
          {formatTokens(row?.tokens ?? null)}
          {row?.effectiveIndex === null && ' · hidden from the model'}
        </Note>
        <Inline flex={1} />
        {content.data && (
          <PinFact key={index} taskId={taskId} text={content.data.parts.map(({ text }) => text).join('\n')} />
        )}
        <SegmentedControl
          aria-label="Form"
          data={[...forms]}
          value={form}
          onChange={(value) => setForm(forms.find((known) => known === value) ?? 'Parts')}
        />
      </Bar>
      <Block flex={1} mih={0}>
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
      </Block>
    </Fill>
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
    <Block pos="relative" h="100%">
      <CodeView value={text} language={form === 'JSON' ? 'json' : 'plaintext'} label={`Message as ${form}`} />
      <Block pos="absolute" right={20} bottom={12}>
        <CopyTextButton text={text} label="Copy" />
      </Block>
    </Block>
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
      return (
        <Inline tone="caution" fz="xs">
          changed since it was pinned
        </Inline>
      )
    case 'hidden':
      return (
        <Inline tone="caution" fz="xs">
          hidden since it was pinned
        </Inline>
      )
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
    <Scroll ref={scroller} h="100%" tabIndex={0} role="region" aria-label="Parts">
      {parts.map((part, index) => (
        <Block key={index} component="article" pt="sm" pb="md" px="md" line="bottom">
          <Row component="header" wrap gap="0 sm" mb="xs" fz="xs">
            {renderPin(index)}
            <KindBadge kind={part.kind} long />
            {part.toolName !== null && <Mono>{part.toolName}</Mono>}
            {part.path !== null && <Mono c="dimmed">{part.path}</Mono>}
            {part.isError && <Inline tone="bad">error</Inline>}
            <Inline ml="auto" c="dimmed">
              {formatTokens(part.tokens)}
            </Inline>
          </Row>
          {part.kind === 'image' ? (
            <PartImage message={message} part={part} />
          ) : (
            <PartText text={part.text} query={query} />
          )}
        </Block>
      ))}
    </Scroll>
  )
}

function PartText({ text, query }: { readonly text: string; readonly query: string }) {
  const [wanted, setCut] = useState(firstCut)
  if (text === '') return <Note>No text.</Note>
  const cut = hasMatchBeyond(text, query, wanted) ? secondCut : wanted
  const rest = text.length - cut
  return (
    <>
      <Pre mb="xs">
        {markQuery(showControls(text.slice(0, cut)), query).map((segment, index) =>
          segment.hit ? <mark key={index}>{segment.text}</mark> : <span key={index}>{segment.text}</span>,
        )}
      </Pre>
      {rest > 0 &&
        (cut < secondCut ? (
          <Button variant="default" size="compact-xs" onClick={() => setCut(secondCut)}>
            Show {formatCountWithNoun(Math.min(rest, secondCut - cut), 'more character')}
          </Button>
        ) : (
          <Note>{formatCountWithNoun(rest, 'more character')}: see the Text tab.</Note>
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
  if ('reason' in source) return <Note>{source.reason}</Note>
  return (
    <Panel
      component="img"
      display="block"
      maw="100%"
      mah={480}
      src={source.url}
      alt={`In message ${part.messageIndex}`}
    />
  )
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
