import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { formatTime } from '../../lib/format.ts'

/** What a person has to know of the files of an open task. Null where they are as they were read. */
export function describeTaskWarning({ state, path, failure, readTs }: TaskSummary): string | null {
  const shown = `This was read before${readTs === null ? '' : `, on ${formatTime(readTs)}`}.`
  if (state === 'gone') return `Its files are gone from ${path}. ${shown}`
  if (state !== 'failed') return null
  return `Its files cannot be read as they are now. ${shown} ${failure ?? ''}`.trim()
}
