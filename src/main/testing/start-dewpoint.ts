import { join, resolve } from 'node:path'
import { compose } from '../compose.ts'
import type { ComposeOptions, Dewpoint } from '../features/common/dewpoint.ts'
import { lendEngineInProcess } from '../jobs/testing/lend-engine-in-process.ts'
import { createModel } from '../platform/llm/create-model.ts'
import { pause } from '../platform/llm/wire/pause.ts'
import { createDatabaseTemplate } from '../platform/store/testing/database-template.ts'

export const resourcesFolder = resolve(import.meta.dirname, '../../../resources')

/**
 * The whole engine over a data folder inside `folder`, with its worker run from source. Any path may be read, no key is
 * known, and models are asked again without a wait. Where there is no data yet, it is as after the first start.
 */
export async function startDewpoint(folder: string, more: Partial<ComposeOptions> = {}): Promise<Dewpoint> {
  await writeOpenedDatabase(more.dataFolder ?? join(folder, 'data'))
  return startAnew(folder, more)
}

/** What the first start leaves behind: the sample task and the sample experiment. */
export const writeOpenedDatabase = createDatabaseTemplate(async (dataFolder) => {
  const dewpoint = await startAnew(dataFolder, { dataFolder })
  await dewpoint.close()
})

/** The same where a folder without data is really started on, with all that comes first. */
export function startAnew(folder: string, more: Partial<ComposeOptions> = {}): Promise<Dewpoint> {
  return compose({
    door: 'command-line',
    dataFolder: join(folder, 'data'),
    access: { resolve: (source) => (source.kind === 'path' ? source.path : ''), roots: () => [folder] },
    resourcesFolder,
    workerFile: resolve(import.meta.dirname, '../jobs/worker.ts'),
    lendEngine: lendEngineInProcess,
    environment: {},
    createModel: (asked) =>
      createModel(asked, {
        now: Date.now,
        random: Math.random,
        pause: (_durationMs, signal) => pause(0, signal),
      }),
    ...more,
  })
}
