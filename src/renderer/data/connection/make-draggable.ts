import type { DragEvent } from 'react'
import type { Host } from './host.ts'

type DragProps = {
  readonly draggable?: true
  readonly title?: string
  readonly onDragStart?: (event: DragEvent) => void
}

/**
 * For a button that gives a file to the person: on the desktop the file can be dragged from it as well, onto a folder or
 * into a message. In a browser it adds nothing. `dragOut` makes the file and hands it to the host.
 */
export function makeDraggable(host: Pick<Host, 'dragOut'>, dragOut: () => void): DragProps {
  if (host.dragOut === null) return {}
  return {
    draggable: true,
    title: 'Can be dragged to where you want the file',
    onDragStart: (event) => {
      // The system takes over the drag with a file instead of the button.
      event.preventDefault()
      dragOut()
    },
  }
}
