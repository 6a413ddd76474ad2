import { useState, type DragEvent } from 'react'

/** Where something that is dragged would land: before the item at this place. */
type Drag = { readonly from: number; readonly before: number }

/** Dragging items of a list into another order. `onMove` gets the place an item has afterwards. */
export function useDragOrder(onMove: (from: number, to: number) => void): {
  readonly drag: Drag | null
  readonly itemProps: (index: number) => {
    readonly draggable: true
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void
    readonly onDrop: (event: DragEvent) => void
    readonly onDragEnd: () => void
  }
} {
  const [drag, setDrag] = useState<Drag | null>(null)
  return {
    drag,
    itemProps: (index) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move'
        // Without data some browsers do not drag at all.
        event.dataTransfer.setData('text/plain', String(index))
        setDrag({ from: index, before: index })
      },
      onDragOver: (event) => {
        if (drag === null) return
        event.preventDefault()
        event.stopPropagation()
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const before = event.clientY > top + height / 2 ? index + 1 : index
        if (before !== drag.before) setDrag({ ...drag, before })
      },
      onDrop: (event) => {
        if (drag === null) return
        event.preventDefault()
        event.stopPropagation()
        setDrag(null)
        // What stood before the gap moves up by one when the item leaves its place.
        onMove(drag.from, drag.before > drag.from ? drag.before - 1 : drag.before)
      },
      onDragEnd: () => setDrag(null),
    }),
  }
}
