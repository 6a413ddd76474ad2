/** Tasks that somebody else is at, each left alone for a while. */
export type LeftAlone = {
  readonly wait: (taskId: string, ms?: number) => void
  readonly isWaiting: (taskId: string) => boolean
  /** How often the task has waited so far. */
  readonly looks: (taskId: string) => number
  readonly forget: (taskId: string) => void
  readonly clear: () => void
}

/** None yet. Each is left alone for `retryMs`; `onOver` is called when one is to be looked at again. */
export function createLeftAlone(retryMs: number, onOver: () => void): LeftAlone {
  const looks = new Map<string, number>()
  const waiting = new Map<string, NodeJS.Timeout>()
  return {
    wait: (taskId, ms = retryMs) => {
      looks.set(taskId, (looks.get(taskId) ?? 0) + 1)
      const endWaiting = (): void => {
        waiting.delete(taskId)
        onOver()
      }
      waiting.set(taskId, setTimeout(endWaiting, ms))
    },
    isWaiting: (taskId) => waiting.has(taskId),
    looks: (taskId) => looks.get(taskId) ?? 0,
    forget: (taskId) => looks.delete(taskId),
    clear: () => {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      looks.clear()
    },
  }
}
