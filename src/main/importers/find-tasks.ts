import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pMap from 'p-map'
import { ImportFailure } from './import-failure.ts'
import { isBarrenFolder } from './is-barren-folder.ts'
import { isSessionFile } from './is-session-file.ts'
import { isTaskFolder } from '../files/task-files.ts'
import { explainFileError } from './read-source-file.ts'

/** Folders that are looked into at the same time. */
const atOnce = 16

export type TaskSearch = {
  /** Real absolute paths of task folders and of session files, in order of path. */
  readonly paths: readonly string[]
  /** Whether there were more folders than are looked into. */
  readonly isCut: boolean
  /** Folders among them that may not be read, in order of path. */
  readonly closed: readonly string[]
}

export type TaskSearchLimits = {
  /** Levels below the start: `User/globalStorage/<extension>/tasks/<task>` needs 5 from the folder above `User`. */
  readonly depth: number
  readonly folders: number
}

export const defaultSearchLimits: TaskSearchLimits = { depth: 5, folders: 20_000 }

/**
 * The tasks at or below a folder, given by its real path, by names alone. Links are not followed and folders that may
 * not be read are passed over. Throws `ImportFailure` where the folder itself cannot be read, or is a link by now.
 */
export async function findTasks(root: string, limits = defaultSearchLimits): Promise<TaskSearch> {
  const paths: string[] = []
  const closed: string[] = []
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
    closed.push(...found.flatMap(({ isClosed }, place) => (isClosed ? within.slice(place, place + 1) : [])))
    level = found.flatMap(({ folders }) => folders)
  }
  return { paths: paths.toSorted(), isCut, closed: closed.toSorted() }
}

type Look = {
  readonly tasks: readonly string[]
  readonly folders: readonly string[]
  readonly isClosed: boolean
}

async function lookInto(folder: string, isRoot: boolean): Promise<Look> {
  let entries: readonly Dirent[]
  try {
    if (isRoot) await refuseLink(folder)
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    const failure = explainFileError(folder, error)
    if (isRoot) throw failure
    return { tasks: [], folders: [], isClosed: failure.code === 'not-allowed' }
  }
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  if (isTaskFolder(files)) return { tasks: [folder], folders: [], isClosed: false }
  const sessions = entries.filter((entry) => entry.isFile() && isSessionFile(entry.name))
  const folders = entries.filter((entry) => entry.isDirectory() && !isBarrenFolder(entry.name))
  return {
    tasks: sessions.map(({ name }) => join(folder, name)),
    folders: folders.map(({ name }) => join(folder, name)),
    isClosed: false,
  }
}

/** Whoever may put a link in the place of a watched folder must not lead out of the folders that are allowed. */
async function refuseLink(folder: string): Promise<void> {
  if ((await realpath(folder)) === folder) return
  throw new ImportFailure({
    code: 'not-allowed',
    message: `${folder} has become a link to another place`,
    where: folder,
    hint: 'Nothing behind it is read. Open the place that it leads to, if you mean that.',
  })
}
