import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import type { RunSummary } from '../../shared/domain/run.ts'
import { useEngine } from '../data/engine-context.ts'
import { formatChange } from '../lib/format.ts'
import { describeProviders } from '../lib/providers-of-run.ts'
import { routes } from '../lib/routes.ts'
import { titleOf } from '../lib/title-of.ts'

/** Says that a run has finished to someone who looks at something else; its page says the same to who waits. */
export function useRunNotices(): void {
  const { runs } = useEngine()
  const [location, navigate] = useLocation()
  const announce = useEffectEvent((run: RunSummary) => {
    if (location === routes.run(run.id)) return
    notifications.show({
      id: run.id,
      title: `${describeProviders(run)}: ${describeEnd(run)}`,
      message: titleOf(run.taskTitle),
      onClick: () => {
        notifications.hide(run.id)
        navigate(routes.run(run.id))
      },
    })
  })
  useEffect(() => runs.onFinished((run) => announce(run)), [runs])
}

function describeEnd({ status, outcome }: RunSummary): string {
  if (status !== 'condensed' || outcome === null) return status
  return formatChange(outcome.stats.originalTokens, outcome.stats.finalTokens)
}
