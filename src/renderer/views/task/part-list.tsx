import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { PartView } from '../../../shared/api/tasks.ts'
import type { Message } from '../../../shared/domain/message.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { KindBadge } from '../../components/kind-badge.tsx'
import { countOf, formatTokens } from '../../lib/format.ts'
import { imageSource } from '../../lib/image-source.ts'
import { markQuery } from '../../lib/mark-query.ts'
import { blockOfPart } from './block-of-part.ts'
import styles from './part-list.module.css'

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

/** The parts of a message one under the other, each with its kind, its figures and its text. */
export function PartList({ message, parts, query, renderPin }: PartListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (query !== '') scroller.current?.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }, [message, query])
  if (parts.length === 0) return <EmptyPanel>This message is empty.</EmptyPanel>
  return (
    <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label="Parts">
      {parts.map((part, index) => (
        <article key={index} className={styles.part}>
          <header className={styles.head}>
            {renderPin(index)}
            <KindBadge kind={part.kind} long />
            {part.toolName !== null && <span className={styles.tool}>{part.toolName}</span>}
            {part.path !== null && <span className={styles.path}>{part.path}</span>}
            {part.isError && <span className={styles.error}>error</span>}
            <span className={styles.tokens}>{formatTokens(part.tokens)}</span>
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
  if (text === '') return <p className={styles.note}>No text.</p>
  const cut = reachesBeyond(text, query, wanted) ? secondCut : wanted
  const rest = text.length - cut
  return (
    <>
      <pre className={styles.text}>
        {markQuery(showControls(text.slice(0, cut)), query).map((stretch, index) =>
          stretch.hit ? <mark key={index}>{stretch.text}</mark> : <span key={index}>{stretch.text}</span>,
        )}
      </pre>
      {rest > 0 &&
        (cut < secondCut ? (
          <Button variant="default" size="compact-xs" onClick={() => setCut(secondCut)}>
            Show {countOf(Math.min(rest, secondCut - cut), 'more character')}
          </Button>
        ) : (
          <p className={styles.note}>{countOf(rest, 'more character')}: see the Text tab.</p>
        ))}
    </>
  )
}

/** Whether the first place where the query is found lies behind the cut, but not too far. */
function reachesBeyond(text: string, query: string, cut: number): boolean {
  if (query === '' || text.length <= cut) return false
  const at = text.slice(0, secondCut).toLowerCase().indexOf(query.toLowerCase())
  return at + query.length > cut
}

function PartImage({ message, part }: { readonly message: Message; readonly part: PartView }) {
  const block = blockOfPart(message, part)
  const source = block === null ? { reason: 'The image is not in the file.' } : imageSource(block)
  if ('reason' in source) return <p className={styles.note}>{source.reason}</p>
  return <img className={styles.image} src={source.url} alt={`In message ${part.messageIndex}`} />
}
