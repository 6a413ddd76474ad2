import { useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatUsd } from '../../../shared/kernel/format-figures.ts'
import type { Timeline, TimelineMarker } from '../../../shared/timeline/types.ts'
import { formatTokens } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { RelatedTaskLink } from '../../ui/components/related-task-link.tsx'
import { Block, Inline, Note, Scroll } from '../../ui/layout/layout.tsx'
import { markerLooks } from './marker-looks.ts'
import styles from './markers.module.css'

type MarkerListProps = {
  readonly taskId: string
  readonly timeline: Pick<Timeline, 'parent' | 'markers' | 'notes'>
  readonly onPoint: (messageIndex: number) => void
}

/** Everything that happened, in words. Condensations lead to their pages, other events to their messages, and work that was handed over to its task. Below it what the chart cannot show. */
export function MarkerList({ taskId, timeline, onPoint }: MarkerListProps) {
  const { parent, markers, notes } = timeline
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { ref: above, height: aboveHeight } = useElementSize()
  return (
    <Scroll
      ref={setScroller}
      component="aside"
      h="100%"
      pt="xs"
      pb="md"
      line="left"
      aria-label="Events and notes"
      tabIndex={0}
    >
      <div ref={above} className={styles.above}>
        {parent !== null && (
          <Note py="xs" px="md" breaks>
            Subtask of <RelatedTaskLink task={parent} tab="timeline" />
          </Note>
        )}
        <Block component="h2" mt="sm" mb="xs" mx="md" fz="xs" fw={600}>
          Events
        </Block>
      </div>
      {markers.length === 0 ? (
        <Note px="md">No condensation, truncation, error or change of mode or model is recorded.</Note>
      ) : (
        <Events {...{ taskId, markers, onPoint, scroller, aboveHeight }} />
      )}
      {notes.length > 0 && (
        <>
          <Block component="h2" mt="sm" mb="xs" mx="md" fz="xs" fw={600}>
            Data gaps
          </Block>
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </Scroll>
  )
}

/** Of most events, in pixels: a head and two lines of words, or one and the figures. */
const usualHeight = 56

type EventsProps = Pick<MarkerListProps, 'taskId' | 'onPoint'> & {
  readonly markers: readonly TimelineMarker[]
  readonly scroller: HTMLElement | null
  /** Of what stands above them in what scrolls, in pixels. */
  readonly aboveHeight: number
}

/** Events, of which those in sight exist: a task may have thousands, such as a cache break at each request. */
function Events({ taskId, markers, onPoint, scroller, aboveHeight }: EventsProps) {
  const virtualizer = useVirtualizer({
    count: markers.length,
    getScrollElement: () => scroller,
    estimateSize: () => usualHeight,
    overscan: 8,
    scrollMargin: aboveHeight,
    useFlushSync: false,
  })
  return (
    <ol className={styles.events} aria-label="Events" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => (
        <li
          key={index}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={markers.length}
          style={{ transform: `translateY(${start - aboveHeight}px)` }}
        >
          <EventItem taskId={taskId} marker={markers[index]} onPoint={onPoint} />
        </li>
      ))}
    </ol>
  )
}

type EventItemProps = Pick<MarkerListProps, 'taskId' | 'onPoint'> & {
  readonly marker: TimelineMarker | undefined
}

function EventItem({ taskId, marker, onPoint }: EventItemProps) {
  if (marker === undefined) return null
  const pointToMarker = (): void => onPoint(marker.messageIndex)
  return (
    <>
      <Link
        href={findMarkerRoute(taskId, marker)}
        className={styles.event ?? ''}
        onMouseEnter={pointToMarker}
        onFocus={pointToMarker}
      >
        <EventWords {...marker} />
      </Link>
      {marker.child !== undefined && (
        <Note py="xs" px="md" breaks>
          Subtask: <RelatedTaskLink task={marker.child} tab="timeline" />
        </Note>
      )}
    </>
  )
}

/** Where an event leads: a condensation to its page, any other to its message. */
export function findMarkerRoute(taskId: string, { condensation, messageIndex }: TimelineMarker): string {
  return condensation === undefined
    ? routes.message(taskId, messageIndex)
    : routes.condensation(taskId, condensation)
}

/** Whether an event took something out of the context. */
export const isCondensation = ({ kind }: TimelineMarker): boolean =>
  kind === 'condensation' || kind === 'truncation'

/** What an event made of the context, as far as it is recorded. */
function formatSizes(before: number | null, after: number | null): string {
  if (after === null) return `${formatTokens(before)} before`
  return before === null ? `${formatTokens(after)} after` : `${formatTokens(before)} → ${formatTokens(after)}`
}

function EventWords({ kind, messageIndex, text, tokensBefore, tokensAfter, costUsd }: TimelineMarker) {
  const { icon: Icon, label, tone } = markerLooks[kind]
  const figures = [
    ...(tokensBefore === null && tokensAfter === null ? [] : [formatSizes(tokensBefore, tokensAfter)]),
    ...(costUsd === null ? [] : [formatUsd(costUsd)]),
  ]
  return (
    <>
      <span className={styles.eventHead} data-tone={tone}>
        <Icon size={14} stroke={1.75} aria-hidden />
        {label}
        <Inline c="dimmed" fw={400}>
          #{messageIndex}
        </Inline>
      </span>
      <Inline c="dimmed" breaks>
        {text}
      </Inline>
      {figures.length > 0 && <span>{figures.join(' · ')}</span>}
    </>
  )
}
