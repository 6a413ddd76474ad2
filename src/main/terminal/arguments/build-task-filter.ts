import { readFieldValues } from '../../../shared/library/filter-tasks.ts'
import { everyTask, type LibraryFilter } from '../../../shared/library/library-filter-types.ts'
import type { TaskState, TaskSummary, ToolEra } from '../../../shared/library/task-types.ts'
import { CliFailure } from '../cli-failure.ts'
import { formatOneLine } from '../output/figures.ts'

/** How a command line narrows the tasks of the library. */
export type TaskFilterOptions = {
  readonly agent?: readonly string[]
  readonly model?: readonly string[]
  readonly workspace?: readonly string[]
  readonly named?: string
  readonly tools?: ToolEra
  readonly state?: TaskState
  readonly condensed?: 'yes' | 'no'
  readonly tokens?: LibraryFilter['tokens']
  readonly cost?: LibraryFilter['costUsd']
  readonly active?: LibraryFilter['activity']
}

/** The filter that the options mean for these tasks. Throws a `CliFailure` for a name that none of them has. */
export function buildTaskFilter(options: TaskFilterOptions, tasks: readonly TaskSummary[]): LibraryFilter {
  return {
    text: options.named ?? '',
    agent: matchNamedValues(tasks, 'agent', options.agent),
    model: matchNamedValues(tasks, 'model', options.model),
    workspace: matchNamedValues(tasks, 'workspace', options.workspace),
    era: options.tools === undefined ? [] : [options.tools],
    state: options.state === undefined ? [] : [options.state],
    condensed: options.condensed ?? 'any',
    tokens: options.tokens ?? everyTask.tokens,
    costUsd: options.cost ?? everyTask.costUsd,
    activity: options.active ?? everyTask.activity,
  }
}

type NamedField = 'agent' | 'model' | 'workspace'

function matchNamedValues(
  tasks: readonly TaskSummary[],
  field: NamedField,
  names: readonly string[] = [],
): (string | null)[] {
  const values = [...new Set(tasks.flatMap((task) => readFieldValues(task, field)))]
  return names.flatMap((name) => {
    const found = values.filter((value) => isNamed(value, name))
    if (found.length === 0) throw makeUnknownNameFailure(field, name, values)
    return found
  })
}

/** Models are known without their vendor too, and workspaces by their last folder. */
function isNamed(value: string | null, name: string): boolean {
  if (value === null || name === '') return value === null && name === ''
  const [whole, wanted] = [trimName(value), trimName(name)]
  return whole === wanted || whole.split(/[/\\]/).at(-1) === wanted
}

const trimName = (name: string): string => name.toLowerCase().replace(/(?<=[^/\\]|^[/\\])[/\\]+$/, '')

const mostShown = 8

function makeUnknownNameFailure(
  field: NamedField,
  name: string,
  values: readonly (string | null)[],
): CliFailure {
  const known = values.filter((value) => value !== null).toSorted()
  const shown = known.slice(0, mostShown).map((value) => formatOneLine(value, 80))
  const more = known.length > mostShown ? `, and ${known.length - mostShown} more` : ''
  return new CliFailure({
    message:
      name === '' ? `Every task names its ${field}.` : `No task has the ${field} ${formatOneLine(name, 80)}.`,
    where: `--${field}`,
    hint: known.length === 0 ? `No task names its ${field}.` : `There are: ${shown.join(', ')}${more}.`,
  })
}
