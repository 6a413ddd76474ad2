import type { BackgroundWork } from './background-work.ts'
import type { Following } from './follow-places.ts'

/** Following and background work, begun and ended one after the other. */
export type Session = {
  readonly set: (isWanted: boolean) => void
  /** Follows what is to be followed now. */
  readonly renew: () => void
  readonly settled: () => Promise<void>
}

/** A session that nobody wants yet. */
export function createSession(begin: () => Following, work: Pick<BackgroundWork, 'start' | 'stop'>): Session {
  let isWanted = false
  let isOutdated = false
  let following: Following | null = null
  let last: Promise<void> = Promise.resolve()
  const adjust = (): void => {
    last = last.then(async () => {
      if (following !== null && (!isWanted || isOutdated)) {
        const ended = following
        following = null
        await ended.close()
        if (!isWanted) await work.stop()
      }
      isOutdated = false
      if (!isWanted || following !== null) return
      following = begin()
      work.start()
    })
  }
  return {
    set: (wanted) => {
      isWanted = wanted
      adjust()
    },
    renew: () => {
      isOutdated = true
      adjust()
    },
    settled: () => last,
  }
}
