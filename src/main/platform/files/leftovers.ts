import { randomBytes } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSystemCode } from './file-failure.ts'

/**
 * What a process makes for itself, and removes at its end, is named after it: what a killed one left is known by that, and
 * removed by the next backup or by the doctor.
 */

/** What a folder for temporary files is for: the work of an external arm, the copy of a database, what is dragged out. */
export type FolderKind = 'arm' | 'copy' | 'drag'

const folderName = /^dewpoint-(arm|copy|drag)-(\d+)(?:\.([0-9a-z]+))?-/
/** Files that are being written, also what SQLite keeps beside one that it fills, and pages for a browser. */
const fileNames = [
  /^\.dewpoint-(\d+)(?:\.([0-9a-z]+))?-[0-9a-f]+\.tmp(?:-journal|-wal|-shm)?$/,
  /^dewpoint-(\d+)(?:\.([0-9a-z]+))?-[0-9a-f]+\.html$/,
]

/** Makes a new, empty folder for temporary files that the user alone may use. Throws what the file system throws. */
export function makeOwnFolder(kind: FolderKind): string {
  return mkdtempSync(join(tmpdir(), `dewpoint-${kind}-${buildOwnerName()}-`))
}

/** Name of a file that is being written. */
export function createUnfinishedName(): string {
  return `.dewpoint-${buildOwnerName()}-${randomBytes(8).toString('hex')}.tmp`
}

/** Name of a page that is read once and removed. */
export function createPageName(): string {
  return `dewpoint-${buildOwnerName()}-${randomBytes(8).toString('hex')}.html`
}

/** Removes folders of a kind that this process has made: threads that are ended leave theirs. Nothing may be open in one. */
export function removeOwnFolders(kind: FolderKind): void {
  for (const { path, kind: made, isOwn } of listOwnFolders()) if (isOwn && made === kind) remove(path)
}

/** Removes folders for temporary files that ended processes have left. Gives their paths. */
export function removeLeftFolders(): readonly string[] {
  return listOwnFolders()
    .filter(({ isLeft }) => isLeft)
    .map(({ path }) => path)
    .filter(remove)
}

/** Removes files in a folder that processes were ended in the middle of. Gives their paths. */
export function removeLeftFiles(folder: string): readonly string[] {
  return listFolderNames(folder)
    .filter((name) => {
      const [whole, processId = '', space] = fileNames.map((one) => one.exec(name)).find(Boolean) ?? []
      return whole !== undefined && isLeft(Number(processId), space)
    })
    .map((name) => join(folder, name))
    .filter((path) => isOurs(path, 'file') && remove(path))
}

type OwnFolder = {
  readonly path: string
  readonly kind: string
  readonly isOwn: boolean
  readonly isLeft: boolean
}

function listOwnFolders(): readonly OwnFolder[] {
  return listFolderNames(tmpdir()).flatMap((name) => {
    const [whole, kind = '', processId = '', space] = folderName.exec(name) ?? []
    const path = join(tmpdir(), name)
    if (whole === undefined || !isOurs(path, 'folder')) return []
    const isOwn = Number(processId) === process.pid && isOwnSpace(space)
    return [{ path, kind, isOwn, isLeft: isLeft(Number(processId), space) }]
  })
}

/** This process, by its number and the space that its number is of: containers may share a folder. */
export function buildOwnerName(): string {
  const space = readOwnSpace()
  return space === '' ? String(process.pid) : `${process.pid}.${space}`
}

/** Whether the process of such a name has ended. What is no name of one belongs to nobody. */
export function isOwnerGone(name: string): boolean {
  const [whole, processId = '', space] = /^(\d+)(?:\.([0-9a-z]+))?$/.exec(name) ?? []
  return whole === undefined || isLeft(Number(processId), space)
}

function readOwnSpace(): string {
  try {
    return statSync('/proc/self/ns/pid').ino.toString(36)
  } catch {
    return ''
  }
}

const isOwnSpace = (space: string | undefined): boolean => space === undefined || space === readOwnSpace()

function isLeft(processId: number, space: string | undefined): boolean {
  return isOwnSpace(space) && !isAlive(processId)
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return readSystemCode(error) === 'EPERM'
  }
}

/** A name alone can be anybody's in a folder that everybody may write to. Links are none of ours. */
function isOurs(path: string, kind: 'file' | 'folder'): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || (kind === 'file' ? !found.isFile() : !found.isDirectory())) return false
  return process.getuid === undefined || found.uid === process.getuid()
}

function listFolderNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** False where it cannot be: it goes with the folder that it lies in. */
function remove(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}
