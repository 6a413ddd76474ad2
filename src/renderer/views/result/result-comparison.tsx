import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import type { AlignedRow, Fate } from '../../../shared/domain/aligned-row.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { Split } from '../../components/split.tsx'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { groupPlaces, nextChange, rowsWithFates } from './align-rows.ts'
import { ComparisonHead, ComparisonRow } from './comparison-row.tsx'
import { FateFilter } from './fate-filter.tsx'
import { ResultDetails } from './result-details.tsx'

const layoutSchema = z.tuple([z.number(), z.number()])
const defaultLayout: [number, number] = [58, 42]
const none: readonly AlignedRow[] = []

/** Source beside result, aligned by provenance, and below it the selected row in full. */
export function ResultComparison({ run }: { readonly run: RunSummary }) {
  const { queries } = useEngine()
  const loaded = useQuery(
    queries.runs.rows.queryOptions({ input: { runId: run.id }, staleTime: Number.POSITIVE_INFINITY }),
  )
  if (loaded.isError)
    return <ErrorPanel problem={toProblem(loaded.error)} onRetry={() => void loaded.refetch()} />
  if (loaded.isPending) return <SkeletonRows label="Aligning source and result" />
  return <Comparison run={run} rows={loaded.data ?? none} />
}

function Comparison({ run, rows }: { readonly run: RunSummary; readonly rows: readonly AlignedRow[] }) {
  const [fates, setFates] = useState<readonly Fate[]>([])
  const [layout, setLayout] = usePreference('layout.result', layoutSchema, defaultLayout)
  const shown = useMemo(() => rowsWithFates(rows, fates), [rows, fates])
  const places = useMemo(() => groupPlaces(shown), [shown])
  const [selected, setSelected] = useState(() => nextChange(rows, -1, 1) ?? 0)
  const withPass = (run.outcome?.passes.length ?? 0) > 1
  const goToChange = (direction: 1 | -1): void =>
    setSelected(nextChange(shown, selected, direction) ?? selected)
  useShortcuts({
    j: () => setSelected(Math.min(shown.length - 1, selected + 1)),
    k: () => setSelected(Math.max(0, selected - 1)),
    n: () => goToChange(1),
    N: () => goToChange(-1),
  })
  const filter = (chosen: readonly Fate[]): void => {
    setFates(chosen)
    setSelected(0)
  }
  return (
    <>
      <FateFilter rows={rows} chosen={fates} onChosen={filter} onChange={goToChange} />
      <Split
        id="result"
        direction="vertical"
        layout={layout}
        onLayout={([list, detail]) => setLayout([list, detail])}
        label="Height of the list"
        first={
          shown.length === 0 ? (
            <EmptyPanel>No message met this fate.</EmptyPanel>
          ) : (
            <VirtualList
              label="Source beside result"
              count={shown.length}
              selected={selected}
              onSelect={setSelected}
              header={<ComparisonHead />}
              renderRow={(at) =>
                shown[at] && (
                  <ComparisonRow row={shown[at]} place={places[at] ?? 'single'} withPass={withPass} />
                )
              }
            />
          )
        }
        second={<ResultDetails run={run} row={shown[selected] ?? null} rows={rows} />}
      />
    </>
  )
}
