import { realpathSync } from 'node:fs'
import { FileFailure } from './file-failure.ts'
import { foldersAround } from './folders-from.ts'
import { makeFolder } from './make-folder.ts'
import { requireOwnFiles } from './own-files.ts'
import { taskAround, wideFolders } from './source-guard.ts'

export type DataFolderOptions = {
  /** As for the guard of the sources. */
  readonly wide: readonly string[]
  /** Folders that belong to an agent; absolute. */
  readonly sources: readonly string[]
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
  const source = sourceAround(path, options)
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

/** The task or the storage of an agent that a folder is, or lies in, by its look; null where there is none. */
export function sourceAround(path: string, { wide, sources }: DataFolderOptions): string | null {
  const task = taskAround(path, wideFolders(wide))
  if (task !== null) return task
  const around = new Set(foldersAround(path))
  return sources.find((source) => around.has(realPathOf(source))) ?? null
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
