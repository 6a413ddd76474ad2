import { Button, Table } from '@mantine/core'
import { useLocation, Link } from 'wouter'
import { buildQualityGapNotes, qualityLabels } from '../../../../shared/activity/metric-words.ts'
import {
  type MetricsGroup,
  type MetricsReport,
  type MetricsFigures,
  attemptStatuses,
  type AttemptStatus,
  type Spread,
} from '../../../../shared/activity/metrics-types.ts'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import {
  formatInteger,
  formatPercent,
  formatDuration,
  formatUsd,
} from '../../../../shared/kernel/format-figures.ts'
import { describeFailure } from '../../../../shared/kernel/words/describe-failure.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { StackedBar } from '../../../ui/plots/bars.tsx'
import type { RunsOf } from './monitor-columns.tsx'
import styles from './monitor.module.css'

const formatShare = (share: number): string => formatPercent(100 * share)

const figureNames = [
  ['min', 'Least'],
  ['q1', 'Q1'],
  ['median', 'Median'],
  ['mean', 'Mean'],
  ['q3', 'Q3'],
  ['p95', 'P95'],
  ['max', 'Most'],
] as const

type SpreadRowProps = {
  readonly label: string
  readonly spread: Spread | null
  readonly format: (value: number) => string
}

/** What endings are called. Those that count have a colour. */
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
  readonly buildHref: (status: AttemptStatus) => string
}

type FailureTableProps = {
  readonly figures: MetricsFigures
  readonly buildHref: (code: string) => string
}

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
            reused > 0 &&
              `${formatCountWithNoun(reused, 'attempt')} answered from the cache, not timed or priced`,
            unpriced > 0 && `${formatCountWithNoun(unpriced, 'attempt')} without a known price, not priced`,
          ]
            .filter((note) => note !== false)
            .join(' · ')}
        </span>
      </header>
      <div className={styles.columns}>
        <EndingsChart figures={figures} buildHref={(status) => runsOf(group, status)} />
        <FailureTable figures={figures} buildHref={(code) => runsOf(group, 'failed', code)} />
        <SpreadTable figures={figures} />
      </div>
    </section>
  )
}

/** Why attempts failed, most frequent first. Each reason leads to its runs. */
function FailureTable({ figures: { failures }, buildHref }: FailureTableProps) {
  return (
    <section className={styles.section} aria-label="Reasons for failure">
      <h3 className={styles.title}>Reasons for failure</h3>
      {failures.length === 0 ? (
        <p className={styles.none}>No attempt failed.</p>
      ) : (
        <Table
          horizontalSpacing={8}
          verticalSpacing={3}
          className={styles.table ?? ''}
          aria-label="Reasons for failure"
        >
          <Table.Thead>
            <Table.Tr>
              <HeadCell label="Reason" />
              <HeadCell ta="right" label="Attempts" />
              <HeadCell ta="right" label="Of all" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failures.map(({ code, attempts, percent }) => (
              <Table.Tr key={code}>
                <Table.Td>
                  <Link href={buildHref(code)} className={styles.link ?? ''} title={showControls(code)}>
                    {showControls(describeFailure(code))}
                  </Link>
                </Table.Td>
                <Table.Td ta="right">{formatInteger(attempts)}</Table.Td>
                <Table.Td ta="right">{formatPercent(percent)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

/** How attempts ended: a bar of those that count, and all of them by name, each leading to its runs. */
function EndingsChart({ figures: { byStatus }, buildHref }: EndingsChartProps) {
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
            <Link href={buildHref(status)} className={styles.link ?? ''}>
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

/** Mean and quantiles of what was measured, and on how many attempts. */
function SpreadTable({ figures }: { readonly figures: MetricsFigures }) {
  return (
    <section className={styles.section} aria-label="Spread">
      <h3 className={styles.title}>Spread</h3>
      <Table horizontalSpacing={8} verticalSpacing={3} className={styles.table ?? ''} aria-label="Spread">
        <Table.Thead>
          <Table.Tr>
            <HeadCell label="Figure" />
            {figureNames.map(([key, label]) => (
              <Table.Th key={key} ta="right">
                {label}
              </Table.Th>
            ))}
            <HeadCell ta="right" label="Attempts" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <SpreadRow label="Reduction" spread={figures.reductionPercent} format={formatPercent} />
          <SpreadRow label={qualityLabels.survival} spread={figures.survival} format={formatShare} />
          <SpreadRow
            label={qualityLabels.continuationRecall}
            spread={figures.continuationRecall}
            format={formatShare}
          />
          <SpreadRow label="Time" spread={figures.durationMs} format={formatDuration} />
          <SpreadRow label="Cost" spread={figures.costUsd} format={formatUsd} />
        </Table.Tbody>
      </Table>
      {buildQualityGapNotes(figures.qualityGaps).map(({ figure, text }) => (
        <p key={figure} className={styles.none}>
          {qualityLabels[figure]}: {text}
        </p>
      ))}
    </section>
  )
}

function SpreadRow({ label, spread, format }: SpreadRowProps) {
  return (
    <Table.Tr>
      <Table.Td>{label}</Table.Td>
      {figureNames.map(([key]) => (
        <Table.Td key={key} ta="right">
          {spread === null ? '–' : format(spread[key])}
        </Table.Td>
      ))}
      <Table.Td ta="right">{formatInteger(spread?.n ?? 0)}</Table.Td>
    </Table.Tr>
  )
}
