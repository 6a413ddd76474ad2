import { join } from 'node:path'
import type { OverviewFigures } from '../children/read-overview.ts'
import type { SearchFigures } from '../children/search-messages.ts'
import { atMost, type Benchmark } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'

const workerBundle = join(import.meta.dirname, '..', '..', 'out', 'main', 'worker.js')

/** Full-text search over a library that somebody has used for years. */
export const search: Benchmark = {
  id: 'search',
  title: '400,000 messages of 1,000 tasks: index them, search them, add them up',
  measure: async () => {
    await ensureBuild()
    return inTemporaryFolder(async (folder) => {
      const figures = await runChild<SearchFigures>('search-messages.ts', [
        join(folder, 'data'),
        workerBundle,
      ])
      const overview = await runChild<OverviewFigures>('read-overview.ts', [join(folder, 'overview')])
      const { messages, megabytes, indexMegabytes, putMs, worst } = figures
      return [
        {
          what: 'search, p95 over all queries',
          value: figures.p95Ms,
          unit: 'ms',
          target: atMost(100),
          note: `${figures.queries} queries for 101 hits with snippets`,
        },
        { what: 'slowest query', value: worst.ms, unit: 'ms', note: worst.query },
        {
          what: 'search while tasks are indexed, p95',
          value: figures.busyP95Ms,
          unit: 'ms',
          note: 'in a thread of its own',
        },
        {
          what: 'event loop of the main thread while indexing, p99',
          value: figures.putLoopP99Ms,
          unit: 'ms',
          target: atMost(50),
        },
        { what: 'index, by size of the histories', value: (100 * indexMegabytes) / megabytes, unit: '%' },
        {
          what: 'indexing, per 1,000 messages',
          value: (1000 * putMs) / messages,
          unit: 'ms',
          note: `${Math.round(megabytes)} MB of histories in all`,
        },
        {
          what: 'overview',
          value: overview.ms,
          unit: 'ms',
          target: atMost(100),
          note: `${overview.tasks} surveyed tasks`,
        },
      ]
    })
  },
}
