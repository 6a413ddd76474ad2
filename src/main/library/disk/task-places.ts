import { basename, dirname, sep } from 'node:path'
import { mayBeTask } from '../../importers/recognise-file.ts'
import { taskFiles } from '../../files/task-files.ts'
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'

const fileNames: ReadonlySet<string> = new Set(Object.values(taskFiles))

/** True for a file whose change is a change of a task. */
export function isTaskFile(name: string): boolean {
  return fileNames.has(name) || mayBeTask(name)
}

/** The task that a file belongs to: the session file itself, else its folder. */
export function taskOfFile(path: string): string {
  return fileNames.has(basename(path)) ? dirname(path) : path
}

/** True for a path at or below a folder. */
export function isAtOrBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** True for a path at or below one of the folders. */
export function isInAny(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => isAtOrBelow(folder, path))
}

/** The same place is the same task, however often it is opened. */
export function taskId(place: string): string {
  return createHash('sha256').update(place).digest('hex').slice(0, 12)
}

/** Where links lead, so that one folder is one task; the path itself where nothing is there. */
export async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}
