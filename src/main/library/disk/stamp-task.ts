import { constants, type Stats } from 'node:fs'
import { access, lstat, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { systemCode } from '../../files/file-failure.ts'
import { isTaskFolder, taskFiles } from '../../files/task-files.ts'
import { explainFileError } from '../../importers/read-source-file.ts'

/** The state of the files of a task, without a look into them. */
export type TaskStamp = {
  /** Names, sizes and times of the files, and which of them may not be read; equal stamps mean that nothing changed. */
  readonly stamp: string
  readonly sizeBytes: number
  /** When the newest of them was written, milliseconds since 1970. */
  readonly changedTs: number
  /** Ordinary files that are there, by name; links are not among them. */
  readonly names: readonly string[]
  readonly isFolder: boolean
  /** Whether one of them may not be read. */
  readonly isClosed: boolean
}

const names = Object.values(taskFiles)

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
  const own = await stateOf(path)
  if (own === null) return null
  // Paths of tasks are real ones: a link, a pipe or a device is none, and neither is what a link leads to.
  if (!own.isDirectory() && !own.isFile()) return null
  if (!(await isRealPath(path))) return null
  if (own.isFile()) return stampOf([await fileState(basename(path), path, own)], null)
  const states = await Promise.all(
    names.map(async (name) => {
      const state = await stateOf(join(path, name))
      return state === null ? null : { name, state }
    }),
  )
  const found = states.filter((one) => one !== null)
  if (!isTaskFolder(found.map(({ name }) => name))) return null
  return stampOf(
    await Promise.all(found.map(({ name, state }) => fileState(name, join(path, name), state))),
    found.filter(({ state }) => state.isFile()).map(({ name }) => name),
  )
}

async function fileState(name: string, path: string, { size, mtimeMs }: Stats): Promise<FileState> {
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

async function stateOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    // Most names of most tasks are not there: what explains it costs more than the look.
    if (systemCode(error) === 'ENOENT') return null
    const failure = explainFileError(path, error)
    if (failure.code === 'not-found') return null
    throw failure
  }
}

function stampOf(files: readonly FileState[], ordinary: readonly string[] | null): TaskStamp {
  return {
    stamp: files
      .map(({ name, size, mtimeMs, isClosed }) => `${name}:${size}:${mtimeMs}${isClosed ? ':closed' : ''}`)
      .join(' '),
    sizeBytes: files.reduce((sum, { size }) => sum + size, 0),
    changedTs: Math.round(Math.max(...files.map(({ mtimeMs }) => mtimeMs))),
    names: ordinary ?? [],
    isFolder: ordinary !== null,
    isClosed: files.some(({ isClosed }) => isClosed),
  }
}
