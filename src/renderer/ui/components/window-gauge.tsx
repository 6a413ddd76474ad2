import { formatPercent } from '../../../shared/kernel/format-figures.ts'
import { formatShare } from '../../lib/format.ts'
import styles from './window-gauge.module.css'

/** How full a window is, with the mark at which it is condensed. Above 100 % the bar is full, and the figure says more. */
export function WindowGauge({
  percent,
  threshold,
}: {
  readonly percent: number
  readonly threshold: number
}) {
  const share = Math.min(100, Math.max(0, percent))
  return (
    <div
      className={styles.gauge}
      role="meter"
      aria-label="Use of the window"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
      aria-valuetext={`${formatPercent(percent)} used, condensed at ${formatShare(threshold)}`}
      title={`${formatPercent(percent)} used, condensed at ${formatShare(threshold)}`}
    >
      <div className={styles.fill} data-over={percent >= threshold} style={{ width: `${share}%` }} />
      <div className={styles.mark} style={{ left: `${Math.min(100, threshold)}%` }} />
    </div>
  )
}
