import type { EnginePool } from '../../../jobs/engine-pool.ts'

let pool: EnginePool | undefined

/**
 * Lends the threads of one pool to each Dewpoint of this process, since starting threads and reading the tokenizers anew
 * is most of what a test with a Dewpoint of its own costs. A loan that is closed gives no more answers.
 */
export function lendEngine(create: () => EnginePool): EnginePool {
  return lend((pool ??= create()))
}

/** A loan of an engine: where it is closed, the engine goes on for others. */
export function lend(lent: EnginePool): EnginePool {
  const closed = Promise.withResolvers<never>()
  // Whoever waits for a job hears of it; afterwards nobody does.
  closed.promise.catch(() => undefined)
  const closing = new AbortController()
  return {
    run: (name, input, options = {}) => {
      const { signal, ...others } = options
      const ended = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
      const job = lent.run(name, input, { ...others, signal: ended })
      return Promise.race([job, closed.promise])
    },
    endThreads: (names) => lent.endThreads(names),
    close: () => {
      closing.abort()
      closed.reject(new Error('Terminating worker thread'))
      return Promise.resolve()
    },
  }
}
