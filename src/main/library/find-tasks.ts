import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pMap from 'p-map'
import { isSessionFile } from '../importers/is-session-file.ts'
import { isTaskFolder } from '../importers/is-task-folder.ts'
import { explainFileError } from '../importers/read-source-file.ts'
import { isBarrenFolder } from './task-places.ts'

/** Folders that are looked into at the same time. */
const atOnce = 16

export type TaskSearch = {
  /** Real absolute paths of task folders and of session files, in order of path. */
  readonly paths: readonly string[]
  /** Whether there were more folders than are looked into. */
  readonly isCut: boolean
}

export type TaskSearchLimits = {
  /** Levels below the start: `User/globalStorage/<extension>/tasks/<task>` needs 5 from the folder above `User`. */
  readonly depth: number
  readonly folders: number
}

export const defaultSearchLimits: TaskSearchLimits = { depth: 5, folders: 20_000 }

/**
 * The tasks at or below a folder, by names alone. Links are not followed and folders that may not be read are passed
 * over. Throws `ImportFailure` where the folder itself cannot be read.
 */
export async function findTasks(root: string, limits = defaultSearchLimits): Promise<TaskSearch> {
  const paths: string[] = []
  let level: readonly string[] = [root]
  let looked = 0
  let isCut = false
  for (let depth = 0; depth <= limits.depth && level.length > 0; depth += 1) {
    const room = Math.max(0, limits.folders - looked)
    isCut ||= level.length > room
    const within = level.slice(0, room)
    looked += within.length
    const found = await pMap(within, (folder) => lookInto(folder, folder === root), { concurrency: atOnce })
    paths.push(...found.flatMap(({ tasks }) => tasks))
    level = found.flatMap(({ folders }) => folders)
  }
  return { paths: paths.toSorted(), isCut }
}

type Look = { readonly tasks: readonly string[]; readonly folders: readonly string[] }

async function lookInto(folder: string, isRoot: boolean): Promise<Look> {
  let entries: readonly Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isRoot) throw explainFileError(folder, error)
    return { tasks: [], folders: [] }
  }
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  if (isTaskFolder(files)) return { tasks: [folder], folders: [] }
  const sessions = entries.filter((entry) => entry.isFile() && isSessionFile(entry.name))
  const folders = entries.filter((entry) => entry.isDirectory() && !isBarrenFolder(entry.name))
  return {
    tasks: sessions.map(({ name }) => join(folder, name)),
    folders: folders.map(({ name }) => join(folder, name)),
  }
}
