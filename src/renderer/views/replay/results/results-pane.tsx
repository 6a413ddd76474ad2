import { leftOutText } from '../../../../shared/words/recorded-words.ts'
import { Link, useLocation } from 'wouter'
import { ShortName } from '../../../components/short-name.tsx'
import { VariantMark } from '../../../components/marks/variant-mark.tsx'
import { countOf, formatSignedPercent } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { useReplay, type ReplayView } from '../replay-view.tsx'
import { RequestBar } from '../request-bar.tsx'
import { CostChart, ContextChart, PolicyChips } from './request-charts.tsx'
import { ParetoChart, SweepChart } from './policy-charts.tsx'
import { PolicyDetail } from './policy-detail.tsx'
import { RecordAgreement, ReplayAnswer } from './record-agreement.tsx'
import { CacheBreaksChart } from './cache-breaks-chart.tsx'
import styles from './results.module.css'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { SectionHead } from '../../../components/section-head.tsx'
import { usePreference } from '../../../data/use-preference.ts'
import { useTableLayout } from '../../../data/use-table-layout.ts'
import { isNever, qualityOf } from '../../../../shared/words/replay-answer.ts'
import { policyRows, breakEvenText, type PolicyRow } from './results-figures.ts'
import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatShown } from '../../../lib/bare-figures.ts'

/** What every policy comes to, and how far that can be believed. */
export function ResultsPane() {
  const { result, selected } = useReplay()
  const hasRequests = result.policies.some(({ requests }) => requests.length > 0)
  return (
    <div className={styles.page} tabIndex={0} role="region" aria-label="Results of the replay">
      <ReplayAnswer />
      <NothingCondensed />
      {hasRequests && (
        <>
          <PolicyTable />
          <RecordAgreement />
          <div className={styles.requests}>
            <RequestBar />
          </div>
          <PolicyChips />
          <div className={styles.charts}>
            <ContextChart />
            <CostChart />
            <ParetoChart />
            <SweepChart />
            <CacheBreaksChart />
          </div>
          {selected !== null && <PolicyDetail policy={selected} />}
        </>
      )}
      {!hasRequests && <RecordAgreement />}
    </div>
  )
}

/** Says why nothing was gained: no policy ever condensed, or none was played that could. */
function NothingCondensed() {
  const { taskId, result } = useReplay()
  const own = result.policies.filter(({ id }) => id !== 'recorded' && id !== 'none')
  if (own.some(({ firings }) => firings.length > 0)) return null
  const isLeftOut = leftOutText(result.recorded) !== ''
  const isPlayed = result.policies.some(({ requests }) => requests.length > 0)
  if (!isPlayed)
    return (
      <p className={styles.notice} role="status">
        No request of this task can be played, for the reasons below.
      </p>
    )
  if (own.length === 0)
    return (
      <p className={styles.notice} role="status">
        No policy with a provider was played, so nothing was condensed.{' '}
        <Link href={routes.replay(taskId, 'policies')}>Add a policy that condenses</Link>
      </p>
    )
  // A note says which trigger was met and why nothing was condensed.
  if (own.some(({ notes }) => notes.length > 0))
    return (
      <p className={styles.notice} role="status">
        {isLeftOut ? 'In the rest no policy condensed' : 'No policy condensed'} anything: the notes on each
        say why.
      </p>
    )
  return (
    <p className={styles.notice} role="status">
      <Link href={routes.replay(taskId, 'policies')}>Give the policies a smaller window or threshold</Link>
    </p>
  )
}

type Column = TableColumn<PolicyRow>

const figure = figureColumn<PolicyRow>

/** Of the 12 px that tables are lettered in, and what stands beside a name. In pixels. */
const charWidth = 6.9

const besideName = 44

const leastWidth = 120

type QualityChoiceProps = {
  readonly metrics: readonly MetricInfo[]
  readonly chosen: readonly string[]
  readonly onChoose: (metricIds: string[]) => void
}

const metricsSchema = z.array(z.string())
const asPlayed = { id: '', desc: false }
const firstMetrics = ['validity', 'artifact-recall', 'continuation-recall']
/** Fewer policies that never condense stand in the table as they are. */
const leastFolded = 2
const mostRows = 14
const rowHeight = 28

/** All policies with what they come to. The one that is selected is shown in detail below. */
function PolicyTable() {
  const view = useReplay()
  const { taskId, result, metrics, selected, select } = view
  const [, navigate] = useLocation()
  const layout = useTableLayout('replay', asPlayed)
  const [chosen, setChosen] = usePreference('replay.metrics', metricsSchema, firstMetrics)
  const [isUnfolded, setUnfolded] = useState(false)
  const all = useMemo(() => policyRows(result), [result])
  const never = useMemo(
    () => all.filter(({ policy }) => policy.id !== 'none' && isNever(policy, result)),
    [all, result],
  )
  const isFolded = never.length >= leastFolded && !isUnfolded
  const rows = useMemo(
    () => (isFolded ? all.filter((row) => !never.includes(row)) : all),
    [all, never, isFolded],
  )
  const columns = useMemo(() => policyColumns(view, all, metrics), [view, all, metrics])
  const hidden = useMemo(
    () => metrics.filter(({ id }) => !chosen.includes(id)).map(({ id }) => metricColumnId(id)),
    [metrics, chosen],
  )
  return (
    <section aria-label="Policies">
      <SectionHead title="Policies">
        {metrics.length > 0 && <QualityChoice metrics={metrics} chosen={chosen} onChoose={setChosen} />}
        <CopyTableButton columns={columns} rows={all} />
      </SectionHead>
      <div
        className={styles.table}
        style={{ height: rowHeight * (Math.min(mostRows, rows.length) + 1) + 14 }}
      >
        <DataTable
          label="Policies"
          rows={rows}
          columns={columns}
          rowId={({ policy }) => policy.id}
          {...layout}
          hiddenColumns={hidden}
          flexWidth={0}
          selectedId={selected?.id ?? null}
          onSelect={select}
          onOpen={() => navigate(routes.replay(taskId, 'context'))}
        />
      </div>
      <FoldedPolicies never={never} isUnfolded={isUnfolded} onToggle={() => setUnfolded(!isUnfolded)} />
    </section>
  )
}

