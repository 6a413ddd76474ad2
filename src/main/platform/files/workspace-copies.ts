import { cp, lstat, readdir, readlink, rm } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { makeFolders } from './make-folder.ts'

/** Copies of projects and of an agent's settings, for agents that work on their own: nothing here writes into what is copied. */

/** Folders that a project makes again from what else it holds. */
const madeFolders: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.cache',
  '.gradle',
  '.next',
  'target',
])

/** In all; what is larger is not copied. */
export const largestWorkspace = { bytes: 500_000_000, files: 50_000 } as const

/** What a copy of a folder would hold, and which folders it would leave out. */
export type FolderSize = {
  readonly files: number
  readonly bytes: number
  readonly leftOut: readonly string[]
  /** Whether it was measured whole, and not given up because it is too large. */
  readonly isWhole: boolean
}

/** A file of a folder by its path below it, with forward slashes, and what tells whether it has changed. */
export type FileStamps = ReadonlyMap<string, string>

/** Measures what a copy of a folder would hold. */
export async function measureWorkspace(folder: string): Promise<FolderSize> {
  const leftOut = new Set<string>()
  let [files, bytes] = [0, 0]
  for await (const { path, kind, name } of walk(folder)) {
    if (kind === 'made') leftOut.add(name)
    if (kind !== 'file') continue
    files += 1
    bytes += (await lstat(path)).size
    if (files > largestWorkspace.files || bytes > largestWorkspace.bytes)
      return { files, bytes, leftOut: [...leftOut], isWhole: false }
  }
  return { files, bytes, leftOut: [...leftOut].toSorted(), isWhole: true }
}

/** Copies a folder, without what it makes again. */
export async function copyWorkspace(from: string, to: string): Promise<void> {
  makeFolders(dirname(to))
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: async (path) => {
      if (path === from) return true
      const info = await lstat(path)
      if (info.isDirectory()) return !madeFolders.has(path.slice(path.lastIndexOf(sep) + 1))
      return info.isFile() || info.isSymbolicLink()
    },
  })
}

/** Takes links out of a copy that lead out of it: what writes through one would write into something else. */
export async function removeOutwardLinks(folder: string): Promise<void> {
  for await (const { path, kind } of walk(folder)) {
    if (kind !== 'link') continue
    const target = await readlink(path)
    const way = relative(folder, resolve(dirname(path), target))
    if (isAbsolute(target) || way === '..' || way.startsWith(`..${sep}`)) await rm(path)
  }
}

/** The state of each file of a folder, to see later which were changed; null where there are more than so many. */
export async function stampFiles(folder: string, most: number): Promise<FileStamps | null> {
  const stamps = new Map<string, string>()
  for await (const { path, kind } of walk(folder)) {
    if (kind !== 'file') continue
    if (stamps.size >= most) return null
    const { size, mtimeMs } = await lstat(path)
    stamps.set(relative(folder, path).split(sep).join('/'), `${size} ${mtimeMs}`)
  }
  return stamps
}

/** Files that are new, changed or gone between two states, in order. */
export function listChangedFiles(before: FileStamps, after: FileStamps): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).toSorted()
}

/** Copies a file or folder of settings, what links lead to included; nothing where it is not there. */
export async function copySettings(from: string, to: string): Promise<void> {
  const found = await lstat(from).catch(() => null)
  if (found === null) return
  makeFolders(dirname(to))
  await cp(from, to, { recursive: true, dereference: true })
}

/** Makes a folder of Dewpoint's own, with all that it lies in. */
export function makeWorkFolder(path: string): void {
  makeFolders(path)
}

/** Removes such a folder with all that is in it. */
export async function removeWorkFolder(path: string): Promise<void> {
  // What was ended may hold a file for a moment longer.
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

type Found = {
  readonly path: string
  readonly name: string
  readonly kind: 'file' | 'link' | 'made'
}

/** Everything below a folder, without what is in folders that are made again. */
async function* walk(folder: string): AsyncGenerator<Found> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const { name } = entry
    const path = join(folder, name)
    if (entry.isSymbolicLink()) yield { path, name, kind: 'link' }
    else if (entry.isFile()) yield { path, name, kind: 'file' }
    else if (entry.isDirectory() && madeFolders.has(name)) yield { path, name, kind: 'made' }
    else if (entry.isDirectory()) yield* walk(path)
  }
}
