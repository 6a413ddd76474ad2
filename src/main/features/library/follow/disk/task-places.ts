import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { splitTaskPath, buildTaskPath } from '../../../../../shared/library/build-task-path.ts'
import { companions } from '../../../../agents/agents.ts'
import { mayBeTask } from '../../../../agents/recognise-file.ts'
import { listCompanionNames, listOwnerNames } from '../../../../platform/files/companions.ts'
import { computeSha256 } from '../../../../platform/files/compute-sha256.ts'
import { taskFiles } from '../../../../platform/files/task-files.ts'

const fileNames: ReadonlySet<string> = new Set(Object.values(taskFiles))

/** True for a file whose change may be a change of a task. */
export function isTaskFile(name: string): boolean {
  return fileNames.has(name) || mayBeTask(name) || listOwnerNames(name, companions).length > 0
}

/** The tasks that a file may belong to, there or not: the folder that it is a file of, else itself and those beside it. */
export function listFileTasks(path: string): readonly string[] {
  const [name, folder] = [basename(path), dirname(path)]
  if (fileNames.has(name)) return [folder]
  const owners = listOwnerNames(name, companions).map((owner) =>
    fileNames.has(owner) ? folder : join(folder, owner),
  )
  return [...new Set([...(mayBeTask(name) ? [path] : []), ...owners])]
}

/** Files that are watched for a task that is followed by itself, there or not. */
export function listTaskFiles(path: string): readonly string[] {
  const { file } = locateTask(path)
  return [file, ...listCompanionNames(basename(file), companions).map((name) => join(dirname(file), name))]
}

/** The file or folder of a task, and the session in it. A path that is there names a file, whatever signs it has. */
export function locateTask(path: string): ReturnType<typeof splitTaskPath> {
  const place = splitTaskPath(path)
  return place.session === null || existsSync(path) ? { file: path, session: null } : place
}

/** True for a path at or below a folder, and for a session in a file. */
export function isAtOrBelow(folder: string, path: string): boolean {
  const below = folder.endsWith(sep) ? folder : folder + sep
  return path === folder || path.startsWith(below) || splitTaskPath(path).file === folder
}

/** True for a path at or below one of the folders. */
export function isInAny(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => isAtOrBelow(folder, path))
}

/** The same place is the same task, however often it is opened. */
export function buildTaskId(place: string): string {
  return computeSha256(place).slice(0, 12)
}

/** Where links lead, so that one folder is one task; the path itself where nothing is there. */
export async function resolveRealPath(path: string): Promise<string> {
  const { file, session } = locateTask(path)
  return buildTaskPath(await realpath(file).catch(() => file), session)
}
