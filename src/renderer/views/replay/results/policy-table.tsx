import { useMemo, type CSSProperties } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { SectionHead } from '../../../components/section-head.tsx'
import { usePreference } from '../../../data/use-preference.ts'
import { useTableSort } from '../../../data/use-table-sort.ts'
import { routes } from '../../../lib/routes.ts'
import { useReplay, type ReplayView } from '../replay-view.tsx'
import { policyRows, payBackText, type PolicyRow } from './policy-rows.ts'
import styles from './results.module.css'
import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { ShortName } from '../../../components/short-name.tsx'
import { VariantMark } from '../../../components/marks/variant-mark.tsx'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { formatSignedPercent } from '../../../lib/format.ts'

type Column = TableColumn<PolicyRow>

const figure = figureColumn<PolicyRow>

/** Of the 12 px that tables are lettered in, and what stands beside a name; in pixels. */
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

/** All policies with what they come to; the one that is selected is shown in detail below. */
export function PolicyTable() {
  const view = useReplay()
  const { taskId, result, metrics, selected, select } = view
  const [, navigate] = useLocation()
  const [sort, setSort] = useTableSort('replay', asPlayed)
  const [chosen, setChosen] = usePreference('replay.metrics', metricsSchema, firstMetrics)
  const rows = useMemo(() => policyRows(result), [result])
  const columns = useMemo(
    () =>
      policyColumns(
        view,
        rows,
        metrics.filter(({ id }) => chosen.includes(id)),
      ),
    [view, rows, metrics, chosen],
  )
  const all = useMemo(() => policyColumns(view, rows, metrics), [view, rows, metrics])
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), 0)
  // The table takes its least width from here.
  const size = {
    '--table-width': `${width}px`,
    height: rowHeight * (Math.min(mostRows, rows.length) + 1) + 14,
  } as CSSProperties
  return (
    <section aria-label="Policies">
      <SectionHead title="Policies">
        {metrics.length > 0 && <QualityChoice metrics={metrics} chosen={chosen} onChoose={setChosen} />}
        <CopyTableButton columns={all} rows={rows} />
      </SectionHead>
      <div className={styles.table} style={size}>
        <DataTable
          label="Policies"
          rows={rows}
          columns={columns}
          rowId={({ policy }) => policy.id}
          sort={sort}
          onSort={setSort}
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

/** What the table of policies tells of each, what was paid as what last. */
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
    figure('cost', 'Cost', ({ policy }) => policy.costUsd, formatUsd, 84),
    figure('estimated', 'Estimated', ({ policy }) => policy.estimatedUsd, formatUsd, 88),
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
      id: 'payback',
      header: 'Pays back after',
      width: 146,
      value: ({ paysBack }) => (paysBack.length === 0 ? null : payBackText(paysBack)),
    },
    figure('attempts', 'In vain', ({ policy }) => policy.attempts.length, formatInteger, 70),
    figure('first', 'First before', ({ firstFiring }) => firstFiring, formatInteger, 92),
    figure('peak', 'Peak (tok)', ({ policy }) => policy.peakContext, formatInteger, 92),
    ...metrics.map((metric) =>
      figure(
        `metric ${metric.id}`,
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

function namesWidth(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map((name) => name.length))
  return Math.max(leastWidth, Math.ceil(besideName + charWidth * longest))
}
