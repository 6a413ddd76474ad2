import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pMap from 'p-map'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import { isSessionFile } from '../is-session-file.ts'
import { isTaskFolder } from '../../files/task-files.ts'
import type { Machine } from './editors.ts'
import { placesOnDisk } from './places-on-disk.ts'
import type { StorageLayout, StoragePlace } from './storage-place.ts'

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
}>

/** Folders that are looked into in one place, and at the same time. */
const mostFolders = 20_000
const foldersAtOnce = 16
/** Levels of folders that transcripts are looked for in: Codex sorts by year, month and day. */
const transcriptDepth = 4

/** The storage of known agents on this machine, the fullest first. What cannot be read is not there. */
export async function findStorage(machine: Machine): Promise<readonly FoundStorage[]> {
  const found = await pMap(placesOnDisk(machine), describe, { concurrency: 4 })
  // Editors that share a folder are one: the first of them counts.
  const there = found.filter((one) => one !== null)
  const byPath = new Map(there.toReversed().map((one) => [one.path, one]))
  return [...byPath.values()].toSorted((a, b) => b.tasks - a.tasks || a.path.localeCompare(b.path))
}

async function describe({ agent, editor, path, layout }: StoragePlace): Promise<FoundStorage | null> {
  const real = await realpath(path).catch(() => null)
  if (real === null) return null
  const tasks = await countIn(real, layout)
  if (tasks === 0) return null
  const id = createHash('sha256').update(real).digest('hex').slice(0, 12)
  return { id, agent, editor, path: real, tasks, isReadable: layout !== 'transcripts' }
}

/** Links are not followed. */
async function countIn(folder: string, layout: StorageLayout): Promise<number> {
  switch (layout) {
    case 'tasks':
      return countFolders(folder, (names) => (isTaskFolder(names) ? 1 : 0))
    case 'sessions':
      return countFolders(folder, (names) => names.filter(isSessionFile).length)
    case 'transcripts':
      return countTranscripts(folder)
    default:
      return assertNever(layout)
  }
}

async function countFolders(folder: string, count: (names: readonly string[]) => number): Promise<number> {
  const folders = (await entriesOf(folder)).filter((entry) => entry.isDirectory()).slice(0, mostFolders)
  const counts = await pMap(
    folders,
    async ({ name }) => {
      const entries = await entriesOf(join(folder, name))
      return count(entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name))
    },
    { concurrency: foldersAtOnce },
  )
  return counts.reduce((sum, one) => sum + one, 0)
}

async function countTranscripts(folder: string): Promise<number> {
  let level: readonly string[] = [folder]
  let count = 0
  for (let depth = 0; depth < transcriptDepth && level.length > 0; depth += 1) {
    const looks = await pMap(level.slice(0, mostFolders), (one) => lookInto(one), {
      concurrency: foldersAtOnce,
    })
    count += looks.reduce((sum, { transcripts }) => sum + transcripts, 0)
    level = looks.flatMap(({ folders }) => folders)
  }
  return count
}

/** Sessions of helpers lie in a folder of their own beside the session that they belong to. */
const helperFolder = 'subagents'

async function lookInto(folder: string): Promise<{ transcripts: number; folders: readonly string[] }> {
  const entries = await entriesOf(folder)
  return {
    transcripts: entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl')).length,
    folders: entries
      .filter((entry) => entry.isDirectory() && entry.name !== helperFolder)
      .map(({ name }) => join(folder, name)),
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}
