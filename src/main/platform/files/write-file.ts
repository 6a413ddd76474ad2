import { chmod, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FileFailure, readSystemCode } from './file-failure.ts'
import { holdFolder, type FolderGuard, type HeldFolder } from './held-folder.ts'
import { createUnfinishedName } from './leftovers.ts'

export type WriteOptions = {
  readonly guard: FolderGuard
  /** False keeps what is there already, also what appears while the file is made. */
  readonly replace: boolean
  /** Rights of the file, whatever the user's mask; where it is left out, a file that is replaced keeps its own. */
  readonly mode?: number
}

/** Refuses a place that could not be written in the end, before any work is done for it. Throws `FileFailure`. */
export async function requireWritable(
  path: string,
  { guard, replace }: Pick<WriteOptions, 'guard' | 'replace'>,
): Promise<void> {
  try {
    await guard.check(path)
    const folder = await stat(dirname(path)).catch(ignoreMissing)
    if (folder?.isDirectory() !== true) throw buildNoFolderFailure(path)
    const existing = await lstat(path).catch(ignoreMissing)
    if (existing === null) return
    const target = existing.isSymbolicLink() ? await stat(path).catch(ignoreMissing) : existing
    if (target !== null && !target.isFile()) throw buildNotAFileFailure(path, target.isDirectory())
    if (!replace) throw buildTakenFailure(path)
  } catch (error) {
    throw explainWriting(path, error)
  }
}

/** Writes a file whole or not at all, and leaves nothing else behind. Throws `FileFailure`. */
export async function writeFile(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions,
): Promise<void> {
  await makeFile(path, options, createFileFiller(content, options.mode))
}

/** Fills a new file with a content. */
export function createFileFiller(
  content: string | Uint8Array,
  mode = 0o666,
): (temporary: string) => Promise<void> {
  return async (temporary) => {
    const file = await open(temporary, 'wx', mode)
    try {
      await file.writeFile(content)
    } finally {
      await file.close()
    }
  }
}

/**
 * The same for whoever writes the file themselves, as SQLite does: `make` is given the path of a file that does not
 * exist yet, in the same folder, and may check what it made. What it throws comes out as it is, unless it is an error
 * of the operating system.
 */
export async function makeFile(
  path: string,
  options: WriteOptions,
  make: (temporary: string) => Promise<void>,
): Promise<void> {
  await requireWritable(path, options)
  try {
    // A link stays one: what it leads to is written.
    const target = await realpath(path).catch(async () => join(await realpath(dirname(path)), basename(path)))
    const folder = await holdFolder(dirname(target))
    try {
      const file = await prepareFile(folder, basename(target), { path, options, make })
      try {
        await file.check()
        await file.place()
      } finally {
        await file.remove()
      }
    } finally {
      await folder.close()
    }
  } catch (error) {
    throw explainWriting(path, error)
  }
}

export type Making = Readonly<{
  path: string
  options: WriteOptions
  make: (temporary: string) => Promise<void>
}>

/** A file that is whole under a name of its own, and not in its place yet. */
export type PreparedFile = {
  /** Asks the guard once more: the folder may have become a task while the file was made. */
  readonly check: () => Promise<void>
  readonly place: () => Promise<void>
  /** Removes what is not in its place. */
  readonly remove: () => Promise<void>
}

/**
 * Makes a file in a folder that is held. What the path leads to may change at any time, and so the guard is asked about
 * the folder that is written to. Throws what the system, the guard and `make` throw.
 */
export async function prepareFile(
  folder: HeldFolder,
  name: string,
  { path, options, make }: Making,
): Promise<PreparedFile> {
  const { guard, replace, mode } = options
  const check = async (): Promise<void> => guard.check(await folder.resolvePath(name), folder)
  await check()
  // Not named after the file: long names have no room for more.
  const temporary = folder.at(createUnfinishedName())
  const target = folder.at(name)
  const remove = (): Promise<void> => rm(temporary, { force: true })
  try {
    await make(temporary)
    await setRights(temporary, mode ?? (await readFileRights(target)))
    await flush(temporary)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    remove,
    check: async () => {
      await guard.check(path)
      await check()
    },
    place: async () => {
      await (replace ? rename(temporary, target) : moveToFree(temporary, target))
      await folder.sync()
    },
  }
}

async function readFileRights(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found === null ? null : found.mode & 0o777
}

async function setRights(path: string, mode: number | null): Promise<void> {
  if (mode !== null) await chmod(path, mode)
}

/** Removes a file if there is one, unless it is a source. Throws `FileFailure`. */
export async function removeFile(path: string, { guard }: Pick<WriteOptions, 'guard'>): Promise<void> {
  try {
    await guard.check(path)
    const place = await realpath(dirname(path)).catch(ignoreMissing)
    if (place === null) return
    const folder = await holdFolder(place)
    try {
      await guard.check(await folder.resolvePath(basename(path)), folder)
      await rm(folder.at(basename(path)), { force: true })
    } finally {
      await folder.close()
    }
  } catch (error) {
    throw explainWriting(path, error)
  }
}

/** Onto the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Never replaces anything. Some disks know no hard links: there an empty file takes the place first. */
async function moveToFree(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target)
    return
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(readSystemCode(error))) throw error
  }
  await (await open(target, 'wx')).close()
  try {
    await rename(temporary, target)
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}

/** For a place that may be empty: null where there is nothing, what was thrown else. */
export function ignoreMissing(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(readSystemCode(error))) return null
  throw error
}

function buildNoFolderFailure(path: string): FileFailure {
  return new FileFailure({
    code: 'not-found',
    message: 'The folder to write to does not exist.',
    where: dirname(path),
    hint: 'Create it first.',
  })
}

function buildNotAFileFailure(path: string, isFolder: boolean): FileFailure {
  const message = isFolder ? 'This is a folder.' : 'This is not an ordinary file.'
  return new FileFailure({ code: 'not-a-file', message, where: path, hint: 'Name a file.' })
}

function buildTakenFailure(path: string): FileFailure {
  return new FileFailure({
    code: 'exists',
    message: 'This file exists already.',
    where: path,
    hint: 'Choose another name, or add --force.',
  })
}

const reasons: Readonly<Record<string, readonly [FileFailure['code'], string]>> = {
  EACCES: ['not-allowed', 'you may not write here'],
  EPERM: ['not-allowed', 'you may not write here'],
  EROFS: ['read-only', 'the disk is read-only'],
  ENOSPC: ['disk-full', 'the disk is full'],
  EDQUOT: ['disk-full', 'your quota of this disk is used up'],
  EFBIG: ['too-large', 'it is too large for this disk'],
  ENAMETOOLONG: ['bad-name', 'its name is too long'],
  EINVAL: ['bad-name', 'this disk does not allow its name'],
  ELOOP: ['bad-name', 'it is a link to itself or to nothing'],
  ENOENT: ['not-found', 'its folder has gone'],
}

/** Turns an error of the operating system into one with a sentence; others stay as they are. */
export function explainWriting(path: string, cause: unknown): unknown {
  const code = readSystemCode(cause)
  if (cause instanceof FileFailure || !/^E[A-Z0-9]+$/.test(code)) return cause
  if (code === 'EEXIST') return buildTakenFailure(path)
  const [kind, reason] = reasons[code] ?? (['failed', code] as const)
  return new FileFailure({
    code: kind,
    message: `The file could not be written: ${reason}.`,
    where: path,
    hint: 'Nothing was changed.',
    cause,
  })
}
