import { Button, Group, Modal, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Answer } from '../../../../shared/home/answer-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { formatShare } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { tellApart } from '../../../lib/tell-apart.ts'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { Caption, Inline, Note } from '../../../ui/layout/layout.tsx'
import { useStoredDraft } from '../../experiments/editor/use-experiment-draft.ts'
import { useTuneArm } from '../../methods/use-take-method.ts'
import { pickArmsToTry, writeArmExperiment } from './write-arm-experiment.ts'
import styles from './home.module.css'

const arrow = <IconArrowRight size={14} aria-hidden />

/** The tasks where the recommended arm keeps least, each a link to all arms on it. */
export function WorstTasks({ answer }: { readonly answer: Answer }) {
  const best = answer.arms.find(({ id }) => id === answer.recommended)
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions()).data
  const apart = useMemo(() => tellApart(tasks ?? []), [tasks])
  if (best === undefined || answer.worst.length === 0) return null
  const title = 'Where it keeps least'
  return (
    <section aria-label={title}>
      <SectionHead title={title} />
      <ol className={styles.worst}>
        {answer.worst.map(({ taskId, title: task, kept }) => {
          const trait = apart.get(taskId)
          return (
            <li key={taskId}>
              <Inline flex="none" w={40} ta="right">
                {formatShare(Math.round(100 * kept))}
              </Inline>
              <span>
                <Link
                  href={routes.task(taskId, 'compare')}
                  className={styles.task ?? ''}
                  title={formatTaskTitle(task)}
                >
                  {formatTaskTitle(task)}
                </Link>
                {trait !== undefined && <Caption>{trait}</Caption>}
              </span>
            </li>
          )
        })}
      </ol>
      <Note pt="xs" pb="sm" px="md">
        Of what was used next. Each opens all arms on that task.
      </Note>
    </section>
  )
}

/** What to do with the answer. */
export function NextSteps({
  answer,
  firstTask,
}: {
  readonly answer: Answer
  readonly firstTask: string | null
}) {
  const armIds = pickArmsToTry(answer)
  const tune = useTuneArm()
  const best = answer.arms.find(({ id }) => id === answer.recommended)
  const worst = answer.worst[0]?.taskId ?? null
  return (
    <section aria-label="What to do next">
      <SectionHead title="What to do next" />
      <div className={styles.steps} data-tour="next">
        {firstTask !== null && (
          <StepLink href={routes.task(firstTask, 'compare')}>Compare the arms on one task</StepLink>
        )}
        {worst !== null && worst !== firstTask && (
          <StepLink href={routes.task(worst, 'compare')}>Read the worst case</StepLink>
        )}
        {best !== undefined && firstTask !== null && (
          <Button variant="default" rightSection={arrow} onClick={() => tune(firstTask, best.id)}>
            Tune {best.label} in Condense
          </Button>
        )}
        {armIds.length > 1 && <ExperimentStep armIds={armIds} baseline={answer.against ?? armIds[1] ?? ''} />}
        <StepLink href={routes.choose}>Ask the Guide about your case</StepLink>
      </div>
    </section>
  )
}

function StepLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Button component={Link} href={href} variant="default" rightSection={arrow}>
      {children}
    </Button>
  )
}

/** Fills a new experiment with the arms. A draft that is there already is replaced only when that is said. */
function ExperimentStep({
  armIds,
  baseline,
}: {
  readonly armIds: readonly string[]
  readonly baseline: string
}) {
  const [, navigate] = useLocation()
  const [stored, store] = useStoredDraft()
  const [asking, setAsking] = useState(false)
  const text = writeArmExperiment(armIds, baseline)
  const fill = (): void => {
    store({ text, basePath: '' })
    navigate(routes.newExperiment)
  }
  return (
    <>
      <Button
        variant="default"
        rightSection={arrow}
        onClick={() => (stored.text === '' || stored.text === text ? fill() : setAsking(true))}
      >
        Start an experiment with {armIds.length} arms
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title="Replace the draft of a new experiment?">
        <Text size="sm" mb="lg">
          You already have a draft. Save its YAML first if you want to keep it.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => navigate(routes.newExperiment)}>
            Go to the draft
          </Button>
          <Button data-autofocus onClick={fill}>
            Replace it
          </Button>
        </Group>
      </Modal>
    </>
  )
}
