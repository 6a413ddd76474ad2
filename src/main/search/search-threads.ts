import { Piscina } from 'piscina'
import { removeSearchDatabase } from '../store/search/open-search-database.ts'
import type { SearchAnswer, SearchJobName, SearchJobs, SearchRequest } from './search-thread.ts'

/** The two threads of an index. */
export type SearchThreads = {
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

/**
 * A thread that writes and one that reads, started when they are needed. An index that turns out to be damaged is
 * thrown away, and what was asked is asked once more of an empty one.
 */
export function createSearchThreads(filePath: string, workerFile: string): SearchThreads {
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
