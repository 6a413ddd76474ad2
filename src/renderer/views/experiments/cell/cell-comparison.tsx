import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { AlignedRow } from '../../../../shared/domain/aligned-row.ts'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { SkeletonRows } from '../../../components/skeleton-rows.tsx'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { groupOf } from '../../result/align-rows.ts'
import { ComparisonPanes } from '../../result/comparison-panes.tsx'
import { indicesOf, RowDifference } from '../../result/row-diff.tsx'
import { useComparison } from '../../result/use-comparison.ts'
import { useExperiment } from '../experiment-context.ts'

type CellComparisonProps = {
  readonly cellId: string
  /** Message of the source to begin at; null for the first change. */
  readonly message: number | null
}

/** Source beside the result of a cell, aligned by provenance, and below it the selected row in full. */
export function CellComparison({ cellId, message }: CellComparisonProps) {
  const { queries } = useEngine()
  const { detail } = useExperiment()
  const input = { experimentId: detail.summary.id, cellId }
  const rows = useQuery(
    queries.experiments.cellRows.queryOptions({ input, staleTime: Number.POSITIVE_INFINITY }),
  )
  if (rows.isError) return <ErrorPanel problem={toProblem(rows.error)} onRetry={() => void rows.refetch()} />
  if (rows.data === undefined) return <SkeletonRows label="Aligning source and result" />
  return <Comparison cellId={cellId} message={message} rows={rows.data} />
}

type ComparisonProps = CellComparisonProps & { readonly rows: readonly AlignedRow[] }

function Comparison({ cellId, message, rows }: ComparisonProps) {
  const comparison = useComparison(rows)
  const begin = useEffectEvent(() => {
    if (message !== null) comparison.goToSource(message)
  })
  useEffect(() => begin(), [])
  const row = comparison.shown[comparison.selected]
  return (
    <ComparisonPanes
      id="cell-result"
      rows={rows}
      comparison={comparison}
      withPass={false}
      below={row && <CellRowDiff cellId={cellId} row={row} group={groupOf(rows, row)} />}
    />
  )
}

type CellRowDiffProps = {
  readonly cellId: string
  readonly row: AlignedRow
  readonly group: readonly AlignedRow[]
}

function CellRowDiff({ cellId, row, group }: CellRowDiffProps) {
  const { queries } = useEngine()
  const { detail } = useExperiment()
  const texts = useQuery(
    queries.experiments.cellTexts.queryOptions({
      input: { experimentId: detail.summary.id, cellId, ...indicesOf(row) },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    }),
  )
  return <RowDifference row={row} group={group} withPass={false} texts={texts} />
}
