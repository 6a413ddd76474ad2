import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listOwnerNames, type Companion } from './companions.ts'
import { FileFailure } from './file-failure.ts'
import { listFoldersAround, listRealNames } from './list-folders-from.ts'
import { makeFolder } from './make-folder.ts'
import { requireOwnFiles } from './own-files.ts'
import { findTaskAround, listWideFolders } from './source-guard.ts'

export type DataFolderOptions = {
  /** As for the guard of the sources. */
  readonly wide: readonly string[]
  /** Folders that belong to an agent; absolute. */
  readonly sources: readonly string[]
  /** What agents keep beside the files of their sessions. */
  readonly companions: readonly Companion[]
}

const hint = 'Name another folder with --data or DEWPOINT_HOME.'

/**
 * Makes a folder for Dewpoint's own data, readable by its owner alone. Refuses one that is, or lies in, a task or the
 * storage of an agent, whether it is there already or not, and one in which a link leads out of it. Waits, because
 * nothing may be done before. Throws `FileFailure`.
 */
export function makeDataFolder(path: string, options: DataFolderOptions): void {
  requireDataFolder(path, options)
  makeFolder(path, { what: 'The data folder', hint })
}

/** The same for one that is only read: it need not be there, and nothing is made. Throws `FileFailure`. */
export function requireDataFolder(path: string, options: DataFolderOptions): void {
  const source = findSourceAround(path, options)
  if (source !== null) {
    throw new FileFailure({
      code: 'source',
      message: `The data folder would lie in ${source}, and nothing is ever written into the source.`,
      where: path,
      hint,
    })
  }
  requireOwnFiles(path)
}

/**
 * The task, the session or the storage of an agent that a folder is, lies in or would become a part of, by its look; null
 * where there is none.
 */
export function findSourceAround(path: string, options: DataFolderOptions): string | null {
  const { sources, companions } = options
  const wide = listWideFolders(options.wide)
  const task = findTaskAround(path, wide) ?? findSessionBeside(path, wide, companions)
  if (task !== null) return task
  const around = new Set(listFoldersAround(path))
  return sources.find((source) => around.has(resolveRealPath(source))) ?? null
}

/** The file of a session whose agent would take a folder at or above this place, there or not, for a part of it. */
function findSessionBeside(
  path: string,
  wide: ReadonlySet<string>,
  companions: readonly Companion[],
): string | null {
  for (const name of listRealNames(path)) {
    for (let folder = name; folder !== dirname(folder) && !wide.has(folder); folder = dirname(folder)) {
      const owners = [`${basename(folder)}.jsonl`, ...listOwnerNames(basename(folder), companions)]
      const owner = owners.map((one) => join(dirname(folder), one)).find(isFile)
      if (owner !== undefined) return owner
    }
  }
  return null
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function resolveRealPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
