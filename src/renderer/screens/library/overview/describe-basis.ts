import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import type { LibraryOverview } from '../../../../shared/library/types.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'

type Basis = Pick<
  LibraryOverview,
  | 'tasks'
  | 'surveyed'
  | 'childTasks'
  | 'unreadableTasks'
  | 'outdatedTasks'
  | 'movedTasks'
  | 'copiedRequests'
  | 'leftOutSamples'
  | 'countedSamples'
>

/** Which tasks the figures are of, and why not of the others. */
export function describeBasis(basis: Basis): string {
  const { outdatedTasks, movedTasks } = basis
  const reservation =
    outdatedTasks === 0
      ? ''
      : ` Of ${formatInteger(outdatedTasks)} they are as last read: ${outdatedTasks === 1 ? 'it is' : 'these are'} gone or cannot be read now.`
  const moved =
    movedTasks === 0
      ? ''
      : ` ${formatCountWithNoun(movedTasks, 'task')} that ${movedTasks === 1 ? 'was' : 'were'} moved or renamed ${movedTasks === 1 ? 'counts' : 'count'} once.`
  const copied =
    basis.copiedRequests === 0
      ? ''
      : ` ${formatCountWithNoun(basis.copiedRequests, 'model call')} that forks and resumed sessions repeat ${basis.copiedRequests === 1 ? 'counts' : 'count'} once.`
  const children =
    basis.childTasks === 0
      ? ''
      : ` ${formatCountWithNoun(basis.childTasks, 'child session')} ${basis.childTasks === 1 ? 'is' : 'are'} among them.`
  return `${describeBasisTasks(basis)}${children}${reservation}${moved}${copied}`
}

function describeBasisTasks({
  tasks,
  surveyed,
  unreadableTasks,
  leftOutSamples,
  countedSamples,
}: Basis): string {
  const sample = leftOutSamples === 0 ? '' : `, without ${describeSamples(leftOutSamples)}`
  const rest = tasks - surveyed
  if (rest <= 0 && countedSamples > 0)
    return `Figures of ${describeSamples(countedSamples)} that ${countedSamples === 1 ? 'comes' : 'come'} with Dewpoint. Open a folder to see those of your own tasks.`
  if (rest <= 0)
    return tasks === 1
      ? `Figures of one task${sample}.`
      : `Figures of all ${formatCountWithNoun(tasks, 'task')}${sample}.`
  const waiting = rest - unreadableTasks
  const reasons = [
    unreadableTasks === 0 ? '' : `${formatInteger(unreadableTasks)} cannot be read`,
    waiting <= 0 ? '' : `${formatInteger(waiting)} ${waiting === 1 ? 'is' : 'are'} not counted yet`,
  ].filter((reason) => reason !== '')
  return `Figures of ${formatInteger(surveyed)} of ${formatCountWithNoun(tasks, 'task')}${sample}. ${reasons.join(', ')}.`
}

function describeSamples(samples: number): string {
  return samples === 1 ? 'the sample' : `the ${formatCountWithNoun(samples, 'sample')}`
}
