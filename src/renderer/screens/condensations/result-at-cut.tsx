import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AlignedRow } from '../../../shared/condense/aligned-row-types.ts'
import type { RunSummary } from '../../../shared/condense/run-types.ts'
import { formatAgentName } from '../../../shared/kernel/format-agent-name.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useArmNames } from '../../data/use-arm-names.ts'
import { routes } from '../../lib/routes.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SectionHead } from '../../ui/components/section-head.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { Block, Column, QuietLink } from '../../ui/layout/layout.tsx'
import { selectGroup } from '../condense/result/align-rows.ts'
import { ComparisonPanes } from '../condense/result/comparison-panes.tsx'
import { RunContent } from '../condense/result/result-view.tsx'
import { RowDiff } from '../condense/result/row-diff.tsx'
import { useComparison } from '../condense/result/use-comparison.ts'
import { useRunAtCut } from '../condense/result/use-run-at-cut.ts'

type ResultAtCutProps = {
  readonly task: Pick<TaskSummary, 'id' | 'agent' | 'readTs'>
  readonly n: number
  /** Messages of the file before the condensation. */
  readonly cut: number
  readonly methodId: string | null
}

/** Before and after side by side: what the agent did, or what a method would have made of the same history. */
export function ResultAtCut({ task, n, cut, methodId }: ResultAtCutProps) {
  const section = useRef<HTMLElement>(null)
  const { run, error, retry } = useRunAtCut(task, cut, methodId ?? recordedMethodId)
  const nameOf = useArmNames()
  const agent = task.agent === null ? 'the agent' : formatAgentName(task.agent)
  useEffect(() => {
    if (methodId !== null) section.current?.scrollIntoView({ block: 'start' })
  }, [methodId])
  return (
    <Block ref={section} component="section" aria-label="Before and after" line="top">
      <SectionHead title={`Before and after: ${methodId === null ? `what ${agent} did` : nameOf(methodId)}`}>
        {methodId !== null && (
          <QuietLink href={routes.condensation(task.id, n)}>Show what {agent} did</QuietLink>
        )}
        {run !== undefined && <QuietLink href={routes.run(run)}>Open among the methods</QuietLink>}
      </SectionHead>
      {error !== null && (
        <ErrorPanel title="Cannot open the result" problem={toProblem(error)} onRetry={retry} />
      )}
      {error === null && run === undefined && <SkeletonRows label="Opening the result" />}
      {run !== undefined &&
        (run.status === 'condensed' ? (
          <Column h={640}>
            <SideBySide key={run.id} run={run} />
          </Column>
        ) : (
          <RunContent run={run} />
        ))}
    </Block>
  )
}

/** Each message beside what became of it, and the texts of the chosen one. */
function SideBySide({ run }: { readonly run: RunSummary }) {
  const { queries } = useEngine()
  const rows = useQuery(
    queries.runs.rows.queryOptions({ input: { runId: run.id }, staleTime: Number.POSITIVE_INFINITY }),
  )
  if (rows.isError) return <ErrorPanel problem={toProblem(rows.error)} onRetry={() => void rows.refetch()} />
  if (rows.data === undefined) return <SkeletonRows label="Aligning source and result" />
  return <AlignedRows run={run} rows={rows.data} />
}

type AlignedRowsProps = { readonly run: RunSummary; readonly rows: readonly AlignedRow[] }

function AlignedRows({ run, rows }: AlignedRowsProps) {
  const comparison = useComparison(rows, { isUnfolded: true })
  const row = comparison.shown[comparison.selected]
  return (
    <ComparisonPanes
      id="condensation"
      rows={rows}
      comparison={comparison}
      withPass={(run.outcome?.passes.length ?? 0) > 1}
      below={row !== undefined && <RowDiff run={run} row={row} group={selectGroup(rows, row)} />}
    />
  )
}
