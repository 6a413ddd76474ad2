import { constants, type BigIntStats } from 'node:fs'
import { mkdir, open, realpath, rmdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { FileFailure, readSystemCode } from './file-failure.ts'
import { listFoldersFrom, listRealNames } from './list-folders-from.ts'

/** A folder by what it is, and not by its name. */
export type FoundFolder = { readonly path: string; readonly state: BigIntStats }

/** A folder that is held open, so that its files are reached whatever its path leads to meanwhile. */
export type HeldFolder = {
  /** Path of a file in it. */
  readonly at: (name: string) => string
  /** Path by which a file in it is known now, links resolved. */
  readonly resolvePath: (name: string) => Promise<string>
  /**
   * The folder and all that it lies in, the nearest first: the guard judges these beside the names, which may lead
   * elsewhere a moment later. Throws a `FileFailure` where only names are known and lead elsewhere already.
   */
  readonly around: () => Promise<readonly FoundFolder[]>
  /** Onto the disk, as far as the system does that for folders. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Asked before anything is made in a folder. Throws where nothing may be. */
export type FolderGuard = { readonly check: (path: string, held?: HeldFolder) => Promise<void> }

/** What opens a folder; Windows knows neither flag. */
const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0)
const unlinkedFlags = folderFlags | (constants.O_NOFOLLOW ?? 0)

/** Holds a folder that is there. Elsewhere than on Linux, and where it may not be read, it goes by its path all the same. */
export function holdFolder(path: string, { followsLinks = true } = {}): Promise<HeldFolder> {
  return hold(path, followsLinks ? folderFlags : unlinkedFlags)
}

async function hold(path: string, flags: number): Promise<HeldFolder> {
  const folder = await open(path, flags).catch((error: unknown) => {
    // A link or a file took the place of the folder; whatever else stands in the way stops the writing later.
    if (['ELOOP', 'ENOTDIR'].includes(readSystemCode(error))) throw error
    return null
  })
  const byHandle = folder === null ? '' : `/proc/self/fd/${folder.fd}`
  const isThere = process.platform === 'linux' && (await stat(byHandle).catch(() => null)) !== null
  const base = isThere ? byHandle : path
  const opened = await (folder?.stat({ bigint: true }) ?? stat(path, { bigint: true }))
  return {
    at: (name) => join(base, name),
    resolvePath: async (name) => join(await realpath(base), name),
    around: () => (isThere ? climb(base) : listFoldersByNames(path, opened)),
    sync: async () => folder?.sync().catch(() => undefined),
    close: async () => folder?.close(),
  }
}

/** The step up from a handle is the folder's own: no name is looked at. */
async function climb(base: string): Promise<readonly FoundFolder[]> {
  const found: FoundFolder[] = []
  for (let path = base; ; path = `${path}/..`) {
    const state = await stat(path, { bigint: true })
    const { state: last } = found.at(-1) ?? {}
    if (last?.dev === state.dev && last.ino === state.ino) return found
    found.push({ path, state })
  }
}

async function listFoldersByNames(path: string, opened: BigIntStats): Promise<readonly FoundFolder[]> {
  const real = await realpath(path)
  const found = await Promise.all(
    listFoldersFrom(real).map(async (one) => ({ path: one, state: await stat(one, { bigint: true }) })),
  )
  const [first] = found
  if (first?.state.dev !== opened.dev || first.state.ino !== opened.ino) throw buildMovedFailure(path)
  return found
}

/** A folder that was held, and those that were made for it. */
export type NewFolder = {
  readonly folder: HeldFolder
  /** Takes back those that were made, where nothing is in them. */
  readonly removeMade: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Holds a folder, and makes it and what it lies in where they are missing. What is there is resolved once; below it no
 * link is followed, and each step is judged where the one before really lies. Throws `FileFailure`, and what the system
 * and the guard throw.
 */
export async function holdNewFolder(path: string, guard: FolderGuard): Promise<NewFolder> {
  const [nearest = path] = listFoldersFrom(path)
  const [real = path] = listRealNames(path)
  const steps = relative(nearest, real).split(sep).filter(Boolean)
  // What was there moved while it was looked at.
  if (steps.includes('..')) throw buildMovedFailure(path)
  let folder = await holdFolder(nearest)
  const held = [folder]
  const made: { readonly parent: HeldFolder; readonly name: string }[] = []
  const removeMade = async (): Promise<void> => {
    for (const { parent, name } of made.toReversed()) await rmdir(parent.at(name)).catch(() => undefined)
  }
  const close = async (): Promise<void> => {
    for (const one of held) await one.close()
  }
  try {
    for (const [index, name] of steps.entries()) {
      const parent = folder
      await guard.check(await parent.resolvePath(name), parent)
      const where = join(nearest, steps.slice(0, index + 1).join(sep))
      if (await isMade(parent.at(name), where)) made.push({ parent, name })
      folder = await hold(parent.at(name), unlinkedFlags).catch((error: unknown) => refuse(where, error))
      held.push(folder)
    }
    return { folder, removeMade, close }
  } catch (error) {
    await removeMade()
    await close()
    throw error
  }
}

/** Level by level: Node's own recursive `mkdir` follows links, and never ends in `/proc`. False where it is there. */
async function isMade(path: string, where: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    if (readSystemCode(error) === 'EEXIST') return false
    return refuse(where, error)
  }
}

function refuse(where: string, cause: unknown): never {
  const code = readSystemCode(cause)
  if (code === 'ELOOP') throw buildMovedFailure(where)
  const isFile = code === 'ENOTDIR'
  throw new FileFailure({
    code: isFile ? 'not-a-file' : 'failed',
    message: `The folder ${isFile ? 'is a file or a link, not a folder.' : `cannot be created here (${code}).`}`,
    where,
    hint: 'Name another file.',
    cause,
  })
}

function buildMovedFailure(where: string): FileFailure {
  return new FileFailure({
    code: 'failed',
    message: 'The folder was moved or replaced while it was written to.',
    where,
    hint: 'Try again. Nothing was written.',
  })
}
