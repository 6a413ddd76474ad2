import { formatInteger } from '../../../../../shared/kernel/format-figures.ts'
import type { LibraryState } from '../../../../../shared/library/types.ts'
import { formatCountWithNoun } from '../../../../lib/format.ts'

/** How far the background work has come, for a person. */
export type ProgressWords = { readonly text: string; readonly share: number }

/** What the background work is at: first everything is read, then counted. Null where nothing is left to do. */
export function describeProgress(state: LibraryState): ProgressWords | null {
  const { tasks, indexed, surveyed, failed, passedOver } = state
  const describeStage = (done: number, passed: number, word: string): ProgressWords | null => {
    const undone = failed + passed
    if (done + undone >= tasks) return null
    const rest = undone === 0 ? '' : `, ${formatInteger(undone)} cannot be ${word}`
    return {
      text: `${formatInteger(done)} of ${formatCountWithNoun(tasks, 'task')} ${word}${rest}`,
      share: (done + undone) / tasks,
    }
  }
  return (
    describeStage(indexed, passedOver.index, 'read') ?? describeStage(surveyed, passedOver.survey, 'counted')
  )
}
