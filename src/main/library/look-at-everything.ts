import { followedTasks } from './followed-tasks.ts'
import { lookAtTasks, scanFolder, type ScanDependencies } from './scan-folder.ts'

/** Takes note of how all followed folders and tasks are now, for who does not watch them. */
export async function lookAtEverything(dependencies: ScanDependencies): Promise<void> {
  const { store } = dependencies
  const folders = await store.library.folders()
  for (const folder of folders) await scanFolder(dependencies, folder)
  const { single } = await followedTasks(store, folders)
  await lookAtTasks(dependencies, single)
}
