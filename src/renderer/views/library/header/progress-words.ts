import type { LibraryState } from '../../../../shared/domain/library.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { countOf } from '../../../lib/format.ts'

/** How far the background work has come, for a person. */
export type ProgressWords = { readonly text: string; readonly share: number }

/** What the background work is at: first everything is read, then counted. Null where nothing is left to do. */
export function progressWords(state: LibraryState): ProgressWords | null {
  const { tasks, indexed, surveyed, failed, passedOver } = state
  const of = (done: number, passed: number, word: string): ProgressWords | null => {
    const total = Math.max(0, tasks - failed - passed)
    if (done >= total) return null
    return { text: `${formatInteger(done)} of ${countOf(total, 'task')} ${word}`, share: done / total }
  }
  return of(indexed, passedOver.index, 'read') ?? of(surveyed, passedOver.survey, 'counted')
}
