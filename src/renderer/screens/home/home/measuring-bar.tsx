import { Link } from 'wouter'
import type { Answer } from '../../../../shared/home/answer-types.ts'
import { describeCoverage } from '../../../../shared/home/answers-words.ts'
import type { LibraryState } from '../../../../shared/library/types.ts'
import { usePace } from '../../../data/use-answer.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { routes } from '../../../lib/routes.ts'
import { Block, Inline, Row } from '../../../ui/layout/layout.tsx'

/** Tasks that are still to be measured: neither measured, nor out of reach. */
export function countTasksLeft({ tasks, measured, failed, passedOver }: LibraryState): number {
  return Math.max(0, tasks - measured - failed - passedOver.measure)
}

type MeasuringBarProps = { readonly answer: Answer; readonly state: LibraryState | null }

/** Over how many tasks the figures are; while there are more to come, how far it is. */
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
      {left > 0 && <PausedNote />}
    </Row>
  )
}

/** Says that nothing more will come by itself, and where to change that. */
function PausedNote() {
  const [pace] = usePace()
  if (pace !== 0) return null
  return (
    <Inline c="dimmed">
      Measuring is paused in <Link href={routes.settings}>Settings</Link>.
    </Inline>
  )
}
