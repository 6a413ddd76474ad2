import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importExperiment } from './services/experiments/import-experiment.ts'
import { openSample } from './services/tasks/open-task.ts'
import type { Services } from './services/services.ts'

/** What the bundled experiment calls the sample task, whose id is not known before it is opened. */
export const sampleTaskName = 'sample-task'
const sampleExperimentId = 'sample'

/** Each sample is there at the first run and stays away once somebody has removed it. */
export async function showSamplesOnce(services: Services, resourcesFolder: string): Promise<void> {
  if (services.store.isReadOnly) return
  await once(services, 'sampleOffered', () => openSample(services, join(resourcesFolder, 'sample-task')))
  await once(services, 'sampleExperimentOffered', () => importSample(services, resourcesFolder))
}

async function once({ store }: Services, preference: string, show: () => Promise<void>): Promise<void> {
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
    await importExperiment({ ...services, newId: () => sampleExperimentId }, named, true)
  } catch (error) {
    // Another door was started at the same moment.
    if ((await store.experiments.summary(sampleExperimentId)) === null) throw error
  }
}
