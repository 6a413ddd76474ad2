import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { watch, type FSWatcher } from 'chokidar'
import { isBarrenFolder } from '../../../../agents/is-barren-folder.ts'
import { isTaskFile, listFileTasks } from './task-places.ts'

export type PlacesWatch = {
  /** Resolves when every change from now on is reported. */
  readonly ready: Promise<void>
  readonly close: () => Promise<void>
}

export type WatchPlacesOptions = {
  /** Real paths of folders, or of single tasks. */
  readonly paths: readonly string[]
  /** Levels below them that are watched. */
  readonly depth: number
  /** True for paths that are tasks: nothing below them is watched but their own files. */
  readonly isTask: (path: string) => boolean
  /** A task, or a folder that came or went, is not as it was. Called again and again while files are written. */
  readonly onTouched: (path: string) => void
  /** The system refuses to watch: nothing is reported from here on. */
  readonly onLimit: (error: Error) => void
}

/** Limits of the system: watches of one user, open files of one process. */
const limitCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE'])

/** How long a new folder is left alone before it is looked into, in milliseconds. */
const settledMs = 300

/** Watches the files of tasks below some folders. Links are not followed. */
export function watchPlaces({ paths, depth, isTask, onTouched, onLimit }: WatchPlacesOptions): PlacesWatch {
  const roots = new Set(paths)
  const watcher: FSWatcher = watch([...paths], {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    // Files that are replaced by renaming would be reported 100 ms later, and whoever listens waits for silence anyway.
    atomic: false,
    depth,
    ignored: (path, stats) => {
      if (roots.has(path)) return false
      if (stats?.isFile() === true) return !isTaskFile(basename(path))
      return stats?.isDirectory() === true ? isLeftAlone(path) : isBarrenFolder(path)
    },
  })
  const isLeftAlone = (path: string): boolean => isBarrenFolder(path) || isTask(dirname(path))
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const close = async (): Promise<void> => {
    resolve()
    stopFollowing()
    await watcher.close()
  }
  const touchFile = (path: string): void => {
    // Links and the like are reported as files, too.
    if (roots.has(path)) onTouched(path)
    if (roots.has(path) || isTaskFile(basename(path))) for (const task of listFileTasks(path)) onTouched(task)
  }
  watcher.on('add', touchFile)
  watcher.on('change', touchFile)
  watcher.on('unlink', touchFile)
  const stopFollowing = followNewFolders(watcher, isLeftAlone, onTouched)
  watcher.on('ready', resolve)
  watcher.on('error', (error) => {
    if (!(error instanceof Error) || !('code' in error) || !limitCodes.has(String(error.code))) return
    void close()
    onLimit(error)
  })
  return { ready, close }
}

/**
 * Watches the folders that were made inside a new one after the watcher read it and before it watched it: chokidar misses
 * them. Gives back what ends that.
 */
function followNewFolders(
  watcher: FSWatcher,
  isLeftAlone: (path: string) => boolean,
  onTouched: (path: string) => void,
): () => void {
  const known = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  const touchFolder = (path: string): void => {
    known.add(path)
    // A file that was written right after its folder may be missed.
    onTouched(path)
    const timer = setTimeout(() => {
      timers.delete(timer)
      void lookInside(path)
    }, settledMs)
    timers.add(timer)
  }
  const lookInside = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (!entry.isDirectory() || known.has(path) || isLeftAlone(path) || watcher.closed) continue
      watcher.add(path)
      touchFolder(path)
    }
  }
  watcher.on('addDir', touchFolder)
  watcher.on('unlinkDir', (path) => {
    known.delete(path)
    onTouched(path)
  })
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}
