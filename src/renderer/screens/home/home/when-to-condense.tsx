import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Link } from 'wouter'
import { z } from 'zod'
import { usualSweepArms, usualSweepTasks } from '../../../../shared/replay/sweep-types.ts'
import { idleAnswer, sweepAnswer, withArmNames } from '../../../../shared/replay/sweep-words.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useArmNames } from '../../../data/use-arm-names.ts'
import { useListedTasks } from '../../../data/use-listed-tasks.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { routes } from '../../../lib/routes.ts'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { Block, Row } from '../../../ui/layout/layout.tsx'
import { ReplayProgress } from '../../replay/replay-progress.tsx'
import { useLastSweep } from '../../replay/when/use-last-sweep.ts'

const taskSchema = z.string()

/** At what size to condense, in a sentence: of the last sweep that was started here, or a button that starts one. */
export function WhenToCondense({ firstTask }: { readonly firstTask: string }) {
  const [keptWith, remember] = usePreference('home.sweep', taskSchema, firstTask)
  const { sweeps } = useEngine()
  const { job, shown } = useLastSweep(keptWith)
  const nameOf = useArmNames()
  const taskIds = (useListedTasks().data ?? []).map(({ id }) => id)
  const start = (): void => {
    remember(keptWith)
    sweeps.start(keptWith, { taskIds, arms: [...usualSweepArms], keptWith })
  }
  const title = 'When to condense'
  return (
    <section aria-label={title}>
      <SectionHead title={title}>
        <Link href={routes.when(keptWith)}>Every size and method</Link>
      </SectionHead>
      <Block pb="sm" px="md" fz="xs" lh="16px">
        {shown !== null && (
          <Block component="p" mt={2} mb="xs">
            {[sweepAnswer(withArmNames(shown.result, nameOf)), idleAnswer(shown.result)].join(' ').trim()}
          </Block>
        )}
        {job?.isRunning === true ? (
          <Row wrap gap="xs md" mih={30} fz="xs">
            <ReplayProgress job={job} onCancel={() => sweeps.cancel(keptWith)} label="sweep" />
          </Row>
        ) : (
          <>
            {shown === null && (
              <Block component="p" mt={2} mb="xs">
                {job?.problem?.message ??
                  `Plays your ${usualSweepTasks} longest tasks at each size, a few minutes. No model is called.`}
              </Block>
            )}
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              disabled={taskIds.length === 0}
              onClick={start}
            >
              {shown === null ? 'Find the size that pays' : 'Play again'}
            </Button>
          </>
        )}
      </Block>
    </section>
  )
}
