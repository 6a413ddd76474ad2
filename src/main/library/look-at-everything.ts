import { lookAtTasks, scanFolder, type ScanDependencies } from './scan-folder.ts'
import { isAtOrBelow } from './task-places.ts'

/** Takes note of how all followed folders and tasks are now, for who does not watch them. */
export async function lookAtEverything(dependencies: ScanDependencies): Promise<void> {
  const { library } = dependencies.store
  const folders = await library.folders()
  for (const folder of folders) await scanFolder(dependencies, folder, { isOpened: false })
  const single = (await library.entries()).filter(
    ({ isFollowed, forgottenStamp, path }) =>
      isFollowed && forgottenStamp === null && !folders.some((folder) => isAtOrBelow(folder, path)),
  )
  await lookAtTasks(
    dependencies,
    single.map(({ path }) => path),
    { isOpened: false },
  )
}
