import { Link } from 'wouter'
import type { Timeline, TimelineMarker } from '../../../shared/domain/timeline.ts'
import { formatUsd } from '../../../shared/lib/format-figures.ts'
import { RelatedTaskLink } from '../../components/related-task-link.tsx'
import { formatTokens } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { markerLooks } from './marker-looks.ts'
import styles from './markers.module.css'

type MarkerListProps = {
  readonly taskId: string
  readonly timeline: Pick<Timeline, 'parent' | 'markers' | 'notes'>
  readonly onPoint: (messageIndex: number) => void
}

/** Everything that happened, in words; each leads to its message, and work that was handed over to its task. Below it what the chart cannot show. */
export function MarkerList({ taskId, timeline, onPoint }: MarkerListProps) {
  const { parent, markers, notes } = timeline
  return (
    <aside className={styles.side} aria-label="Events and notes" tabIndex={0}>
      {parent !== null && (
        <p className={styles.relation}>
          Subtask of <RelatedTaskLink task={parent} tab="timeline" />
        </p>
      )}
      <h2 className={styles.sideTitle}>Events</h2>
      {markers.length === 0 ? (
        <p className={styles.note}>
          No condensation, truncation, error or change of mode or model is recorded.
        </p>
      ) : (
        <ol className={styles.events}>
          {markers.map((marker, at) => (
            <li key={at}>
              <Link
                href={routes.message(taskId, marker.messageIndex)}
                className={styles.event ?? ''}
                onMouseEnter={() => onPoint(marker.messageIndex)}
                onFocus={() => onPoint(marker.messageIndex)}
              >
                <EventWords {...marker} />
              </Link>
              {marker.child !== undefined && (
                <p className={styles.relation}>
                  Subtask: <RelatedTaskLink task={marker.child} tab="timeline" />
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {notes.length > 0 && (
        <>
          <h2 className={styles.sideTitle}>Not shown as it was</h2>
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}

function EventWords({ kind, messageIndex, text, tokensBefore, tokensAfter, costUsd }: TimelineMarker) {
  const { icon: Icon, label, tone } = markerLooks[kind]
  const figures = [
    ...(tokensBefore === null && tokensAfter === null
      ? []
      : [`${formatTokens(tokensBefore)} → ${formatTokens(tokensAfter)}`]),
    ...(costUsd === null ? [] : [formatUsd(costUsd)]),
  ]
  return (
    <>
      <span className={styles.eventHead} data-tone={tone}>
        <Icon size={14} stroke={1.75} aria-hidden />
        {label}
        <span className={styles.eventPlace}>#{messageIndex}</span>
      </span>
      <span className={styles.eventText}>{text}</span>
      {figures.length > 0 && <span className={styles.eventFigures}>{figures.join(' · ')}</span>}
    </>
  )
}
