import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EnginePool } from '../../../jobs/engine-pool.ts'
import { copyDatabase } from '../../../platform/store/copies/scratch-copy.ts'
import { removeSearchDatabase } from '../../../platform/store/search/open-search-database.ts'
import type { SearchRange } from '../../../platform/store/search/search-reader.ts'
import type { Phrase } from '../compute/search/parse-query.ts'
import {
  searchJobNames,
  type FoundHits,
  type SearchAnswer,
  type TaskToIndex,
} from '../jobs/search-index-jobs.ts'

/** The messages of the library's tasks, word by word. A cache: what is lost of it is put again. */
export type SearchIndex = {
  readonly filePath: string
  /** Replaces what there is of the task, whole or not at all. Rejects where the signal was aborted. */
  readonly put: (task: TaskToIndex, signal: AbortSignal) => Promise<void>
  readonly forget: (taskIds: readonly string[]) => Promise<void>
  /** Newest first; with the ids of all tasks that were put. */
  readonly find: (phrases: readonly Phrase[], range: SearchRange) => Promise<FoundHits>
  /** The snapshot at which each of these tasks was put, by task id. */
  readonly snapshots: (taskIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Lets go of the file. */
  readonly close: () => Promise<void>
}

export type SearchIndexOptions = {
  /** Absolute path of the data folder. */
  readonly folder: string
  /** An index that cannot be written to where it lies; a copy of it is used. */
  readonly copyOf?: string
  readonly engine: Pick<EnginePool, 'run' | 'endThreads'>
}

/** So often something is asked of an index that turns out to be damaged: once of it, and of others made in its place. */
const attempts = 3

/**
 * The index in a database of its own, with a thread that writes and one that reads: neither holds up the main thread,
 * and nobody who searches waits until a long task is in. An index that turns out to be damaged is deleted, and what was
 * asked is asked once more of an empty one.
 */
export function createSearchIndex({ folder, copyOf, engine }: SearchIndexOptions): SearchIndex {
  const filePath = join(folder, 'search.sqlite')
  let source = copyOf
  let mended: Promise<void> | null = null
  const mend = async (): Promise<void> => {
    await engine.endThreads(searchJobNames)
    removeSearchDatabase(filePath)
    // What was done again meanwhile may have opened the old file.
    await engine.endThreads(searchJobNames)
  }
  const run = async <Output>(ask: () => Promise<SearchAnswer<Output>>): Promise<Output> => {
    // Most commands do not search; those that do wait for the copy.
    if (source !== undefined) copyDatabase(source, filePath)
    source = undefined
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await mended
      const before = mended
      const answer = await ask()
      if (answer.kind === 'done') return answer.output
      // Another job may have met the damage first. Where it cannot be mended, the next attempt finds it as it was.
      if (mended === before) mended = mend().catch(() => undefined)
    }
    throw new Error(`The search index ${filePath} cannot be made anew.`)
  }
  return {
    filePath,
    put: (task, signal) => run(() => engine.run('putIntoSearch', { filePath, task }, { signal })),
    forget: async (taskIds) => {
      // Where nothing was ever put, no thread is started for it.
      if (existsSync(filePath)) await run(() => engine.run('removeFromSearch', { filePath, taskIds }))
    },
    find: (phrases, range) => run(() => engine.run('findInSearch', { filePath, phrases, ...range })),
    snapshots: (taskIds) => run(() => engine.run('listSearchSnapshots', { filePath, taskIds })),
    close: () => engine.endThreads(searchJobNames),
  }
}
