import { Button } from '@mantine/core'
import { IconGitFork } from '@tabler/icons-react'
import { useState } from 'react'
import type { Autopsied } from '../../../../shared/condensations/autopsy-types.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useJob } from '../../../data/stores/job-tracker.ts'
import { SideDrawer } from '../../../ui/components/side-drawer.tsx'
import { Scroll } from '../../../ui/layout/layout.tsx'
import { ProbePane } from './probe-pane.tsx'

type ProbeButtonProps = {
  readonly task: Pick<TaskSummary, 'id'>
  readonly one: Pick<Autopsied, 'n' | 'missing'>
}

/** Opens the probe of a condensation. It goes on while its drawer is closed. */
export function ProbeButton({ task, one }: ProbeButtonProps) {
  const { probes } = useEngine()
  const [isOpen, setIsOpen] = useState(false)
  const job = useJob(probes, `${task.id} ${one.n}`)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconGitFork size={14} aria-hidden />}
        title="Let the agent go on from what each method leaves, in copies"
        onClick={() => setIsOpen(true)}
      >
        {job?.isRunning === true ? 'Probing…' : 'Probe'}
      </Button>
      <SideDrawer title={`Probe of condensation ${one.n}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Scroll pb="lg">
          <ProbePane taskId={task.id} n={one.n} isKeptKnown={one.missing.length > 0} />
        </Scroll>
      </SideDrawer>
    </>
  )
}
