import { useQuery } from '@tanstack/react-query'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import { useEngine } from '../../../data/engine-context.ts'

type RunAtCut = {
  readonly run: RunSummary | undefined
  readonly error: Error | null
  readonly retry: () => void
}

/**
 * What a method made of a task at a cut, once it has ended: the run that is kept of it, or one that begins now. Nothing is
 * asked for while cut or method is null.
 */
export function useRunAtCut(
  task: Pick<TaskSummary, 'id' | 'readTs'>,
  at: number | null,
  arm: string | null,
): RunAtCut {
  const { client } = useEngine()
  const { data, error, refetch } = useQuery({
    // Changes with what is in the task.
    queryKey: ['run-at-cut', task.id, task.readTs, at, arm],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: at !== null && arm !== null,
    queryFn: async ({ signal }): Promise<RunSummary> => {
      const run = await client.answers.result({ taskId: task.id, arm: arm ?? '', at: at ?? 0 })
      if (run.status !== 'running') return run
      for await (const event of await client.runs.watch({ runId: run.id }, { signal }))
        if (event.kind === 'finished') return event.run
      return run
    },
  })
  return { run: data, error, retry: () => void refetch() }
}
