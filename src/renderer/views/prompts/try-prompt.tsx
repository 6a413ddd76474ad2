import { Button, Select } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Prompt } from '../../../shared/domain/prompt.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useLastTask } from '../../data/use-last-task.ts'
import { useStartRun } from '../../data/use-start-run.ts'
import { titleOf } from '../../lib/title-of.ts'
import styles from './prompt-pane.module.css'

/** Asks for a summary of a task with the newest version, and goes to where it is written. */
export function TryPrompt({ prompt }: { readonly prompt: Prompt }) {
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions()).data ?? []
  const startRun = useStartRun()
  const [remembered, remember] = useLastTask()
  const task = tasks.find(({ id }) => id === remembered) ?? tasks[0]
  const run = useMutation({
    mutationFn: (taskId: string) =>
      startRun({
        taskId,
        providerId: 'native',
        prompt: { promptId: prompt.id, version: prompt.versions.length },
      }),
  })
  if (task === undefined) return <span className={styles.muted}>Open a task to try this prompt on it.</span>
  return (
    <>
      {run.isError && (
        <span className={styles.muted} role="alert">
          Could not start: {toProblem(run.error).message}
        </span>
      )}
      <Select
        aria-label="Task to try it on"
        w={260}
        data={tasks.map(({ id, title }) => ({ value: id, label: titleOf(title) }))}
        value={task.id}
        allowDeselect={false}
        searchable={tasks.length > 8}
        onChange={(id) => id !== null && remember(id)}
      />
      <Button
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        loading={run.isPending}
        onClick={() => run.mutate(task.id)}
      >
        Try on this task
      </Button>
    </>
  )
}
