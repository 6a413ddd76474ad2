import { Button, Select } from '@mantine/core'
import { IconCompass } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useLastTask } from '../../data/use-last-task.ts'
import { useListedTasks } from '../../data/use-listed-tasks.ts'
import { routes } from '../../lib/routes.ts'
import { buildTaskChoices } from '../../lib/tell-apart.ts'
import { Toolbar } from '../../ui/components/toolbar.tsx'
import { MethodWorkbench } from './method-workbench.tsx'

/** Every way to condense: one's own, agents', vendors', frameworks' and Dewpoint's, each opened in an editor. */
export function MethodsView({ providerId }: { readonly providerId: string | null }) {
  const [, navigate] = useLocation()
  const tasks = useListedTasks().data ?? []
  const [lastTask, rememberTask] = useLastTask()
  const task = tasks.find(({ id }) => id === lastTask) ?? tasks[0]
  return (
    <>
      <Toolbar title="Methods">
        <Button
          component={Link}
          href={routes.choose}
          variant="default"
          leftSection={<IconCompass size={14} aria-hidden />}
        >
          Which one?
        </Button>
        <Toolbar.Spring />
        {task !== undefined && (
          <>
            <label htmlFor="methods-task">Try on</label>
            <Select
              id="methods-task"
              w={320}
              data={[...buildTaskChoices(tasks)]}
              value={task.id}
              allowDeselect={false}
              searchable
              onChange={(id) => id !== null && rememberTask(id)}
            />
          </>
        )}
      </Toolbar>
      <MethodWorkbench
        taskId={task?.id ?? null}
        providerId={providerId}
        onProvider={(id) => navigate(routes.method(id), { replace: true })}
      />
    </>
  )
}
