import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { SkeletonRows } from '../../../components/skeleton-rows.tsx'
import { Toolbar } from '../../../components/toolbar.tsx'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { ExperimentEditor } from './experiment-editor.tsx'
import { newExperimentText } from './new-experiment-text.ts'
import { useStoredDraft } from './use-experiment-draft.ts'

/** Five tasks are the fewest that a verdict can rest on; more take longer to begin with. */
const firstTasks = 5

/** An experiment in the making: the draft that was left, or one over the tasks of the library. */
export function NewExperimentView() {
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions())
  const [stored] = useStoredDraft()
  if (tasks.isError || tasks.data === undefined) {
    return (
      <>
        <Toolbar title="New experiment" />
        {tasks.isError ? (
          <ErrorPanel problem={toProblem(tasks.error)} onRetry={() => void tasks.refetch()} />
        ) : (
          <SkeletonRows label="Loading the tasks" />
        )}
      </>
    )
  }
  const fresh = newExperimentText(tasks.data.slice(0, firstTasks).map(({ id }) => id))
  return (
    <ExperimentEditor stored={stored.text === '' ? { text: fresh, basePath: '' } : stored} fresh={fresh} />
  )
}
