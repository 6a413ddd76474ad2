import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import { copyDatabase } from '../../../platform/store/copies/scratch-copy.ts'
import { removeSearchDatabase } from '../../../platform/store/search/open-search-database.ts'
import type { SearchRange } from '../../../platform/store/search/search-reader.ts'
import type { Phrase } from './parse-query.ts'
import type { SearchJobs, TaskToIndex, SearchAnswer, SearchJobName, SearchRequest } from './search-thread.ts'

/** The two threads of an index. */
type SearchThreads = {
  readonly run: <Name extends SearchJobName>(
    name: Name,
    input: SearchJobs[Name]['input'],
  ) => Promise<SearchJobs[Name]['output']>
  readonly close: () => Promise<void>
}

type Pools = { readonly writer: Piscina; readonly reader: Piscina }

/**
 * After this an idle thread gives its memory back, in milliseconds. Nobody waits for the one that writes: once all is
 * indexed, what it took for that goes at once.
 */
const idleMs = { writer: 5000, reader: 60_000 }

/** Room for young objects in each thread; the default is three times as much. */
const youngMegabytes = 16

const questions: ReadonlySet<SearchJobName> = new Set(['find', 'snapshots'])

/** The messages of the library's tasks, word by word. A cache: what is lost of it is put again. */
export type SearchIndex = {
  readonly filePath: string
  /** Replaces what there is of the task, whole or not at all. Rejects where the signal was aborted. */
  readonly put: (task: TaskToIndex, signal: AbortSignal) => Promise<void>
  readonly forget: (taskIds: readonly string[]) => Promise<void>
  /** Newest first; with the ids of all tasks that were put. */
  readonly find: (phrases: readonly Phrase[], range: SearchRange) => Promise<SearchJobs['find']['output']>
  /** The snapshot at which each of these tasks was put, by task id. */
  readonly snapshots: (taskIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly close: () => Promise<void>
}

export type SearchIndexOptions = {
  /** Absolute path of the data folder. */
  readonly folder: string
  /** An index that cannot be written to where it lies; a copy of it is used. */
  readonly copyOf?: string
  /** The module of `runSearchJob`. */
  readonly workerFile: string
}

/**
 * The index in a database of its own, with a thread that writes and one that reads: neither holds up the main thread,
 * and nobody who searches waits until a long task is in.
 */
export function createSearchIndex({ folder, copyOf, workerFile }: SearchIndexOptions): SearchIndex {
  const filePath = join(folder, 'search.sqlite')
  const threads = createSearchThreads(filePath, workerFile)
  let source = copyOf
  // Most commands do not search; those that do wait for the copy.
  const run: typeof threads.run = async (name, input) => {
    if (source !== undefined) copyDatabase(source, filePath)
    source = undefined
    return threads.run(name, input)
  }
  return {
    filePath,
    put: async (task, signal) => {
      signal.throwIfAborted()
      const cancelFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      const cancel = (): void => void Atomics.store(cancelFlag, 0, 1)
      signal.addEventListener('abort', cancel, { once: true })
      try {
        if (!(await run('put', { task, cancelFlag }))) signal.throwIfAborted()
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    },
    forget: async (taskIds) => {
      // Where nothing was ever put, no thread is started for it.
      if (existsSync(filePath)) await run('forget', { taskIds })
    },
    find: (phrases, range) => run('find', { phrases, ...range }),
    snapshots: (taskIds) => run('snapshots', { taskIds }),
    close: threads.close,
  }
}

/**
 * A thread that writes and one that reads, started when they are needed. An index that turns out to be damaged is
 * deleted, and what was asked is asked once more of an empty one.
 */
function createSearchThreads(filePath: string, workerFile: string): SearchThreads {
  let pools: Pools | null = null
  let mending: Promise<void> | null = null
  let isClosed = false

  const ask = async <Name extends SearchJobName>(
    used: Pools,
    { name, input }: Pick<SearchRequest<Name>, 'name' | 'input'>,
  ): Promise<SearchAnswer<Name>> => {
    const request: SearchRequest<Name> = { filePath, name, input }
    try {
      const answer: unknown = await (questions.has(name) ? used.reader : used.writer).run(request)
      // The thread runs the job of this very name, whose output has this type.
      return answer as SearchAnswer<Name>
    } catch (error) {
      // Ended because another job has met the damage.
      if (used !== pools && !isClosed) return { kind: 'damaged' }
      throw error
    }
  }
  const mend = async (used: Pools): Promise<void> => {
    pools = null
    await destroy(used)
    removeSearchDatabase(filePath)
  }
  return {
    run: async (name, input) => {
      await mending
      const used = (pools ??= startPools(workerFile))
      const answer = await ask(used, { name, input })
      if (answer.kind === 'done') return answer.output
      if (used === pools)
        mending = mend(used).finally(() => {
          mending = null
        })
      await mending
      const again = await ask((pools ??= startPools(workerFile)), { name, input })
      if (again.kind === 'done') return again.output
      throw new Error(`The search index ${filePath} cannot be made anew.`)
    },
    close: async () => {
      isClosed = true
      if (pools !== null) await destroy(pools)
    },
  }
}

function startPools(workerFile: string): Pools {
  const options = {
    filename: workerFile,
    name: 'runSearchJob',
    minThreads: 0,
    maxThreads: 1,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  }
  return {
    writer: new Piscina({ ...options, idleTimeout: idleMs.writer }),
    reader: new Piscina({ ...options, idleTimeout: idleMs.reader }),
  }
}

async function destroy({ writer, reader }: Pools): Promise<void> {
  await Promise.all([writer.destroy(), reader.destroy()])
}
