import { showControls } from '../../shared/lib/show-controls.ts'

/** The title of a task as it is shown, or a name for tasks without one. */
export function formatTaskTitle(title: string): string {
  return title.trim() === '' ? 'Untitled' : showControls(title)
}
