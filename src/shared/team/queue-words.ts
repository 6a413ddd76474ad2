import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'

/** What a worker did, when it ends. */
export function describeWorkDone(cells: number): string {
  return `${formatCountWithNoun(cells, 'cell')} done.`
}

/** What a shared database is given with an experiment that is pushed, before it is. */
export function describePushedContent(shown: string): string {
  return `Condensed contexts and what judges said are stored in ${shown}.`
}

/** What a shared database is given, before it is. */
export function describeStoredContent(shown: string): string {
  return `Histories, results and answers of models are stored in ${shown}. Keys are not.`
}

/** Why a machine leaves cells to others whose server may do without a key, where whoever runs them has one. */
export function explainMissingKey(profileId: string, [variable = '']: readonly string[]): string {
  return `this machine has no key for ${profileId}, and whoever runs them has one: set ${variable}.`
}

/** Why a machine leaves cells that ask a model to others, where its own policy allows no more today. */
export const spentDayText =
  'what this machine may spend in a day is spent (budget-per-day of its own policy).'

/** A row of a shared database that is of no use: it may have been damaged, or forged by somebody who may write there. */
export function explainSkippedRow(table: string, name: string, why: string): string {
  return `A row of ${table} in the shared database was skipped: ${name} (${why.replace(/\.$/, '')}).`
}

/** Why a content of a shared database is not taken. */
export const otherContentText = 'its bytes are not what its hash says'

/** Why a kept answer of a model is not taken. */
export const otherAnswerText = 'it is the answer to another request'

/** Why nothing that costs is asked. */
export function explainLostSum(scope: string): string {
  return `nobody can tell what was spent (${scope} in dewpoint.ledger), so nothing more is`
}

/** Why a cell whose result cannot be had is not taken. */
export const lostResultText = 'its result is missing or is not what its hash says'

/** Why a run cannot be worked on. */
export function explainUnusableRun(name: string, why: string): string {
  return `The run “${name}” is left alone: ${why}`
}

/** What whoever ends a run has to know where the database could not be told. */
export function explainUnheardEnd(shown: string): string {
  return `${shown} could not be told that this run has ended: workers go on with it, within its budgets. Its results stay there.`
}
