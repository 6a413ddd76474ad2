import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Which change of a disk fails, and with what. */
export type DiskFault = Readonly<{
  /** Folder whose changes count. Absolute. */
  below: string
  /** The change that fails, from 0. */
  at: number
  code: string
}>

/**
 * Does something on a disk that fails at one of the changes below a folder: a new file, its text, its rights, its name.
 * Resolves to how many changes there were, and to what was thrown, null where nothing was.
 */
export async function onFailingDisk(
  { below, at, code }: DiskFault,
  work: () => Promise<unknown>,
): Promise<Readonly<{ changes: number; error: unknown }>> {
  let changes = 0
  const count = (path: unknown): void => {
    const isHeld = typeof path === 'string' && path.startsWith('/proc/self/fd/')
    if (!isHeld && !(typeof path === 'string' && path.startsWith(below))) return
    changes += 1
    if (changes - 1 === at) throw Object.assign(new Error(code), { code })
  }
  const own = { ...promises }
  const counted =
    <Args extends readonly unknown[], Result>(change: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      count(args[0])
      return change(...args)
    }
  const open: typeof promises.open = async (path, flags, mode) => {
    if (flags === 'wx') count(path)
    const handle = await own.open(path, flags, mode)
    const writeFile = handle.writeFile.bind(handle)
    const sync = handle.sync.bind(handle)
    handle.writeFile = async (data, options) => {
      // A full disk takes a part of a text.
      await writeFile(changes === at && typeof data === 'string' ? data.slice(0, 10) : data, options)
      count(path)
    }
    handle.sync = async () => {
      if (flags === 'r+') count(path)
      await sync()
    }
    return handle
  }
  const { chmod, link, rename } = own
  Object.assign(promises, {
    open,
    chmod: counted(chmod),
    link: counted(link),
    rename: counted(rename),
    mkdir: counted(own.mkdir),
  })
  syncBuiltinESMExports()
  try {
    await work()
    return { changes, error: null }
  } catch (error) {
    return { changes, error }
  } finally {
    Object.assign(promises, own)
    syncBuiltinESMExports()
  }
}
