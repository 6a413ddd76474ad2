import { leftOutText } from '../../../../shared/words/recorded-words.ts'
import { Link, useLocation } from 'wouter'
import { ShortName } from '../../../components/short-name.tsx'
import { VariantMark } from '../../../components/marks/variant-mark.tsx'
import { formatTokens, formatSignedPercent } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { useReplay, type ReplayView } from '../replay-view.tsx'
import { RequestBar } from '../request-bar.tsx'
import { CostChart, ContextChart } from './request-charts.tsx'
import { ParetoChart, SweepChart } from './policy-charts.tsx'
import { PolicyDetail } from './policy-detail.tsx'
import { RecordAgreement } from './record-agreement.tsx'
import { CacheBreaksChart } from './cache-breaks-chart.tsx'
import styles from './results.module.css'
import { useMemo } from 'react'
import { z } from 'zod'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { SectionHead } from '../../../components/section-head.tsx'
import { usePreference } from '../../../data/use-preference.ts'
import { useTableLayout } from '../../../data/use-table-layout.ts'
import { policyRows, breakEvenText, type PolicyRow } from './results-figures.ts'
import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'

/** What every policy comes to, and how far that can be believed. */
export function ResultsPane() {
  const { result, selected } = useReplay()
  const hasRequests = result.policies.some(({ requests }) => requests.length > 0)
  return (
    <>
      {hasRequests && <RequestBar />}
      <div className={styles.page} tabIndex={0} role="region" aria-label="Results of the replay">
        <RecordAgreement />
        <NothingCondensed />
        {hasRequests && (
          <>
            <PolicyTable />
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
      </div>
    </>
  )
}

/** Which policies the charts show. */
function PolicyChips() {
  const { result, placeOf, shortOf, isShown, toggle } = useReplay()
  return (
    <div className={styles.lines} role="group" aria-label="Policies in the charts">
      <span className={styles.word}>In the charts</span>
      {result.policies.map(({ id }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          aria-pressed={isShown(id)}
          onClick={() => toggle(id)}
        >
          <VariantMark place={placeOf(id)} />
          <ShortName name={id} short={shortOf(id)} />
        </button>
      ))}
    </div>
  )
}

/** Says why nothing was gained: no policy ever condensed, or none was played that could. */
function NothingCondensed() {
  const { taskId, result } = useReplay()
  const own = result.policies.filter(({ id }) => id !== 'recorded' && id !== 'none')
  if (own.some(({ firings }) => firings.length > 0)) return null
  const peak = Math.max(0, ...own.map(({ peakContext }) => peakContext))
  const isLeftOut = leftOutText(result.recorded) !== ''
  const isPlayed = result.policies.some(({ requests }) => requests.length > 0)
  if (!isPlayed)
    return (
      <p className={styles.notice} role="status">
        No request of this task can be played, for the reasons above.
      </p>
    )
  if (own.length === 0)
    return (
      <p className={styles.notice} role="status">
        No policy with a provider was played, so nothing was condensed anew.{' '}
        <Link href={routes.replay(taskId, 'policies')}>Add a policy that condenses</Link>
      </p>
    )
  // A note says which trigger was met and why nothing was condensed.
  if (own.some(({ notes }) => notes.length > 0))
    return (
      <p className={styles.notice} role="status">
        {isLeftOut ? 'In the rest no policy condensed' : 'No policy condensed'} anything: the notes on each
        say what came in between.
      </p>
    )
  return (
    <p className={styles.notice} role="status">
      {isLeftOut ? 'In the rest no policy condensed' : 'No policy condensed'}: the context never came above{' '}
      {formatTokens(peak)}.{' '}
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
const firstMetrics = ['continuation-recall', 'artifact-recall', 'validity']
const mostRows = 14
const rowHeight = 28

/** All policies with what they come to. The one that is selected is shown in detail below. */
function PolicyTable() {
  const view = useReplay()
  const { taskId, result, metrics, selected, select } = view
  const [, navigate] = useLocation()
  const layout = useTableLayout('replay', asPlayed)
  const [chosen, setChosen] = usePreference('replay.metrics', metricsSchema, firstMetrics)
  const rows = useMemo(() => policyRows(result), [result])
  const columns = useMemo(() => policyColumns(view, rows, metrics), [view, rows, metrics])
  const hidden = useMemo(
    () => metrics.filter(({ id }) => !chosen.includes(id)).map(({ id }) => metricColumnId(id)),
    [metrics, chosen],
  )
  return (
    <section aria-label="Policies">
      <SectionHead title="Policies">
        {metrics.length > 0 && <QualityChoice metrics={metrics} chosen={chosen} onChoose={setChosen} />}
        <CopyTableButton columns={columns} rows={rows} />
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
    </section>
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
  { placeOf, shortOf }: Pick<ReplayView, 'placeOf' | 'shortOf'>,
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
    figure('none', 'To none', ({ againstNone }) => againstNone, formatSignedPercent, 84),
    figure('played', 'To played', ({ againstPlayed }) => againstPlayed, formatSignedPercent, 88),
    {
      ...figure('firings', 'Condensed', ({ policy }) => policy.firings.length, formatInteger, 84),
      cell: ({ policy, ownCondensations: own }) => {
        const played = formatInteger(policy.firings.length)
        return own === null ? played : `${played} of ${formatInteger(own)}`
      },
    },
    {
      id: 'break-even',
      header: 'Breaks even after',
      width: 146,
      value: ({ breakEvens }) => (breakEvens.length === 0 ? null : breakEvenText(breakEvens)),
    },
    figure('attempts', 'In vain', ({ policy }) => policy.attempts.length, formatInteger, 70),
    figure('first', 'First before', ({ firstFiring }) => firstFiring, formatInteger, 92),
    figure(
      'cache-breaks',
      'Lost to cache breaks',
      ({ policy }) => policy.cache?.costUsd ?? null,
      formatUsd,
      142,
    ),
    figure('peak', 'Peak (tok)', ({ policy }) => policy.peakContext, formatInteger, 92),
    ...metrics.map((metric) =>
      figure(
        metricColumnId(metric.id),
        headerOf(metric),
        ({ policy }) => policy.quality[metric.id] ?? null,
        (value) => formatBare(value, metric.unit),
        Math.max(90, headerOf(metric).length * 7 + 20),
      ),
    ),
    figure('uncached', 'Uncached (tok)', ({ policy }) => policy.tokens.uncached, formatInteger, 112),
    figure('written', 'Written (tok)', ({ policy }) => policy.tokens.cacheWrite, formatInteger, 104),
    figure('read', 'Read (tok)', ({ policy }) => policy.tokens.cacheRead, formatInteger, 98),
    figure('output', 'Output (tok)', ({ policy }) => policy.tokens.output, formatInteger, 98),
  ]
}

function metricColumnId(metricId: string): string {
  return `metric ${metricId}`
}

function namesWidth(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map((name) => name.length))
  return Math.max(leastWidth, Math.ceil(besideName + charWidth * longest))
}
