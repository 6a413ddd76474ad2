import { useDocumentTitle } from '@mantine/hooks'
import { titleOf } from '../lib/title-of.ts'
import { useOpenTask } from './use-open-task.ts'

/** Names the window, and its entry in the history, after the task that is open. */
export function useWindowTitle(): void {
  const task = useOpenTask()
  useDocumentTitle(task === null ? 'Dewpoint' : `${titleOf(task.title)} · Dewpoint`)
}
