import { join } from 'node:path'
import type { VariantFigures } from '../children/run-variants.ts'
import { below, type Benchmark } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { largeHistory } from '../lib/histories.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { writeTask } from '../lib/write-task.ts'

/** Many runs on one large history do not store it many times. */
export const variants: Benchmark = {
  id: 'variants',
  title: '20 variants on one history of 50 MB: growth of the store',
  measure: async () => {
    await ensureBuild()
    return inTemporaryFolder(async (folder) => {
      const taskFolder = join(folder, 'task')
      writeTask(taskFolder, largeHistory())
      const figures = await runChild<VariantFigures>('run-variants.ts', [join(folder, 'data'), taskFolder])
      const grown = figures.storeAfter - figures.storeBefore
      const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
      return [
        {
          what: `growth by ${figures.variants} variants, in sizes of the compressed source`,
          value: grown / figures.compressedSource,
          unit: 'x',
          target: below(2),
          note: `${megabytes(grown)} on ${megabytes(figures.compressedSource)}; ${megabytes(figures.storeAfter)} in all`,
        },
        { what: 'first variant', value: figures.firstMs, unit: 'ms', note: 'counts the history' },
        { what: 'each other variant', value: figures.otherMs, unit: 'ms', note: 'mean' },
      ]
    })
  },
}
