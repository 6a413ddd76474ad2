import type { MessageRow } from '../../../shared/domain/inspection.ts'
import type { TimelinePoint } from '../../../shared/domain/timeline.ts'
import { formatUsd } from '../../../shared/lib/format-figures.ts'
import { formatTime, formatTokens } from '../../lib/format.ts'
import styles from './timeline.module.css'

type TimelineReadoutProps = {
  readonly point: TimelinePoint
  readonly row: MessageRow | null
  /** The model and the window there, in words. */
  readonly place: readonly string[]
}

/**
 * The message at the cursor in one line: who, how much, what it cost, and how it begins; and in another one what it is
 * held against.
 */
export function TimelineReadout({ point, row, place }: TimelineReadoutProps) {
  return (
    <>
      <p className={styles.readout}>
        <strong>#{point.messageIndex}</strong>
        {readoutFacts(point, row).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        <span className={styles.preview}>{row?.preview}</span>
      </p>
      {place.length > 0 && (
        <p className={styles.place} aria-label="Model and window at the message">
          {place.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
    </>
  )
}

/** The facts of a point in words, as they are read out too. */
export function readoutFacts(point: TimelinePoint, row: MessageRow | null): readonly string[] {
  const { contextTokens, recordedTokens, cumulativeUsd, ts } = point
  return [
    row?.role ?? '',
    `${formatTokens(contextTokens)} after it`,
    recordedTokens === null ? '' : `${formatTokens(recordedTokens)} recorded for it`,
    cumulativeUsd === null ? '' : `${formatUsd(cumulativeUsd)} so far`,
    ts === null ? '' : formatTime(ts),
  ].filter((fact) => fact !== '')
}
