import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import type { MetricsGroup, MetricsReport } from '../../../shared/domain/metrics.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { countOf } from '../../lib/format.ts'
import { EndingsChart } from './endings-chart.tsx'
import { FailureTable } from './failure-table.tsx'
import type { RunsOf } from './monitor-columns.tsx'
import styles from './monitor.module.css'
import { SpreadTable } from './spread-table.tsx'

type GroupDetailsProps = {
  readonly report: MetricsReport
  /** Null for all groups together. */
  readonly group: MetricsGroup | null
  readonly runsOf: RunsOf
  /** Selects no group. */
  readonly onShowAll: () => void
}

/** The selected group in full: how its attempts ended, why they failed, and how its figures spread. */
export function GroupDetails({ report, group, runsOf, onShowAll }: GroupDetailsProps) {
  const [, navigate] = useLocation()
  const figures = group?.figures ?? report.total
  const name = group === null ? 'All groups' : showControls(group.label)
  const { reused, unpriced } = figures
  return (
    <section className={styles.details} aria-label="Details">
      <header className={styles.heading}>
        <h2 className={styles.name}>{name}</h2>
        <Button variant="default" size="compact-xs" onClick={() => navigate(runsOf(group))}>
          Show runs
        </Button>
        {group !== null && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={onShowAll}>
            All groups
          </Button>
        )}
        <span className={styles.note}>
          {[
            reused > 0 && `${countOf(reused, 'attempt')} answered from what was kept, not timed or priced`,
            unpriced > 0 && `${countOf(unpriced, 'attempt')} without a known price, not priced`,
          ]
            .filter((note) => note !== false)
            .join(' · ')}
        </span>
      </header>
      <div className={styles.columns}>
        <EndingsChart figures={figures} hrefOf={(status) => runsOf(group, status)} />
        <FailureTable figures={figures} hrefOf={(code) => runsOf(group, 'failed', code)} />
        <SpreadTable figures={figures} />
      </div>
    </section>
  )
}
