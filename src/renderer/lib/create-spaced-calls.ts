/** Calls that are asked for more often than they are made. */
export type SpacedCalls = {
  /** Calls now, or once that much time has passed since the last call ended. */
  readonly ask: () => void
  /** Makes no further call. */
  readonly end: () => void
}

/**
 * Rests `everyMs` milliseconds after each call, or twice as long as the call took where that is more. What is asked
 * meanwhile is one call.
 */
export function createSpacedCalls(act: () => Promise<unknown>, everyMs: number): SpacedCalls {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isResting = false
  let isAsked = false
  let hasEnded = false
  let startedMs = 0
  const restAfterCall = (): void => {
    if (hasEnded) return
    const restMs = Math.max(everyMs, 2 * (performance.now() - startedMs))
    timer = setTimeout(() => {
      isResting = false
      if (isAsked) callNow()
    }, restMs)
  }
  const callNow = (): void => {
    isAsked = false
    isResting = true
    startedMs = performance.now()
    void act().then(restAfterCall, restAfterCall)
  }
  return {
    ask: () => {
      if (hasEnded) return
      if (isResting) isAsked = true
      else callNow()
    },
    end: () => {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}
