import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Whether there is a window, with frames and sizes. There is none in a test: all is drawn at once. */
export const isWatched = typeof IntersectionObserver !== 'undefined'

const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Draws one thing with each frame, in the order of asking, so that no single task of the window draws all of a screen.
 * Returns the way to withdraw.
 */
function drawInTurn(draw: () => void): () => void {
  waiting.push(draw)
  if (!isScheduled) schedule()
  return () => {
    const at = waiting.indexOf(draw)
    if (at >= 0) waiting.splice(at, 1)
  }
}

/** After the next frame, in a task of its own. */
function schedule(): void {
  isScheduled = true
  requestAnimationFrame(() => setTimeout(drawWaiting))
}

function drawWaiting(): void {
  isScheduled = false
  waiting.shift()?.()
  if (waiting.length > 0) schedule()
}

/** How many of several pieces of a drawing are there, from none to all, each drawn in its turn. */
export function usePieces(count: number): number {
  const [drawn, setDrawn] = useState(isWatched ? 0 : count)
  useEffect(() => (drawn < count ? drawInTurn(() => setDrawn(drawn + 1)) : undefined), [drawn, count])
  return drawn
}

/** How far beyond the window a plot is drawn already: a page of charts would keep the window busy for seconds. */
const nearMargin = '600px'

/**
 * How many of several pieces of an element are there: none until it was in or near the window, then each in its turn, or
 * all at once where the page is printed.
 */
export function useNearPieces(element: RefObject<HTMLElement | null>, count: number): number {
  const [drawn, setDrawn] = useState(isWatched ? 0 : count)
  useEffect(() => {
    if (drawn >= count || element.current === null) return undefined
    let withdraw = (): void => undefined
    const drawNext = (): void => {
      withdraw = drawInTurn(() => setDrawn(drawn + 1))
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        drawNext()
      },
      { rootMargin: nearMargin },
    )
    if (drawn === 0) observer.observe(element.current)
    else drawNext()
    const print = (): void => flushSync(() => setDrawn(count))
    addEventListener('beforeprint', print)
    return () => {
      withdraw()
      observer.disconnect()
      removeEventListener('beforeprint', print)
    }
  }, [drawn, count, element])
  return drawn
}
