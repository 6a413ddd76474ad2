import type { LibraryState } from '../../../../shared/domain/library.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { countOf } from '../../../lib/format.ts'

/** How far the background work has come, for a person. */
export type ProgressWords = { readonly text: string; readonly share: number }

/** What the background work is at: first everything is read, then counted. Null where nothing is left to do. */
export function progressWords(state: LibraryState): ProgressWords | null {
  const { tasks, indexed, surveyed, failed } = state
  const total = Math.max(0, tasks - failed)
  const of = (done: number, word: string): ProgressWords => ({
    text: `${formatInteger(done)} of ${countOf(total, 'task')} ${word}`,
    share: total === 0 ? 1 : Math.min(1, done / total),
  })
  if (indexed < total) return of(indexed, 'read')
  if (surveyed < total) return of(surveyed, 'counted')
  return null
}
