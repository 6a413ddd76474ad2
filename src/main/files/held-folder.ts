import { constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder that is held open, so that its files are reached whatever its path leads to meanwhile. */
export type HeldFolder = {
  /** Path of a file in it. */
  readonly at: (name: string) => string
  /** Path by which a file in it is known now, links resolved. */
  readonly nameOf: (name: string) => Promise<string>
  /** Onto the disk, as far as the system does that for folders. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Holds a folder that is there. Elsewhere than on Linux, and where it may not be read, it goes by its path all the same. */
export async function holdFolder(path: string): Promise<HeldFolder> {
  const folder = await open(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0)).catch(() => null)
  const byHandle = folder === null ? '' : `/proc/self/fd/${folder.fd}`
  const isThere = process.platform === 'linux' && (await stat(byHandle).catch(() => null)) !== null
  const base = isThere ? byHandle : path
  return {
    at: (name) => join(base, name),
    nameOf: async (name) => join(await realpath(base), name),
    sync: async () => folder?.sync().catch(() => undefined),
    close: async () => folder?.close(),
  }
}
