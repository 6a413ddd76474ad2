import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pMap from 'p-map'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { isTaskFolder } from '../../platform/files/task-files.ts'
import type { Machine } from './editors.ts'
import { listPlacesOnDisk } from './list-places-on-disk.ts'
import type { StorageContent, StoragePlace } from './storage-place.ts'

/** Storage of an agent that is there. */
export type FoundStorage = Readonly<{
  /** The same for the same place. */
  id: string
  agent: string
  editor: string | null
  path: string
  /** Task folders, sessions or transcripts in it; at least one. */
  tasks: number
  /** Whether there is an import format for it. */
  isReadable: boolean
  /** Why there is none, and what would help; null where there is. */
  reason: string | null
}>

/** Folders that are looked into in one place, and at the same time. */
const mostFolders = 20_000
const foldersAtOnce = 16
/** Levels of folders that sessions are looked for in: Codex sorts by year, month and day. */
const mostDepth = 5

/** How many sessions a database holds; 1 where nobody can tell. */
type CountSessions = (path: string) => Promise<number>

/** The storage of known agents on this machine, the fullest first. What cannot be read is not there. */
export async function findStorage(
  machine: Machine,
  countSessions: CountSessions = async () => 1,
): Promise<readonly FoundStorage[]> {
  const found = await pMap(listPlacesOnDisk(machine), (place) => describe(place, countSessions), {
    concurrency: 4,
  })
  // Editors that share a folder are one: the first of them counts.
  const there = found.filter((one) => one !== null)
  const byPath = new Map(there.toReversed().map((one) => [one.path, one]))
  return [...byPath.values()].toSorted((a, b) => b.tasks - a.tasks || a.path.localeCompare(b.path))
}

async function describe(
  { agent, editor, path, holds }: StoragePlace,
  countSessions: CountSessions,
): Promise<FoundStorage | null> {
  const real = await realpath(path).catch(() => null)
  if (real === null) return null
  const tasks = await countStoredSessions(real, holds, countSessions)
  if (tasks === 0) return null
  const id = computeSha256(real).slice(0, 12)
  const reason = holds.kind === 'unreadable' ? holds.reason : null
  return { id, agent, editor, path: real, tasks, isReadable: reason === null, reason }
}

/** Links are not followed. */
async function countStoredSessions(
  place: string,
  holds: StorageContent,
  countSessions: CountSessions,
): Promise<number> {
  switch (holds.kind) {
    case 'task-folders':
      return countTaskFolders(place)
    case 'files':
      return countFiles(
        place,
        (name) =>
          holds.endings.some((ending) => name.endsWith(ending)) && holds.except?.includes(name) !== true,
      )
    case 'database':
      return countSessions(place)
    case 'unreadable':
      return countFiles(place, () => true)
    default:
      return assertNever(holds)
  }
}

async function countTaskFolders(folder: string): Promise<number> {
  const folders = (await readFolderEntries(folder))
    .filter((entry) => entry.isDirectory())
    .slice(0, mostFolders)
  const found = await pMap(
    folders,
    async ({ name }) => {
      const entries = await readFolderEntries(join(folder, name))
      return isTaskFolder(entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name))
    },
    { concurrency: foldersAtOnce },
  )
  return found.filter(Boolean).length
}

async function countFiles(folder: string, isTask: (name: string) => boolean): Promise<number> {
  let level: readonly string[] = [folder]
  let count = 0
  for (let depth = 0; depth < mostDepth && level.length > 0; depth += 1) {
    const looks = await pMap(level.slice(0, mostFolders), (one) => readFolderEntries(one), {
      concurrency: foldersAtOnce,
    })
    const files = looks.flat().filter((entry) => entry.isFile())
    count += files.filter(({ name }) => isTask(name)).length
    level = looks
      .flat()
      .filter((entry) => entry.isDirectory() && entry.name !== helperFolder)
      .map(({ parentPath, name }) => join(parentPath, name))
  }
  return count
}

/** Sessions of helpers lie in a folder of their own beside the session that they belong to. */
const helperFolder = 'subagents'

async function readFolderEntries(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}
