import type { RunProgress } from '../../shared/condense/run-types.ts'
import { isLook, type EnginePool } from './engine-pool.ts'

/** The one that a process works for, as a command does. */
export type OnlyCaller = Readonly<{
  /** Aborted when the caller wants nothing any more. */
  signal: AbortSignal
  /** Hears how far a large file is read, in bytes. */
  onRead: (doneBytes: number, totalBytes: number) => void
}>

/**
 * The same pool for a single caller: it is told how far a file is read, and once it wants nothing any more, what only looks
 * at histories ends at once. A thread would first finish what it counts, since elsewhere others may wait for the same.
 */
export function serveOne(pool: EnginePool, { signal, onRead }: OnlyCaller): EnginePool {
  return {
    ...pool,
    run: (name, input, options = {}) => {
      if (!isLook(name)) return pool.run(name, input, options)
      const onProgress = (progress: RunProgress): void => {
        if (progress.stage === 'reading') onRead(progress.done, progress.total)
        options.onProgress?.(progress)
      }
      return endWith(signal, () => pool.run(name, input, { ...options, onProgress }))
    },
  }
}

/** Rejects as soon as the signal is aborted. */
async function endWith<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => undefined)
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
