import { type Comparison, type ComparisonInput, compareFamily } from './compare-family.ts'

/** Two values of a task; null where one has none. Tasks of one workspace are drawn and flipped together. */
export type ComparedTask = {
  readonly taskId: string
  readonly workspace: string | null
  readonly own: number | null
  readonly other: number | null
}

/** Two ways over the tasks that have both, as a family of one without a margin; null where no task has both. */
export function compareTasks(
  tasks: readonly ComparedTask[],
  figure: Pick<ComparisonInput, 'direction' | 'unit'>,
  rules?: Parameters<typeof compareFamily>[1],
): Comparison | null {
  const observe = (read: (task: ComparedTask) => number | null) =>
    tasks.map((task) => ({ taskId: task.taskId, checkpointId: task.taskId, value: read(task) }))
  const workspaces = new Map(
    tasks.flatMap(({ taskId, workspace }) => (workspace === null ? [] : [[taskId, workspace] as const])),
  )
  const baseline = observe(({ other }) => other)
  const candidate = observe(({ own }) => own)
  const [compared] = compareFamily([{ ...figure, baseline, candidate, margin: 0, workspaces }], rules)
  return compared === undefined || compared.taskCount === 0 ? null : compared
}
