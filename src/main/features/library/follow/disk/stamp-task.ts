import { constants, type Stats } from 'node:fs'
import { access, lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { findLargest } from '../../../../../shared/kernel/find-extreme.ts'
import type { SessionHead } from '../../../../agents/agent.ts'
import { companions } from '../../../../agents/agents.ts'
import { explainFileError } from '../../../../agents/read-source-file.ts'
import { recogniseFile } from '../../../../agents/recognise-file.ts'
import { listCompanionNames } from '../../../../platform/files/companions.ts'
import { readSystemCode } from '../../../../platform/files/file-failure.ts'
import { isTaskFolder, taskFiles } from '../../../../platform/files/task-files.ts'
import type { ListSessions } from './session-lists.ts'

/** The state of the files of a task, without a look into them. */
export type TaskStamp = {
  /** Names, sizes and times of the files, and which of them may not be read; equal stamps mean that nothing changed. */
  readonly stamp: string
  /** Null for a session in a file with others: nobody can tell what of it is its own. */
  readonly sizeBytes: number | null
  /** When the newest of them was written, milliseconds since 1970. */
  readonly changedTs: number
  /** Ordinary files that are there, by name; links are not among them. */
  readonly names: readonly string[]
  readonly isFolder: boolean
  /** Whether one of them may not be read. */
  readonly isClosed: boolean
}

/** What a task folder may hold that is read. */
const names = [
  ...Object.values(taskFiles),
  ...Object.values(taskFiles).flatMap((name) => listCompanionNames(name, companions)),
]

type FileState = {
  readonly name: string
  readonly size: number
  readonly mtimeMs: number
  readonly isClosed: boolean
}

/**
 * The stamp of a task folder, or of a file that is a task by itself; null where neither is there, or only by a
 * link. Throws `ImportFailure` where nobody can tell, because of rights or the disk.
 */
export async function stampTask(path: string): Promise<TaskStamp | null> {
  const own = await readStats(path)
  if (own === null) return null
  // Paths of tasks are real ones: a link, a pipe or a device is none, and neither is what a link leads to.
  if (!own.isDirectory() && !own.isFile()) return null
  if (!(await isRealPath(path))) return null
  if (own.isFile()) return buildTaskStamp(await withCompanions(path, own), null)
  const found = await readFileStates(path, names)
  if (!isTaskFolder(found.map(({ name }) => name))) return null
  return buildTaskStamp(
    await Promise.all(found.map(({ name, state }) => buildFileState(name, join(path, name), state))),
    found.filter(({ state }) => state.isFile()).map(({ name }) => name),
  )
}

/**
 * The state of a session in a file that holds several; null where it is not there. What the state of a subagent is in the
 * file of its session shows when that is read: until then it is that of the file.
 */
export async function stampSession(
  file: string,
  key: string,
  listSessions: ListSessions,
): Promise<TaskStamp | null> {
  const own = await stampTask(file)
  if (own === null || own.isFolder) return null
  if ((await recogniseFile(file, basename(file)))?.isStore === false) return { ...own, sizeBytes: null }
  const session = (await listSessions(file))?.find((one) => one.key === key)
  return session === undefined ? null : stampOfSession(session, own)
}

/** The same, as the list of a file of this state has it. */
export function stampOfSession({ stamp, lastActivityTs }: SessionHead, file: TaskStamp): TaskStamp {
  return { ...file, stamp, sizeBytes: null, changedTs: lastActivityTs ?? file.changedTs }
}

type NamedState = { readonly name: string; readonly state: Stats }

async function readFileStates(folder: string, wanted: readonly string[]): Promise<readonly NamedState[]> {
  const states = await Promise.all(
    wanted.map(async (name) => {
      const state = await readStats(join(folder, name))
      return state === null ? [] : [{ name, state }]
    }),
  )
  return states.flat()
}

async function withCompanions(path: string, own: Stats): Promise<readonly FileState[]> {
  const name = basename(path)
  const beside = await readFileStates(dirname(path), listCompanionNames(name, companions))
  const files = [{ name, state: own }, ...beside.filter(({ state }) => state.isFile())]
  return Promise.all(
    files.map((file) => buildFileState(file.name, join(dirname(path), file.name), file.state)),
  )
}

async function buildFileState(name: string, path: string, { size, mtimeMs }: Stats): Promise<FileState> {
  const isOpen = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
  return { name, size, mtimeMs, isClosed: !isOpen }
}

async function isRealPath(path: string): Promise<boolean> {
  try {
    return (await realpath(path)) === path
  } catch (error) {
    throw explainFileError(path, error)
  }
}

async function readStats(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    // Most names of most tasks are not there: what explains it costs more than the look.
    if (readSystemCode(error) === 'ENOENT') return null
    const failure = explainFileError(path, error)
    if (failure.code === 'not-found') return null
    throw failure
  }
}

function buildTaskStamp(files: readonly FileState[], ordinary: readonly string[] | null): TaskStamp {
  return {
    stamp: files
      .map(({ name, size, mtimeMs, isClosed }) => `${name}:${size}:${mtimeMs}${isClosed ? ':closed' : ''}`)
      .join(' '),
    sizeBytes: files.reduce((sum, { size }) => sum + size, 0),
    changedTs: Math.round(findLargest(files.map(({ mtimeMs }) => mtimeMs))),
    names: ordinary ?? [],
    isFolder: ordinary !== null,
    isClosed: files.some(({ isClosed }) => isClosed),
  }
}
