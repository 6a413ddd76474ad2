import type { Page } from 'playwright'

/** Frames that a page draws a second over a while, and the longest time between two. */
export function framesOf(
  page: Page,
  watchedMs: number,
): Promise<{ readonly perSecond: number; readonly longestMs: number }> {
  return page.evaluate(countFrames(watchedMs))
}

/** Counts frames in the page, which knows `requestAnimationFrame`. */
const countFrames = (watchedMs: number): string => `new Promise((resolve) => {
  let frames = 0
  let longestMs = 0
  const start = performance.now()
  let last = start
  const next = (now) => {
    frames += 1
    longestMs = Math.max(longestMs, now - last)
    last = now
    if (now - start < ${watchedMs}) requestAnimationFrame(next)
    else resolve({ perSecond: (1000 * frames) / (now - start), longestMs })
  }
  requestAnimationFrame(next)
})`
