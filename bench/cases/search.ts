import { join } from 'node:path'
import type { OverviewFigures } from '../children/read-overview.ts'
import type { SearchFigures } from '../children/search-messages.ts'
import { atMost, compareToJson, type Benchmark } from '../lib/benchmark.ts'
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
      const { messages, megabytes, indexMegabytes, putMs, worst, jsonMs } = figures
      return [
        compareToJson(
          {
            what: 'search, p95 over all queries',
            ms: figures.p95Ms,
            jsonMs,
            note: `${figures.queries} queries for 101 hits with snippets`,
          },
          0.02,
        ),
        compareToJson({ what: 'slowest query', ms: worst.ms, jsonMs, note: worst.query }),
        compareToJson({
          what: 'search while tasks are indexed, p95',
          ms: figures.busyP95Ms,
          jsonMs,
          note: 'in a thread of its own',
        }),
        {
          what: 'event loop of the main thread while indexing, p99',
          value: figures.putLoopP99Ms,
          unit: 'ms',
          target: atMost(50),
        },
        { what: 'index, by size of the histories', value: (100 * indexMegabytes) / megabytes, unit: '%' },
        compareToJson({
          what: 'indexing all',
          ms: putMs,
          jsonMs,
          note: `${messages.toLocaleString('en-US')} messages, ${Math.round(megabytes)} MB`,
        }),
        compareToJson(
          { what: 'overview', ms: overview.ms, jsonMs, note: `${overview.tasks} surveyed tasks` },
          0.02,
        ),
      ]
    })
  },
}
