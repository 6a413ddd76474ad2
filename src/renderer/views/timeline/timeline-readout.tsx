import type { MessageRow } from '../../../shared/domain/inspection.ts'
import type { TimelinePoint } from '../../../shared/domain/timeline.ts'
import { formatUsd } from '../../../shared/lib/format-figures.ts'
import { formatTime, formatTokens } from '../../lib/format.ts'
import styles from './timeline.module.css'

/** The message at the cursor in one line: who, how much, what it cost, and how it begins. */
export function TimelineReadout({
  point,
  row,
}: {
  readonly point: TimelinePoint
  readonly row: MessageRow | null
}) {
  return (
    <p className={styles.readout}>
      <strong>#{point.messageIndex}</strong>
      {readoutFacts(point, row).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span className={styles.preview}>{row?.preview}</span>
    </p>
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
