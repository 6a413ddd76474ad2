import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Phrase } from './parse-query.ts'
import { copyDatabase } from '../store/scratch-copy.ts'
import type { SearchRange } from '../store/search/search-reader.ts'
import type { SearchJobs, TaskToIndex } from './search-thread.ts'
import { createSearchThreads } from './search-threads.ts'

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
