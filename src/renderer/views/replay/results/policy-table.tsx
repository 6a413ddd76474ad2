import { useMemo, type CSSProperties } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { SectionHead } from '../../../components/section-head.tsx'
import { usePreference } from '../../../data/use-preference.ts'
import { useTableSort } from '../../../data/use-table-sort.ts'
import { routes } from '../../../lib/routes.ts'
import { useReplay } from '../replay-view.tsx'
import { policyColumns } from './policy-columns.tsx'
import { policyRows } from './policy-rows.ts'
import { QualityChoice } from './quality-choice.tsx'
import styles from './results.module.css'

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
