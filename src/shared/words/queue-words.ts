import { countOf } from '../lib/count-of.ts'

/** What a worker did, when it ends. */
export function workedText(cells: number): string {
  return `${countOf(cells, 'cell')} done.`
}

/** What a shared database is given with an experiment that is pushed, before it is. */
export function pushedThereText(shown: string): string {
  return `Condensed contexts and what judges said are stored in ${shown}.`
}

/** What a shared database is given, before it is. */
export function storedThereText(shown: string): string {
  return `Histories, results and answers of models are stored in ${shown}. Keys are not.`
}

/** Why a machine leaves cells to others whose server may do without a key, where whoever runs them has one. */
export function noKeyText(profileId: string, [variable = '']: readonly string[]): string {
  return `this machine has no key for ${profileId}, and whoever runs them has one: set ${variable}.`
}

/** Why a machine leaves cells that ask a model to others, where its own policy allows no more today. */
export const spentDayText =
  'what this machine may spend in a day is spent (budget-per-day of its own policy).'

/** What whoever ends a run has to know where the database could not be told. */
export function unheardEndText(shown: string): string {
  return `${shown} could not be told that this run has ended: workers go on with it, within its budgets. Its results stay there.`
}
