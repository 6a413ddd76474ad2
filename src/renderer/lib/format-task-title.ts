import { showControls } from '../../shared/kernel/show-controls.ts'

/** The title of a task as it is shown, or a name for tasks without one. */
export function formatTaskTitle(title: string): string {
  return title.trim() === '' ? 'Untitled' : showControls(title)
}
