import { Link } from 'wouter'
import { attemptStatuses, type AttemptStatus, type MetricsFigures } from '../../../shared/domain/metrics.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { StackedBar } from '../../plots/bars.tsx'
import styles from './monitor.module.css'

/** What endings are called; those that count have a colour. */
const endings: Readonly<Record<AttemptStatus, { readonly label: string; readonly color: string | null }>> = {
  condensed: { label: 'Condensed', color: 'var(--fine)' },
  insufficient: { label: 'Saved too little', color: 'var(--caution)' },
  unchanged: { label: 'Unchanged', color: 'var(--faint)' },
  failed: { label: 'Failed', color: 'var(--bad)' },
  running: { label: 'Running', color: null },
  cancelled: { label: 'Cancelled', color: null },
  interrupted: { label: 'Interrupted', color: null },
  'not-needed': { label: 'Not needed', color: null },
}

type EndingsChartProps = {
  readonly figures: MetricsFigures
  readonly hrefOf: (status: AttemptStatus) => string
}

/** How attempts ended: a bar of those that count, and all of them by name, each leading to its runs. */
export function EndingsChart({ figures: { byStatus }, hrefOf }: EndingsChartProps) {
  const there = attemptStatuses.filter((status) => byStatus[status] > 0)
  return (
    <section className={styles.section} aria-label="How attempts ended">
      <h3 className={styles.title}>How attempts ended</h3>
      <StackedBar
        parts={there.flatMap((status) => {
          const { color } = endings[status]
          return color === null ? [] : { id: status, value: byStatus[status], color }
        })}
      />
      <ul className={styles.endings}>
        {there.map((status) => (
          <li key={status} className={styles.ending}>
            <span
              className={styles.swatch}
              style={{ color: endings[status].color ?? 'transparent' }}
              aria-hidden
            />
            <Link href={hrefOf(status)} className={styles.link ?? ''}>
              {endings[status].label}
            </Link>
            {endings[status].color === null && <span className={styles.aside}>not counted</span>}
            <span className={styles.count}>{formatInteger(byStatus[status])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
