import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod'
import { routes } from '../../../lib/routes.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'

/** What the address of an experiment carries that was started a moment ago, and may have ended before it is shown. */
export const justStarted = { isJustStarted: true } as const
const startedSchema = z.object({ isJustStarted: z.literal(true) })

/**
 * Leads from the cells of an experiment to its answer: by itself when it ends under the eyes of who has touched nothing
 * here since, else by a link.
 */
export function SeeVerdict() {
  const { id, status } = useExperiment().detail.summary
  const [, navigate] = useLocation()
  const isJustStarted = startedSchema.safeParse(useHistoryState()).success
  const isWatched = useRef(isJustStarted)
  const stopWatching = (): void => {
    isWatched.current = false
  }
  useWindowEvent('pointerdown', stopWatching)
  useWindowEvent('keydown', stopWatching)
  useWindowEvent('wheel', stopWatching)
  useEffect(() => {
    if (status === 'running') isWatched.current = true
    else if (status === 'finished' && isWatched.current)
      navigate(routes.experiment(id, 'results'), { replace: true })
  }, [status, id, navigate])
  if (status === 'running') return null
  return (
    <Block component="p" py="sm" px="md">
      <Button
        component={Link}
        href={routes.experiment(id, 'results')}
        variant="default"
        rightSection={<IconArrowRight size={14} aria-hidden />}
      >
        See the verdict
      </Button>
    </Block>
  )
}
