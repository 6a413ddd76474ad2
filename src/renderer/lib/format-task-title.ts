import { showControls } from '../../shared/experiments/show-controls-lib.ts'

/** The title of a task as it is shown, or a name for tasks without one. */
export function formatTaskTitle(title: string): string {
  return title.trim() === '' ? 'Untitled' : showControls(title)
}
