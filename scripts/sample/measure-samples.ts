import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compose } from '../../src/main/compose.ts'
import { tableCuts } from '../../src/main/features/home/standing-arms.ts'
import type { MeasurementFiles } from '../../src/shared/library/measurement-types.ts'

const rootFolder = resolve(import.meta.dirname, '../..')
const resourcesFolder = join(rootFolder, 'resources')

/** Measures every arm over the bundled tasks, in a data folder that is gone afterwards. */
export async function measureSamples(): Promise<MeasurementFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-measurement-'))
  // It opens the sample task by itself.
  const dewpoint = await compose({
    door: 'command-line',
    dataFolder: join(folder, 'data'),
    access: { resolve: (source) => (source.kind === 'path' ? source.path : ''), roots: () => [] },
    resourcesFolder,
    workerFile: join(rootFolder, 'src/main/jobs/worker.ts'),
    environment: {},
  })
  try {
    const { client } = dewpoint
    const cuts = [...tableCuts]
    await client.tasks.open({ kind: 'path', path: join(resourcesFolder, 'samples') })
    for await (const event of await client.answers.measure({ cuts })) {
      if (event.kind === 'progress') console.log(`${event.done} of ${event.total}`)
    }
    return await client.answers.measurement({ cuts })
  } finally {
    await dewpoint.close()
    await rm(folder, { recursive: true, force: true })
  }
}
