import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { routes } from '../../lib/routes.ts'

/** What stands in the place of results before there are any. */
export function NothingPlayed({
  taskId,
  isRunning,
}: {
  readonly taskId: string
  readonly isRunning: boolean
}) {
  const [, navigate] = useLocation()
  if (isRunning) return <SkeletonRows label="Playing the task" />
  return (
    <EmptyPanel
      action={
        <Button variant="default" onClick={() => navigate(routes.replay(taskId, 'policies'))}>
          Look at the policies
        </Button>
      }
    >
      Nothing has been played yet. Play the task under its policies to see what each would have cost.
    </EmptyPanel>
  )
}
