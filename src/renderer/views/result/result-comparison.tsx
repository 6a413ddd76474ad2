import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { ComparisonPanes } from './comparison-panes.tsx'
import { ResultDetails, type ResultTab } from './result-details.tsx'
import { SurvivalBar } from './survival-bar.tsx'
import { markOf } from './survival-facts.ts'
import { useComparison } from './use-comparison.ts'
import { useSurvival } from './use-survival.ts'

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
  const comparison = useComparison(rows)
  const survival = useSurvival(run.id, (fact) => comparison.goToSource(markOf(fact)))
  const [tab, setTab] = useState<ResultTab>('difference')
  const row = comparison.shown[comparison.selected] ?? null
  return (
    <>
      <SurvivalBar survival={survival} messages={sourceMessages(rows)} onOpen={() => setTab('survival')} />
      <ComparisonPanes
        id="result"
        rows={rows}
        comparison={comparison}
        withPass={(run.outcome?.passes.length ?? 0) > 1}
        below={<ResultDetails run={run} row={row} rows={rows} survival={survival} tab={tab} onTab={setTab} />}
      />
    </>
  )
}

function sourceMessages(rows: readonly AlignedRow[]): number {
  return rows.filter(({ source }) => source !== null).length
}
