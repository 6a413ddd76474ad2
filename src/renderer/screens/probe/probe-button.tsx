import { Button } from '@mantine/core'
import { IconGitFork } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useEngine } from '../../data/engine-context.ts'
import { useJob } from '../../data/stores/job-tracker.ts'
import { SideDrawer } from '../../ui/components/side-drawer.tsx'
import { Scroll } from '../../ui/layout/layout.tsx'

type ProbeButtonProps = {
  readonly title: string
  /** Addresses of the probe, by which it is known among those of this window, and of what it is opened from. */
  readonly route: string
  readonly back: string
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** Opens a probe, which goes on while its drawer is closed. Its address leads to it from Activity. */
export function ProbeButton({ title, route, back, isOpen, children }: ProbeButtonProps) {
  const { probes } = useEngine()
  const [, navigate] = useLocation()
  const job = useJob(probes, route)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconGitFork size={14} aria-hidden />}
        title="Let the agent go on from what each method leaves, in copies"
        onClick={() => navigate(route, { replace: true })}
      >
        {job?.isRunning === true ? 'Probing…' : 'Probe'}
      </Button>
      <SideDrawer title={title} isOpen={isOpen} onClose={() => navigate(back, { replace: true })}>
        <Scroll pb="lg">{children}</Scroll>
      </SideDrawer>
    </>
  )
}
