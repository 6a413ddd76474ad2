import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { replayParts } from '../../lib/routes.ts'
import { policiesText } from './policies/policies-text.ts'
import { ReplayDesk } from './replay-desk.tsx'

/** What the task would have cost under other policies. `part` is what the address names behind the tab. */
export function ReplayTab({ taskId, part }: { readonly taskId: string; readonly part: string | null }) {
  const { queries } = useEngine()
  const usual = useQuery(queries.replay.usual.queryOptions({ input: { taskId } }))
  const preferences = useQuery(queries.preferences.all.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  // What was played last decides what is shown first; where that cannot be told, the desk says why.
  const kept = useQuery(queries.replay.kept.queryOptions({ input: { taskId } }))
  if (usual.isError)
    return <ErrorPanel problem={toProblem(usual.error)} onRetry={() => void usual.refetch()} />
  if (usual.data === undefined || preferences.isPending || kept.isPending)
    return <SkeletonRows label="Loading the usual policies" />
  return (
    <ReplayDesk
      taskId={taskId}
      fresh={policiesText(usual.data)}
      hasPlayed={kept.data != null}
      part={replayParts.find((name) => name === part) ?? null}
    />
  )
}
