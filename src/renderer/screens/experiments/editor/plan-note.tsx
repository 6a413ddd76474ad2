import { describeTasksNeeded } from '../../../../shared/condensations/needed-words.ts'
import type { TasksNeeded } from '../../../../shared/condense/comparison-types.ts'
import type { ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { measurePlan } from '../../../../shared/experiments/measure-plan.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { foldSame, formatTimes } from '../../../../shared/kernel/fold-same.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { Block, Inline } from '../../../ui/layout/layout.tsx'

/** What an experiment comes to: how many cells over how many tasks, and what is left out. */
export function PlanNote({
  plan,
  needs,
}: {
  readonly plan: ExperimentPlan
  /** How many tasks a verdict takes, where it has not begun yet. */
  readonly needs?: TasksNeeded
}) {
  const { variants, checkpoints, notes } = plan
  const { tasks, cells } = measurePlan(plan)
  const left = notes.filter(({ isLeftOut }) => isLeftOut === true)
  const others = notes.filter(({ isLeftOut }) => isLeftOut !== true)
  return (
    <Block
      flex="none"
      mah={140}
      py={6}
      px="md"
      scroll
      line="top"
      fz="xs"
      role="status"
      aria-label="Size of the experiment"
    >
      <p>
        {formatCountWithNoun(variants.length, 'variant')} × {formatCountWithNoun(checkpoints.length, 'cut')}{' '}
        of {formatCountWithNoun(tasks, 'task')} = <strong>{formatCountWithNoun(cells, 'cell')}</strong>
        {variants.some(({ repeats }) => repeats > 1) && (
          <Inline c="dimmed">
            {' '}
            with {formatInteger(findLargest(variants.map(({ repeats }) => repeats)))} repeats of what asks a
            model
          </Inline>
        )}
      </p>
      {left.length > 0 && (
        <>
          <p>
            {formatInteger(tasks)} of {formatCountWithNoun(tasks + left.length, 'task')} taken,{' '}
            {formatInteger(left.length)} left out:
          </p>
          <NoteList notes={left} />
        </>
      )}
      {needs !== undefined && needs.comparisons > 0 && (
        <p data-tone={tasks < needs.fewest ? 'caution' : 'plain'}>{describeTasksNeeded(needs, tasks)}</p>
      )}
      {others.length > 0 && <NoteList notes={others} />}
    </Block>
  )
}

/** Notes, those that say the same once with how often. */
function NoteList({ notes }: { readonly notes: ExperimentPlan['notes'] }) {
  return (
    <ul>
      {foldSame(notes, ({ message }) => message).map(({ first: { where, message }, items }) => (
        <li key={message} title={items.map((note) => showControls(note.where)).join('\n')}>
          {formatTimes(items.length)}
          {items.length === 1 && <Inline c="dimmed">{showControls(where)} </Inline>}
          {showControls(message)}
        </li>
      ))}
    </ul>
  )
}
