import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { companions } from '../agents/agents.ts'
import { listPlacesOnDisk } from '../agents/discovery/list-places-on-disk.ts'
import {
  makeDataFolder,
  requireDataFolder,
  findSourceAround,
  type DataFolderOptions,
} from './files/make-data-folder.ts'
import type { Surroundings } from './resolve-default-data-folder.ts'

/**
 * Makes the data folder where it may lie: never in a task or in the storage of an agent. Call it before anything is
 * written there. Throws `FileFailure`.
 */
export function prepareDataFolder(folder: string, surroundings: Surroundings): void {
  const options = buildDataFolderOptions(surroundings)
  settleTemporaryFolder(options)
  makeDataFolder(folder, options)
}

/** The same for whoever only looks into it: nothing is made. Throws `FileFailure`. */
export function examineDataFolder(folder: string, surroundings: Surroundings): void {
  const options = buildDataFolderOptions(surroundings)
  settleTemporaryFolder(options)
  requireDataFolder(folder, options)
}

function buildDataFolderOptions(surroundings: Surroundings): DataFolderOptions {
  return { wide: listWideFolders(), sources: listAgentStorageFolders(surroundings), companions }
}

/**
 * Forgets a folder for temporary files that lies in a source: SQLite, the desktop's runtime and Dewpoint's own copies
 * ask the environment of this process, each by itself, and go on to a folder of the system.
 */
function settleTemporaryFolder(options: DataFolderOptions): void {
  for (const name of ['SQLITE_TMPDIR', 'TMPDIR', 'TEMP', 'TMP']) {
    const folder = process.env[name]
    if (folder && findSourceAround(resolve(folder), options) !== null) delete process.env[name]
  }
}

/** Folders in which whole agents keep their tasks; absolute, there or not. Also in the user's own home folder. */
export function listAgentStorageFolders({ env, platform, home }: Surroundings): readonly string[] {
  const own = findUserHome()
  const machines =
    own === null || own === home
      ? [{ env, home }]
      : [
          { env, home },
          { env: {}, home: own },
        ]
  return machines.flatMap((machine) =>
    listPlacesOnDisk({ platform, home: machine.home, environment: machine.env }).map(({ path }) => path),
  )
}

/**
 * Folders that hold everything else: a history in one of them makes no task of what is below. Named by the system and
 * not by an environment, which could name a task.
 */
export function listWideFolders(): readonly string[] {
  const own = findUserHome()
  return [...(own === null ? [] : [own]), ...(process.platform === 'win32' ? [] : ['/tmp', '/var/tmp'])]
}

/** As the system has it, whatever `HOME` says; null for a user that it does not know. */
function findUserHome(): string | null {
  try {
    return userInfo().homedir || null
  } catch {
    return null
  }
}
