import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { routes } from '../../lib/routes.ts'

/** What stands in the place of results before there are any. */
export function NothingPlayed({
  taskId,
  job,
}: {
  readonly taskId: string
  /** Null before anything was played; one that neither runs nor failed has been cancelled. */
  readonly job: { readonly isRunning: boolean; readonly problem: unknown } | null
}) {
  const [, navigate] = useLocation()
  if (job?.isRunning === true) return <SkeletonRows label="Playing the task" />
  return (
    <EmptyPanel
      action={
        <Button variant="default" onClick={() => navigate(routes.replay(taskId, 'policies'))}>
          Look at the policies
        </Button>
      }
    >
      {job !== null && job.problem === null ? 'Cancelled: nothing was kept.' : 'Nothing has been played yet.'}{' '}
      Play the task under its policies to see what each would have cost.
    </EmptyPanel>
  )
}
