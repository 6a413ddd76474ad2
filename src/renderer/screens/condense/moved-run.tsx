import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { routes } from '../../lib/routes.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { LibraryLink } from '../../ui/components/library-link.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'

/** Leads from the address of a run alone, as links from outside have it, to the run among the methods of its task. */
export function MovedRun({ runId }: { readonly runId: string }) {
  const { queries } = useEngine()
  const run = useQuery(queries.runs.get.queryOptions({ input: { runId } }))
  if (run.isError)
    return (
      <ErrorPanel problem={toProblem(run.error)} onRetry={() => void run.refetch()}>
        <LibraryLink />
      </ErrorPanel>
    )
  if (run.data === undefined) return <SkeletonRows label="Loading the run" />
  return <Redirect to={routes.run(run.data)} replace />
}
