import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pMap from 'p-map'
import PQueue from 'p-queue'
import { append } from '../../shared/kernel/append.ts'
import { isTaskFolder } from '../platform/files/task-files.ts'
import { ImportFailure } from './import-failure.ts'
import { isBarrenFolder, isSystemFolder } from './is-barren-folder.ts'
import { explainFileError } from './read-source-file.ts'
import { mayBeTask, recogniseFile, type RecognisedFile } from './recognise-file.ts'

/** Folders that are looked into at the same time. */
const atOnce = 16
/** Files of one folder that are reported together. */
const filesAtOnce = 25

export type TaskSearch = {
  /** Real absolute paths of task folders and of session files, in order of path. */
  readonly paths: readonly string[]
  /** Those of files that hold several sessions. */
  readonly stores: readonly string[]
  /** Files in the folders that were looked into. */
  readonly files: number
  /** Whether there were more folders than are looked into. */
  readonly isCut: boolean
  /** Folders among them that may not be read, in order of path. */
  readonly closed: readonly string[]
}

export type TaskSearchLimits = {
  /** Levels below the start: `User/globalStorage/<extension>/tasks/<task>` needs 5 from the folder above `User`. */
  readonly depth: number
  readonly folders: number
  /** How much deeper the search goes while it has come upon few folders; absent where it does not. */
  readonly beyond?: { readonly depth: number; readonly folders: number }
}

/** A task folder, or a file with what it was recognised as; null where it was known before. */
export type FoundFile = { readonly path: string; readonly recognised?: RecognisedFile }

export type TaskSearchOptions = {
  /** Files that are known to be tasks, and need not be looked into. */
  readonly isKnown?: (path: string) => boolean
  /** Called with what is found while the search goes on; it goes on when that resolves. */
  readonly onFound?: (files: readonly FoundFile[]) => Promise<void>
}

/** Enough for 20,000 task folders in the storage of an agent, with what lies above and beside them. */
export const defaultSearchLimits: TaskSearchLimits = {
  depth: 5,
  folders: 25_000,
  beyond: { depth: 12, folders: 1000 },
}

/**
 * The tasks at or below a folder, given by its real path, by names alone. Links are not followed and folders that may
 * not be read are passed over. Throws `ImportFailure` where the folder itself cannot be read, or is a link by now.
 */
export async function findTasks(
  root: string,
  limits = defaultSearchLimits,
  options: TaskSearchOptions = {},
): Promise<TaskSearch> {
  const { failures, ...found } = await findTasksBelow([root], limits, options)
  const [failure] = failures
  if (failure !== undefined) throw failure
  return found
}

/** True for a folder with the files of a task, by names alone. */
export async function isTask(folder: string): Promise<boolean> {
  return isTaskFolder(await readdir(folder).catch(() => []))
}

export type ManySearch = TaskSearch & {
  /** Why some of the folders were not looked into. */
  readonly failures: readonly ImportFailure[]
}

/**
 * The tasks at or below several folders, as `findTasks` finds those of each. Each folder is looked into once, although
 * one of them may lie in another, and all of them share the limits. Ends soon after `limits.tasks` are found.
 */
export async function findTasksBelow(
  roots: readonly string[],
  limits: TaskSearchLimits & { readonly tasks?: number } = defaultSearchLimits,
  options: TaskSearchOptions = {},
): Promise<ManySearch> {
  const { tasks: mostTasks = Number.POSITIVE_INFINITY } = limits
  // Files are looked into folder by folder, so that the first are reported soon.
  const queue = new PQueue({ concurrency: atOnce })
  const paths = new Set<string>()
  const stores = new Set<string>()
  const closed: string[] = []
  const failures: ImportFailure[] = []
  let isCut = false
  const seen = new Set(roots)
  let level: readonly string[] = [...seen]
  let looked = 0
  let files = 0
  const canGoDeeper = (depth: number): boolean =>
    depth <= limits.depth ||
    (limits.beyond !== undefined &&
      depth <= limits.beyond.depth &&
      looked + level.length <= limits.beyond.folders)
  for (let depth = 0; level.length > 0 && canGoDeeper(depth); depth += 1) {
    const room = Math.max(0, limits.folders - looked)
    isCut ||= level.length > room
    const within = level.slice(0, room)
    looked += within.length
    const found = await pMap(
      within,
      async (folder) => {
        if (paths.size >= mostTasks) return nothing
        const look = await lookInto(folder, depth === 0, { ...options, queue })
        for (const { path, recognised } of look.tasks)
          (recognised?.isStore === true ? stores : paths).add(path)
        return look
      },
      { concurrency: atOnce },
    )
    for (const [place, { failure }] of found.entries()) {
      if (failure === null) continue
      if (depth === 0) failures.push(failure)
      else if (failure.code === 'not-allowed') append(closed, within.slice(place, place + 1))
    }
    files += found.reduce((sum, look) => sum + look.files, 0)
    // A folder that was seen before was seen from nearer by, and so all that can be seen from here was.
    level = found.flatMap(({ folders }) => folders).filter((folder) => !seen.has(folder))
    for (const folder of level) seen.add(folder)
  }
  return {
    paths: [...paths].toSorted(),
    stores: [...stores].toSorted(),
    files,
    isCut,
    closed: closed.toSorted(),
    failures,
  }
}

type Look = {
  readonly tasks: readonly FoundFile[]
  readonly folders: readonly string[]
  readonly files: number
  readonly failure: ImportFailure | null
}

const nothing: Look = { tasks: [], folders: [], files: 0, failure: null }

async function lookInto(
  folder: string,
  isRoot: boolean,
  { queue, ...options }: TaskSearchOptions & { readonly queue: PQueue },
): Promise<Look> {
  let entries: readonly Dirent[]
  try {
    if (isRoot) await refuseLink(folder)
    if (isRoot) refuseSystem(folder)
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return { ...nothing, failure: explainFileError(folder, error) }
  }
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  const { onFound = async () => undefined } = options
  if (isTaskFolder(files)) {
    await onFound([{ path: folder }])
    return { ...nothing, tasks: [{ path: folder }], files: files.length }
  }
  const likely = entries.filter((entry) => entry.isFile() && mayBeTask(entry.name))
  const tasks: FoundFile[] = []
  for (let start = 0; start < likely.length; start += filesAtOnce) {
    const names = likely.slice(start, start + filesAtOnce).map(({ name }) => name)
    const found = await Promise.all(
      names.map((name) => queue.add(() => lookAtPath(join(folder, name), name, options))),
    )
    append(tasks, found.flat())
    await onFound(found.flat())
  }
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  return {
    tasks,
    folders: folders.filter((path) => !isBarrenFolder(path)),
    files: files.length,
    failure: null,
  }
}

async function lookAtPath(
  path: string,
  name: string,
  { isKnown }: TaskSearchOptions,
): Promise<readonly FoundFile[]> {
  if (isKnown?.(path) === true) return [{ path }]
  const recognised = await recogniseFile(path, name)
  return recognised === null ? [] : [{ path, recognised }]
}

function refuseSystem(folder: string): void {
  if (!isSystemFolder(folder)) return
  throw new ImportFailure({
    code: 'not-allowed',
    message: `${folder} shows what the system does as files: no history lies there`,
    where: folder,
    hint: 'Name the folder on the disk that holds the tasks.',
  })
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
