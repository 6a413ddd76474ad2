import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PartView } from '../../../shared/api/tasks.ts'
import type { MessageRow } from '../../../shared/domain/inspection.ts'
import type { Message } from '../../../shared/domain/message.ts'
import { CodeView } from '../../components/code-view.tsx'
import { CopyTextButton } from '../../components/copy-text-button.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import type { PinDesk } from '../../data/use-task-pins.ts'
import { toProblem } from '../../data/to-problem.ts'
import { formatTime, formatTokens } from '../../lib/format.ts'
import styles from './message-detail.module.css'
import { PartList } from './part-list.tsx'
import { MessagePin, PartPin } from './pin-toggles.tsx'

const forms = ['Parts', 'Text', 'JSON'] as const
type Form = (typeof forms)[number]

type MessageDetailProps = {
  readonly taskId: string
  readonly index: number
  readonly row: MessageRow | null
  readonly query: string
  readonly desk: PinDesk
}

/** One message: its parts, its text as the model reads it, or the JSON of the file. */
export function MessageDetail({ taskId, index, row, query, desk }: MessageDetailProps) {
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
        <MessagePin index={index} row={row} desk={desk} />
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
          <MessageContent form={form} {...content.data} query={query} index={index} row={row} desk={desk} />
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
} & Pick<MessageDetailProps, 'index' | 'row' | 'desk'>

function MessageContent({ form, message, parts, query, index, row, desk }: MessageContentProps) {
  if (form === 'Parts') {
    return (
      <PartList
        message={message}
        parts={parts}
        query={query}
        renderPin={(part) => <PartPin index={index} part={part} row={row} desk={desk} />}
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
