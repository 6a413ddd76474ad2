import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppInfo } from '../../../shared/installation/app-contract.ts'
import { findSmallest } from '../../../shared/kernel/find-extreme.ts'
import { findTasks } from '../../agents/find-tasks.ts'
import type { Services } from '../common/services.ts'
import { importExperiment } from '../experiments/import-experiment.ts'
import { openSample } from './open-task.ts'

/** What the bundled experiment calls the sample task, whose id is not known before it is opened. */
export const sampleTaskName = 'sample-task'
const sampleExperimentId = 'sample'

export type ShownSamples = {
  /** Ends what is still being shown in the background, and waits for it. */
  readonly end: () => Promise<void>
}

/**
 * Each sample is there at the first run and stays away once somebody has removed it. Those of other agents follow in the
 * background where there is a library to look at; a command would be over before.
 */
export async function showSamples(
  services: Services,
  { door, resourcesFolder }: { readonly door: AppInfo['door']; readonly resourcesFolder: string },
): Promise<ShownSamples> {
  if (services.store.isReadOnly) return nothing
  await showOnce(services, 'sampleOffered', async () => {
    await openSample(services, join(resourcesFolder, 'sample-task'))
  })
  await showOnce(services, 'sampleExperimentOffered', () => importSample(services, resourcesFolder))
  if (door === 'command-line') return nothing
  const controller = new AbortController()
  const shown = showLibraryOnce(services, resourcesFolder, controller.signal).catch((error: unknown) =>
    noteFailure(services, error),
  )
  return {
    end: () => {
      controller.abort()
      return shown
    },
  }
}

const nothing: ShownSamples = { end: async () => undefined }

function noteFailure({ log }: Services, error: unknown): void {
  log.warn('sample-failed', { code: error instanceof Error ? error.name : 'unknown' })
}

/**
 * Shows the samples of other agents one after the other, unless somebody has tasks of their own. Where it is stopped it
 * goes on at the next start.
 */
async function showLibraryOnce(
  services: Services,
  resourcesFolder: string,
  signal: AbortSignal,
): Promise<void> {
  const { store, library } = services
  if ((await store.preferences.all())[sampleLibraryOffered] === true) return
  const listed = await store.tasks.list()
  const isNew = listed.every(({ isSample }) => isSample)
  const folder = join(resourcesFolder, 'samples')
  const { paths } = isNew ? await findTasks(folder).catch(() => ({ paths: [] })) : { paths: [] }
  // Behind what is there, so that nothing moves under the hands of somebody who has begun.
  const lastTs = findSmallest(
    listed.map(({ openedTs }) => openedTs),
    services.now(),
  )
  for (const [at, path] of paths.entries()) {
    if (signal.aborted) return
    try {
      library.noteListed([await openSample({ ...services, now: () => lastTs - 1 - at }, path)])
    } catch (error) {
      if (signal.aborted) return
      noteFailure(services, error)
    }
  }
  await store.preferences.set(sampleLibraryOffered, true)
}

const sampleLibraryOffered = 'sampleLibraryOffered'

async function showOnce({ store }: Services, preference: string, show: () => Promise<void>): Promise<void> {
  const preferences = await store.preferences.all()
  if (preferences[preference] === true) return
  await show()
  await store.preferences.set(preference, true)
}

/** Without the sample task there would be nothing to look at behind the figures. */
async function importSample(services: Services, resourcesFolder: string): Promise<void> {
  const { store } = services
  const task = (await store.tasks.list()).find(({ isSample }) => isSample)
  const text = await readFile(join(resourcesFolder, 'sample-experiment', 'experiment.json'), 'utf8').catch(
    () => null,
  )
  if (task === undefined || text === null) return
  const named = text.replaceAll(sampleTaskName, task.id)
  try {
    await importExperiment({ ...services, newId: () => sampleExperimentId }, named, {
      isSample: true,
    })
  } catch (error) {
    // Another door was started at the same moment.
    if ((await store.experiments.summary(sampleExperimentId)) === null) throw error
  }
}
