import type { TaskSummary } from '../../shared/library/task-types.ts'
import { formatShortName } from './format-short-name.ts'
import { formatTaskTitle } from './format-task-title.ts'
import { formatTime } from './format.ts'

/** A task as far as lists name it. */
export type NamedTask = Pick<TaskSummary, 'id' | 'title' | 'agent' | 'lastActivityTs' | 'path'>

/** What may differ where titles do not, the most telling first. */
const traits: readonly ((task: NamedTask) => string)[] = [
  ({ agent }) => agent ?? '',
  ({ lastActivityTs }) => (lastActivityTs === null ? '' : formatTime(lastActivityTs)),
  ({ path }) => formatShortName(path),
]

/**
 * What tells tasks of equal titles apart, by their ids: the agent, the time or the name of the file, whichever differs
 * between all of them, or else all three. Tasks with a title of their own are not in it.
 */
export function tellApart(tasks: readonly NamedTask[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(tasks, ({ title }) => formatTaskTitle(title))
  return new Map(
    [...groups.values()].filter((group) => group.length > 1).flatMap((group) => describeTraits(group)),
  )
}

function describeTraits(group: readonly NamedTask[]): readonly (readonly [string, string])[] {
  const trait = traits.find((one) => new Set(group.map(one)).size === group.length)
  const textOf =
    trait ??
    ((task: NamedTask) =>
      traits
        .map((one) => one(task))
        .filter(Boolean)
        .join(' · '))
  return group.map((task) => [task.id, textOf(task)] as const)
}

/** Tasks to choose from, each with a label of its own where anything tells it apart. */
export function buildTaskChoices(
  tasks: readonly NamedTask[],
): readonly { readonly value: string; readonly label: string }[] {
  const apart = tellApart(tasks)
  return tasks.map(({ id, title }) => {
    const trait = apart.get(id) ?? ''
    return {
      value: id,
      label: trait === '' ? formatTaskTitle(title) : `${formatTaskTitle(title)} (${trait})`,
    }
  })
}