type FoldedPoliciesProps = {
  readonly never: readonly PolicyRow[]
  readonly isUnfolded: boolean
  readonly onToggle: () => void
}

/** Policies that never condensed, in one line. Nothing where there are too few to fold. */
function FoldedPolicies({ never, isUnfolded, onToggle }: FoldedPoliciesProps) {
  if (never.length < leastFolded) return null
  return (
    <p className={styles.folded}>
      {countOf(never.length, 'policy', 'policies')} never condensed, and sent what none sends:{' '}
      {never.map(({ policy }) => policy.id).join(', ')}.{' '}
      <Button size="compact-xs" variant="subtle" aria-expanded={isUnfolded} onClick={onToggle}>
        {isUnfolded ? 'Fold them' : 'Show them'}
      </Button>
    </p>
  )
}

/** Chooses the metrics that stand in the table of policies. */
function QualityChoice({ metrics, chosen, onChoose }: QualityChoiceProps) {
  const count = metrics.filter(({ id }) => chosen.includes(id)).length
  return (
    <Popover position="bottom-end" trapFocus withRoles>
      <Popover.Target>
        <Button variant="subtle" color="gray" leftSection={<IconColumns size={14} aria-hidden />}>
          Quality ({count} of {metrics.length})
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Quality in the table">
        <Checkbox.Group aria-label="Quality in the table" value={[...chosen]} onChange={onChoose}>
          <div className={styles.quality}>
            {metrics.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={label} />
            ))}
          </div>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Columns of the table of policies. What was paid as what comes last. */
function policyColumns(
  { placeOf, shortOf, result }: Pick<ReplayView, 'placeOf' | 'shortOf' | 'result'>,
  rows: readonly PolicyRow[],
  metrics: readonly MetricInfo[],
): readonly Column[] {
  return [
    {
      id: 'policy',
      header: 'Policy',
      width: namesWidth(rows.map(({ policy }) => shortOf(policy.id))),
      value: ({ policy }) => policy.id,
      cell: ({ policy }) => (
        <span className={styles.policy}>
          <VariantMark place={placeOf(policy.id)} />
          <ShortName name={policy.id} short={shortOf(policy.id)} />
        </span>
      ),
    },
    figure('cost', 'Cost', ({ policy }) => policy.costUsd, formatUsd, 84, 'policy-cost'),
    figure('estimated', 'Estimated', ({ policy }) => policy.estimatedUsd, formatUsd, 88, 'estimated-part'),
    figure('none', 'To none', ({ againstNone }) => againstNone, formatSignedPercent, 78),
    figure('played', 'To played', ({ againstPlayed }) => againstPlayed, formatSignedPercent, 82),
    {
      ...figure('firings', 'Condensed', ({ policy }) => policy.firings.length, formatInteger, 84),
      cell: ({ policy, ownCondensations: own }) => {
        const played = formatInteger(policy.firings.length)
        return own === null ? played : `${played} of ${formatInteger(own)}`
      },
    },
    ...metricColumns(result, metrics),
    {
      id: 'break-even',
      header: 'Breaks even after',
      width: 136,
      value: ({ breakEvens }) => (breakEvens.length === 0 ? null : breakEvenText(breakEvens)),
    },
    figure('attempts', 'Futile attempts', ({ policy }) => policy.attempts.length, formatInteger, 70),
    figure('first', 'First before', ({ firstFiring }) => firstFiring, formatInteger, 92),
    figure(
      'cache-breaks',
      'Lost to cache breaks',
      ({ policy }) => policy.cache?.costUsd ?? null,
      formatUsd,
      142,
    ),
    figure('peak', 'Peak (tok)', ({ policy }) => policy.peakContext, formatInteger, 92),
    figure('uncached', 'Uncached (tok)', ({ policy }) => policy.tokens.uncached, formatInteger, 112),
    figure('written', 'Written (tok)', ({ policy }) => policy.tokens.cacheWrite, formatInteger, 104),
    figure('read', 'Read (tok)', ({ policy }) => policy.tokens.cacheRead, formatInteger, 98),
    figure('output', 'Output (tok)', ({ policy }) => policy.tokens.output, formatInteger, 98),
  ]
}

/** What each policy kept, what is used next first. */
function metricColumns(result: ReplayView['result'], metrics: readonly MetricInfo[]): readonly Column[] {
  return metrics
    .toSorted((a, b) => firstMetrics.indexOf(b.id) - firstMetrics.indexOf(a.id))
    .map((metric) =>
      figure(
        metricColumnId(metric.id),
        metric.label,
        ({ policy }) => qualityOf(policy, metric.id, result),
        (value) => formatShown(value, metric.unit),
        Math.max(90, metric.label.length * 7 + 20),
      ),
    )
}

function metricColumnId(metricId: string): string {
  return `metric ${metricId}`
}

function namesWidth(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map((name) => name.length))
  return Math.max(leastWidth, Math.ceil(besideName + charWidth * longest))
}
