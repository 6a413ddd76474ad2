import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { TaskSource } from '../../shared/library/tasks-contract.ts'
import { routes } from '../lib/routes.ts'
import { useEngine } from './engine-context.ts'
import type { OpenerState } from './stores/task-opener.ts'

/** Opening tasks from a view: its state, and ways to open that go to where the result can be seen. */
export function useTaskOpener(): {
  readonly state: OpenerState
  readonly dismiss: () => void
  /**
   * Goes to the task where it is one, to Home where they are several, and to the Library where something went wrong.
   * Accepts sources to come.
   */
  readonly open: (sources: Promise<readonly TaskSource[]> | readonly TaskSource[]) => Promise<void>
} {
  const { opener } = useEngine()
  const [, navigate] = useLocation()
  const state = useSyncExternalStore(opener.subscribe, opener.snapshot)
  const open = async (coming: Promise<readonly TaskSource[]> | readonly TaskSource[]): Promise<void> => {
    try {
      const sources = await coming
      if (sources.length === 0) return
      const tasks = await opener.open(sources)
      const after = opener.snapshot()
      const spotless =
        after.kind === 'idle' && after.report?.failures.length === 0 && after.report.problems.length === 0
      const [only, ...others] = tasks
      if (spotless && others.length === 0) opener.dismiss()
      if (!spotless || only === undefined) navigate(routes.library)
      else navigate(others.length === 0 ? routes.taskAtInterest(only) : routes.home)
    } catch (error) {
      opener.fail(error)
      navigate(routes.library)
    }
  }
  return { state, dismiss: opener.dismiss, open }
}
