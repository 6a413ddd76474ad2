import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { readRunsSelection, type RunsSelection } from '../../lib/runs-selection.ts'
import { RunsTable } from './runs-table.tsx'
import { SelectionNote } from './selection-note.tsx'

/** Every run that was made, on every task; or those behind a figure, where the address names one. */
export function RunsView({ address }: { readonly address: string | null }) {
  const selection = readRunsSelection(address)
  return selection === null ? <RunsTable /> : <SelectedRuns selection={selection} />
}

function SelectedRuns({ selection }: { readonly selection: RunsSelection }) {
  const { queries } = useEngine()
  const runs = useQuery(
    queries.metrics.runs.queryOptions({ input: selection.selection, refetchOnMount: 'always' }),
  )
  const note = <SelectionNote selection={selection} />
  if (runs.data !== undefined) return <RunsTable only={runs.data} note={note} />
  return (
    <>
      <Toolbar title="Runs">{note}</Toolbar>
      {runs.isError ? (
        <ErrorPanel problem={toProblem(runs.error)} onRetry={() => void runs.refetch()} />
      ) : (
        <SkeletonRows label="Loading runs" />
      )}
    </>
  )
}
