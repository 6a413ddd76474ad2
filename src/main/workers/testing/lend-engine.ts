import { createEnginePool, type EnginePool } from '../engine-pool.ts'

const pools = new Map<string, EnginePool>()

/**
 * Lends the threads of one pool to each Dewpoint of this process, since starting threads and reading the tokenizers anew
 * is most of what a test with a Dewpoint of its own costs. A loan that is closed gives no more answers.
 */
export function engineLender(workerFile: string): () => EnginePool {
  return () => {
    const pool = pools.get(workerFile) ?? createEnginePool(workerFile)
    pools.set(workerFile, pool)
    return lend(pool)
  }
}

function lend(pool: EnginePool): EnginePool {
  const closed = Promise.withResolvers<never>()
  // Whoever waits for a job hears of it; afterwards nobody does.
  closed.promise.catch(() => undefined)
  const closing = new AbortController()
  return {
    run: (name, input, options = {}) => {
      const { signal, ...others } = options
      const ended = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
      const job = pool.run(name, input, { ...others, signal: ended })
      return Promise.race([job, closed.promise])
    },
    close: () => {
      closing.abort()
      closed.reject(new Error('Terminating worker thread'))
      return Promise.resolve()
    },
  }
}
