import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FileFailure } from './file-failure.ts'
import { isMountPoint } from './list-names-by-mounts.ts'

/** Folders of the data folder. What lies in `recordings` and `backups` is checked when it is used. */
const ownFolders = ['logs', 'recordings', 'backups', 'desktop', 'probes'] as const
const databases = ['dewpoint.sqlite', 'search.sqlite'] as const
/** A database, and what SQLite keeps beside it. */
const databaseEndings = ['', '-wal', '-shm', '-journal'] as const
const ownFile = /^dewpoint\.\d+\.log$/

/**
 * Refuses a data folder in which something else stands in the place of what Dewpoint keeps there: a link would lead its
 * writing elsewhere, a pipe would hold it up. Waits, because nothing may be opened before. Throws `FileFailure`.
 */
export function requireOwnFiles(dataFolder: string): void {
  for (const name of ownFolders) requireOwnFolder(join(dataFolder, name))
  for (const name of databases) requireOwnDatabase(join(dataFolder, name))
  requireOwnFile(join(dataFolder, 'keys.json'))
  const logs = join(dataFolder, 'logs')
  for (const name of listFolderNames(logs)) if (ownFile.test(name)) requireOwnFile(join(logs, name))
}

/** The same for a database and what SQLite keeps beside it. Throws `FileFailure`. */
export function requireOwnDatabase(path: string): void {
  for (const ending of databaseEndings) requireOwnFile(`${path}${ending}`)
}

/** The same for one file, which need not be there. Throws `FileFailure`. */
export function requireOwnFile(path: string): void {
  const found = readStats(path)
  if (found === null) return
  const kind = describeFileKind(found)
  if (kind !== 'a file') throw buildRefusal(path, kind)
  if (found.nlink > 1 && hasNameElsewhere(path)) throw buildRefusal(path, 'a hard link')
  if (isMounted(path)) throw buildRefusal(path, 'a mount of another file')
}

/**
 * Opens a file of the data folder to append to it, made where it is missing. No link is followed and no pipe is waited
 * for. Throws `FileFailure`, and what the system throws.
 */
export function openOwnFile(path: string): number {
  requireOwnFolder(dirname(path))
  requireOwnFile(path)
  const { O_WRONLY, O_APPEND, O_CREAT } = constants
  // Windows knows none of the others.
  const unixFlags = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | unixFlags, 0o600)
  try {
    // Another one may have taken its place meanwhile.
    const opened = fstatSync(file)
    if (!opened.isFile()) throw buildRefusal(path, describeFileKind(opened))
    if (opened.nlink > 1 && hasNameElsewhere(path)) throw buildRefusal(path, 'a hard link')
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function requireOwnFolder(path: string): void {
  const found = readStats(path)
  const kind = found === null ? 'a folder' : describeFileKind(found)
  if (kind !== 'a folder') throw buildRefusal(path, kind)
  if (found !== null && isMounted(path)) throw buildRefusal(path, 'a mount of another folder')
}

/** Only Linux says so. */
function isMounted(path: string): boolean {
  try {
    const real = join(realpathSync(dirname(path)), basename(path))
    return isMountPoint(readFileSync('/proc/self/mountinfo', 'utf8'), real)
  } catch {
    return false
  }
}

/** Restoring gives a database a second name for a moment, beside the first one. */
function hasNameElsewhere(path: string): boolean {
  const folder = dirname(path)
  const own = readStats(path)
  const states = listFolderNames(folder).map((name) => readStats(join(folder, name)))
  const beside = states.filter((state) => state !== null && state.dev === own?.dev && state.ino === own.ino)
  // Looked at last: a name that was there at first may be gone.
  return (readStats(path)?.nlink ?? 0) > Math.max(beside.length, 1)
}

function describeFileKind(found: Stats): string {
  if (found.isSymbolicLink()) return 'a symbolic link'
  if (found.isFile()) return 'a file'
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a pipe'
  return found.isSocket() ? 'a socket' : 'a device'
}

function listFolderNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readStats(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function buildRefusal(where: string, kind: string): FileFailure {
  return new FileFailure({
    code: 'not-a-file',
    message: `This is ${kind}, and Dewpoint keeps its data only in files and folders of its own.`,
    where,
    hint: 'Move it away, or name another data folder with --data or DEWPOINT_HOME.',
  })
}
