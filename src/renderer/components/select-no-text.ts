import type { MouseEvent } from 'react'

/** For what opens on a double click: a browser would mark a word with it, or all that stands on the screen next. */
export function selectNoText(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}
