/** Work that is done one after the other: two looks at once would note an old state after a new one. */
export type Turns = {
  /** Resolves when it was done, or when it failed: the next look notes what this one could not. */
  readonly take: (work: () => Promise<unknown>) => Promise<void>
  /** Nothing begins any more; resolves when what has begun is over. */
  readonly end: () => Promise<void>
  readonly isOver: () => boolean
}

/** An empty line. */
export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve()
  let isOver = false
  return {
    take: (work) => {
      last = last.then(async () => {
        if (!isOver) await work().catch(() => undefined)
      })
      return last
    },
    end: () => {
      isOver = true
      return last
    },
    isOver: () => isOver,
  }
}
