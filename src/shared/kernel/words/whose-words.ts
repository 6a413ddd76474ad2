import type { Cell, ExperimentSummary } from '../../experiments/experiment-types.ts'
import { formatCountWithNoun } from '../format-count-with-noun.ts'
import { showControls } from '../show-controls.ts'

/** Names of machines that are listed. */
const mostNames = 5

/** Whose an experiment is where it is not one's own; null where it is. Whoever it is says so themselves. */
export function describeExperimentOwner({
  isImported,
  isSample,
  pushedBy,
}: Pick<ExperimentSummary, 'isImported' | 'isSample' | 'pushedBy'>): string | null {
  if (pushedBy !== undefined) return `Pulled from a team, pushed by ${showControls(pushedBy.slice(0, 100))}`
  return isImported && !isSample ? 'Imported from a file' : null
}

/** How many cells other machines did, and which, as they call themselves; null where none did. */
export function describeDoneElsewhere(cells: readonly Pick<Cell, 'doneBy'>[]): string | null {
  const elsewhere = cells.flatMap(({ doneBy }) => (doneBy === undefined ? [] : [doneBy]))
  if (elsewhere.length === 0) return null
  const names = [...new Set(elsewhere)].map((name) => showControls(name.slice(0, 100)) || 'nobody')
  const more =
    names.length > mostNames ? ` and ${formatCountWithNoun(names.length - mostNames, 'other machine')}` : ''
  return `${formatCountWithNoun(elsewhere.length, 'cell')} done by ${names.slice(0, mostNames).join(', ')}${more}`
}
