import { Link } from 'wouter'
import { attemptStatuses, type AttemptStatus, type MetricsFigures } from '../../../shared/domain/metrics.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import styles from './monitor.module.css'

const endings: Readonly<Record<AttemptStatus, { readonly label: string; readonly counts: boolean }>> = {
  condensed: { label: 'Condensed', counts: true },
  insufficient: { label: 'Saved too little', counts: true },
  unchanged: { label: 'Unchanged', counts: true },
  failed: { label: 'Failed', counts: true },
  running: { label: 'Running', counts: false },
  cancelled: { label: 'Cancelled', counts: false },
  interrupted: { label: 'Interrupted', counts: false },
  'not-needed': { label: 'Not needed', counts: false },
}

type EndingsChartProps = {
  readonly figures: MetricsFigures
  readonly hrefOf: (status: AttemptStatus) => string
}

/** How attempts ended: a bar of those that count, and all of them by name, each leading to its runs. */
export function EndingsChart({ figures: { attempts, byStatus }, hrefOf }: EndingsChartProps) {
  const there = attemptStatuses.filter((status) => byStatus[status] > 0)
  const counted = there.filter((status) => endings[status].counts)
  return (
    <section className={styles.section} aria-label="How attempts ended">
      <h3 className={styles.title}>How attempts ended</h3>
      <div className={styles.bar} aria-hidden>
        {counted.map((status) => (
          <span key={status} data-status={status} style={{ flexGrow: byStatus[status] / attempts }} />
        ))}
      </div>
      <ul className={styles.endings}>
        {there.map((status) => (
          <li key={status} className={styles.ending} data-status={status}>
            <span className={styles.swatch} aria-hidden />
            <Link href={hrefOf(status)} className={styles.link ?? ''}>
              {endings[status].label}
            </Link>
            {!endings[status].counts && <span className={styles.aside}>not counted</span>}
            <span className={styles.count}>{formatInteger(byStatus[status])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
