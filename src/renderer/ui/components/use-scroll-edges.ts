import { useEffect, useState, type RefObject } from 'react'

/** What is out of sight of something that scrolls sideways. */
export type ScrollEdges = { readonly hasLeft: boolean; readonly hasRight: boolean }

/** Follows whether there is more to the left and to the right. `contents` names what changes its width. */
export function useScrollEdges(scroller: RefObject<HTMLElement | null>, contents: unknown): ScrollEdges {
  const [edges, setEdges] = useState<ScrollEdges>({ hasLeft: false, hasRight: false })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const next = { hasLeft: scrollLeft > 1, hasRight: scrollWidth - clientWidth - scrollLeft > 1 }
      setEdges((before) =>
        before.hasLeft === next.hasLeft && before.hasRight === next.hasRight ? before : next,
      )
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, contents])
  return edges
}
