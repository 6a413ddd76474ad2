import { showControls } from '../../shared/lib/show-controls.ts'

/** The title of a task as it is shown; tasks without one have a name all the same. */
export function titleOf(title: string): string {
  return title.trim() === '' ? 'Untitled' : showControls(title)
}
