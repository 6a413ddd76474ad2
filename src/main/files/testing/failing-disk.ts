import type * as promises from 'node:fs/promises'

type Disk = typeof promises

/** Where and when a disk fails; the same object for the test and for what replaces `node:fs/promises`. */
export type DiskFaults = {
  /** Folder whose changes count; null for none. Absolute. */
  below: string | null
  /** The change that fails, from 0; null where none does. */
  failsAt: number | null
  /** What it fails with. */
  code: string
  /** Changes so far. */
  changes: number
}

/** `node:fs/promises` on a disk that fails at one of the changes below a folder: a new file, its text, its name, its rights. */
export function failingDisk(disk: Disk, faults: DiskFaults): Disk {
  const isBelow = (path: unknown): boolean =>
    faults.below !== null &&
    typeof path === 'string' &&
    (path.startsWith(faults.below) || path.startsWith('/proc/self/fd/'))
  const count = (path: unknown): void => {
    if (!isBelow(path)) return
    const at = faults.changes
    faults.changes += 1
    if (at === faults.failsAt) throw Object.assign(new Error(faults.code), { code: faults.code })
  }
  const open: Disk['open'] = async (path, flags, mode) => {
    const isChange = typeof flags === 'string' && flags !== 'r'
    if (isChange && flags !== 'r+') count(path)
    const handle = await disk.open(path, flags, mode)
    if (!isChange) return handle
    const writeFile = handle.writeFile.bind(handle)
    const sync = handle.sync.bind(handle)
    handle.writeFile = async (data, options) => {
      const isHalf = faults.failsAt === faults.changes && typeof data === 'string'
      // A full disk takes a part of a text.
      await writeFile(isHalf ? data.slice(0, 10) : data, options)
      count(path)
    }
    handle.sync = async () => {
      count(path)
      await sync()
    }
    return handle
  }
  const counted =
    <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      count(args[0])
      return work(...args)
    }
  return {
    ...disk,
    open,
    chmod: counted(disk.chmod),
    link: counted(disk.link),
    rename: counted(disk.rename),
    // Its overloads are one function.
    mkdir: counted(disk.mkdir) as Disk['mkdir'],
  }
}
