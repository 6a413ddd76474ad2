import { Button } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { toProblem } from '../../data/to-problem.ts'
import { countOf } from '../../lib/format.ts'
import { isLostConstraint, pinColumn, survivalColumns } from './survival-columns.tsx'
import { SurvivalFilterChips } from './survival-filter.tsx'
import styles from './survival-table.module.css'
import { usePinAndRun } from './use-pin-and-run.ts'
import type { Survival } from './use-survival.ts'

type SurvivalTableProps = {
  readonly run: RunSummary
  readonly survival: Survival
  /** Shows the difference of the chosen fact's message. */
  readonly onOpen: () => void
}

/** Every fact of the source: what became of it, where it stood and where it stands; lost constraints can be pinned. */
export function SurvivalTable({ run, survival, onOpen }: SurvivalTableProps) {
  const { facts, shown, filter, setFilter, selected, select, fileIndices, error, retry } = survival
  const [sort, setSort] = useState({ id: 'stood', desc: false })
  const { pin, obstacle, isPending, failure, reset } = usePinAndRun(run, fileIndices)
  const lost = useMemo(() => (facts ?? []).filter(isLostConstraint), [facts])
  const columns =
    lost.length === 0 ? survivalColumns : [...survivalColumns, pinColumn({ obstacle, isPending, pin })]
  if (error !== null)
    return <ErrorPanel title="Could not measure what was kept" problem={toProblem(error)} onRetry={retry} />
  if (facts === null) return <SkeletonRows rows={4} label="Measuring what was kept" />
  if (facts.length === 0) return <EmptyPanel>The source states no fact that could be followed.</EmptyPanel>
  return (
    <div className={styles.panel}>
      <div className={styles.toolbar}>
        <SurvivalFilterChips facts={facts} filter={filter} onFilter={setFilter} />
        <span className={styles.spring} />
        {lost.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconPin size={14} aria-hidden />}
            disabled={obstacle !== null}
            loading={isPending}
            title={obstacle ?? 'Pins the parts that state them in the task, and runs the same again'}
            onClick={() => pin(lost)}
          >
            Pin {countOf(lost.length, 'lost constraint')} and run again
          </Button>
        )}
        <CopyTableButton columns={survivalColumns} rows={shown} />
      </div>
      {failure !== null && (
        <ErrorPanel title="Could not pin and run" problem={toProblem(failure)} onDismiss={reset} />
      )}
      <div className={styles.rows}>
        {shown.length === 0 ? (
          <EmptyPanel>No fact of this kind.</EmptyPanel>
        ) : (
          <DataTable
            label="Facts of the source"
            rows={shown}
            columns={columns}
            rowId={({ id }) => id}
            sort={sort}
            onSort={setSort}
            selectedId={selected?.id ?? null}
            onSelect={(id) => {
              const fact = shown.find((known) => known.id === id)
              if (fact !== undefined) select(fact)
            }}
            onOpen={onOpen}
          />
        )}
      </div>
    </div>
  )
}
