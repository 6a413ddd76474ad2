import { useQuery } from '@tanstack/react-query'
import type { Cell } from '../../../../shared/domain/experiment.ts'
import type { AlignedRow } from '../../../../shared/domain/aligned-row.ts'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { SkeletonRows } from '../../../components/skeleton-rows.tsx'
import { TextPair } from '../../../components/diff/text-pair.tsx'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { indicesOf } from '../../result/row-diff.tsx'
import { useExperiment } from '../experiment-context.ts'
import type { PairRow } from './pair-rows.ts'

type PairTextsProps = { readonly left: Cell; readonly right: Cell; readonly row: PairRow }

/** What stands in both results in the place of one message. */
export function PairTexts({ left, right, row }: PairTextsProps) {
  const { names } = useExperiment()
  const [first, second] = [useResultText(left, row.first), useResultText(right, row.second)]
  const failed = [first, second].find(({ error }) => error !== null)
  if (failed) return <ErrorPanel problem={toProblem(failed.error)} />
  if (first.text === null || second.text === null) return <SkeletonRows rows={4} label="Loading the texts" />
  return (
    <TextPair
      left={{ title: names.nameOf(left.variantId), text: first.text }}
      right={{
        title: `${names.nameOf(right.variantId)}${left.variantId === right.variantId ? `, repeat ${right.repeat}` : ''}`,
        text: second.text,
      }}
    />
  )
}

/** The text of the result's message; empty where nothing is left of it, null while it is on its way. */
function useResultText(
  cell: Cell,
  row: AlignedRow | null,
): { readonly text: string | null; readonly error: unknown } {
  const { queries } = useEngine()
  const { detail } = useExperiment()
  const isThere = row !== null && row.result !== null
  const loaded = useQuery({
    ...queries.experiments.cellTexts.queryOptions({
      input: {
        experimentId: detail.summary.id,
        cellId: cell.id,
        ...(row === null ? { sourceIndex: null, resultIndex: null } : indicesOf(row)),
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    }),
    enabled: isThere,
  })
  if (!isThere) return { text: '', error: null }
  return { text: loaded.data === undefined ? null : (loaded.data.result?.text ?? ''), error: loaded.error }
}
