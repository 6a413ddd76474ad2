import type { PrepareEvent } from '../../../shared/library/types.ts'
import type { CoreServices } from '../common/core-services.ts'
import { lookAtTasks } from './follow/disk/look-at-tasks.ts'
import { scanFolder, type ScanDependencies } from './follow/disk/scan-folder.ts'
import { listFollowedTasks } from './follow/entry-state.ts'
import type { BackgroundStep } from './follow/steps/background-step.ts'
import { prepareTasks } from './follow/steps/prepare-tasks.ts'

/** Looks at what has changed on disk, then makes all tasks of the library searchable, or surveys them. */
export async function* prepareLibrary(
  { store, steps, now, reader }: Pick<CoreServices, 'store' | 'steps' | 'now' | 'reader'>,
  stepId: BackgroundStep['id'],
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<PrepareEvent, void> {
  const step = steps.find(({ id }) => id === stepId)
  if (step === undefined) throw new Error(`No step is called ${stepId}.`)
  await lookAtEverything({ store, now, listSessions: reader.listSessions, onChanged: () => undefined })
  yield* prepareTasks({ store, step, signal })
}

/** Takes note of how all followed folders and tasks are now, for who does not watch them. */
async function lookAtEverything(dependencies: ScanDependencies): Promise<void> {
  const { store } = dependencies
  const folders = await store.library.folders()
  for (const folder of folders) await scanFolder(dependencies, folder)
  const { single } = await listFollowedTasks(store, folders)
  await lookAtTasks(
    dependencies,
    single.map((path) => ({ path })),
  )
}
