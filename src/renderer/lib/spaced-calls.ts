/** Calls that are asked for more often than they are made. */
export type SpacedCalls = {
  /** Calls now, or once that much time has passed since the last call ended. */
  readonly ask: () => void
  /** Makes no further call. */
  readonly end: () => void
}

/** Has at least `everyMs` milliseconds between the end of a call and the next one. What is asked meanwhile is one call. */
export function spacedCalls(act: () => Promise<unknown>, everyMs: number): SpacedCalls {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isResting = false
  let isAsked = false
  let hasEnded = false
  const rest = (): void => {
    if (hasEnded) return
    timer = setTimeout(() => {
      isResting = false
      if (isAsked) call()
    }, everyMs)
  }
  const call = (): void => {
    isAsked = false
    isResting = true
    void act().then(rest, rest)
  }
  return {
    ask: () => {
      if (hasEnded) return
      if (isResting) isAsked = true
      else call()
    },
    end: () => {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}
