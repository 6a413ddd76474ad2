import type { TaskSummary } from '../../../shared/domain/task.ts'

/** What a person has to know of the files of an open task; null where they are as they were read. */
export function taskWarning({ state, path, failure }: TaskSummary): string | null {
  if (state === 'gone') return `Its files are gone from ${path}; what is shown here was read before.`
  if (state !== 'failed') return null
  return `Its files cannot be read as they are now; what is shown here was read before. ${failure ?? ''}`.trim()
}
