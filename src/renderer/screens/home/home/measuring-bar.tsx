import { Button, SegmentedControl } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { Answer } from '../../../../shared/home/answer-types.ts'
import { describeCoverage } from '../../../../shared/home/answers-words.ts'
import { defaultPace, paces, paceSchema, type Pace } from '../../../../shared/library/pace-types.ts'
import type { LibraryState } from '../../../../shared/library/types.ts'
import { usePace } from '../../../data/use-answer.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { Block, Inline, Row } from '../../../ui/layout/layout.tsx'

const limits = paces.filter((pace) => pace !== 0)

/** Tasks that are still to be measured: neither measured, nor out of reach. */
export function countTasksLeft({ tasks, measured, failed, passedOver }: LibraryState): number {
  return Math.max(0, tasks - measured - failed - passedOver.measure)
}

type MeasuringBarProps = { readonly answer: Answer; readonly state: LibraryState | null }

/** Over how many tasks the figures are; while there are more to come, how far it is, with pause and limit. */
export function MeasuringBar({ answer, state }: MeasuringBarProps) {
  const done = answer.tasks + answer.tooShort
  // Samples are measured too, after everything that is spoken of here.
  const left = state === null ? 0 : Math.min(countTasksLeft(state), answer.ofTasks - done)
  const unmeasurable =
    state === null ? 0 : Math.min(state.failed + state.passedOver.measure, answer.ofTasks - done)
  const share = answer.ofTasks === 0 ? 1 : done / answer.ofTasks
  return (
    <Row wrap gap="xs md" mih={30} fz="xs">
      {left > 0 && (
        <Inline
          w={120}
          h={4}
          bdrs={2}
          bg="var(--line)"
          clip
          role="progressbar"
          aria-label="Measuring tasks"
          aria-valuenow={Math.round(100 * share)}
          aria-valuetext={`${done} of ${answer.ofTasks} tasks`}
        >
          <Block
            component="span"
            display="block"
            h="100%"
            bg="var(--accent)"
            style={{ width: `${100 * share}%` }}
          />
        </Inline>
      )}
      <Inline
        c="dimmed"
        title={state?.workingOn == null ? undefined : `Now: ${formatTaskTitle(state.workingOn)}`}
      >
        {describeCoverage(answer, unmeasurable)}
      </Inline>
      {left > 0 && <PaceControls />}
    </Row>
  )
}

/** Pauses the measuring, and limits what it takes of a processor. */
function PaceControls() {
  const [pace, setPace] = usePace()
  const [limit, setLimit] = usePreference<Pace>('home.limit', paceSchema, defaultPace)
  if (pace === undefined) return null
  const isPaused = pace === 0
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  const choose = (value: string): void => {
    const next = paceSchema.parse(Number(value))
    setLimit(next)
    setPace(next)
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<Icon size={12} aria-hidden />}
        onClick={() => setPace(isPaused ? limit || defaultPace : 0)}
      >
        {isPaused ? 'Resume measuring' : 'Pause measuring'}
      </Button>
      {isPaused && <Inline c="dimmed">New tasks are still read and indexed.</Inline>}
      <Row
        component="span"
        inline
        gap={6}
        c="dimmed"
        title="Binds the measuring of arms. New and changed tasks are read and indexed one at a time, without this limit."
      >
        <span aria-hidden>Limit</span>
        <SegmentedControl
          size="xs"
          aria-label="Limit, share of a processor for measuring"
          data={limits.map((value) => ({ value: String(value), label: `${value} %` }))}
          value={String(isPaused ? limit : pace)}
          onChange={choose}
        />
        <span aria-hidden>of a processor for measuring</span>
      </Row>
    </>
  )
}
