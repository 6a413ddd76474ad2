import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { append } from '../../../../../shared/kernel/append.ts'
import { findTasks, type FoundFile } from '../../../../agents/find-tasks.ts'
import { ImportFailure } from '../../../../agents/import-failure.ts'
import { recogniseFile } from '../../../../agents/recognise-file.ts'
import { lookAtTasks, tasksAtOnce, type LookDependencies, type LookOptions } from './look-at-tasks.ts'
import { searchReservations } from './search-reservations.ts'
import { isAtOrBelow } from './task-places.ts'

export type ScanDependencies = LookDependencies & {
  /** Called when a folder was looked through, with the milliseconds. */
  readonly onScanned?: ((scan: FolderScan) => void) | undefined
}

export type FolderScan = {
  readonly folder: string
  readonly tasks: number
  readonly ms: number
  readonly status: 'whole' | 'partly'
}

export type Scan = {
  /** Tasks that are there. */
  readonly taskIds: readonly string[]
  /** Why not all of the folder could be looked at, for a person; null where it could. */
  readonly problem: string | null
}

/**
 * Lists the tasks in a folder as they are now, and notes those that are gone. Tasks whose files did not change are not
 * looked into. The first ones are listed while the others are looked for. A database is a folder of its sessions.
 */
export async function scanFolder(
  dependencies: ScanDependencies,
  root: string,
  { isOpened = false }: Pick<LookOptions, 'isOpened'> = {},
): Promise<Scan> {
  const { now, onScanned, store } = dependencies
  const started = now()
  const before = await store.library.entries()
  const options = { isOpened, entries: new Map(before.map((entry) => [entry.id, entry])) }
  const there = new Set<string>()
  const listing = listInTurn(async (files) => {
    for (const id of await lookAtTasks(dependencies, files, options)) there.add(id)
  })
  const known = new Set(before.filter(({ failure }) => failure === null).map(({ path }) => path))
  const problem = await searchPlace(root, { isKnown: (path) => known.has(path), onFound: listing.add })
  await listing.end()
  const missing = before.filter(
    ({ id, path, isFollowed, isGone }) => isFollowed && !isGone && isAtOrBelow(root, path) && !there.has(id),
  )
  await lookAtTasks(dependencies, missing, { entries: options.entries })
  const status = problem === null ? 'whole' : 'partly'
  onScanned?.({ folder: root, tasks: there.size, ms: now() - started, status })
  return { taskIds: [...there], problem }
}

type Search = Parameters<typeof findTasks>[2]

async function searchPlace(root: string, search: NonNullable<Search>): Promise<string | null> {
  try {
    if ((await stat(root).catch(() => null))?.isFile() === true) {
      const recognised = await recogniseFile(root, basename(root))
      if (recognised !== null) await search.onFound?.([{ path: root, recognised }])
      return null
    }
    const problems = searchReservations(await findTasks(root, undefined, search))
    return problems.length === 0 ? null : problems.join(' ')
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    return `${error.message}. ${error.hint}`
  }
}

type Listing = {
  /** Resolves when there is room for more. */
  readonly add: (files: readonly FoundFile[]) => Promise<void>
  /** Lists what is left, and fails where anything could not be listed. */
  readonly end: () => Promise<void>
}

/** Lists files in batches, one batch after the other. */
function listInTurn(list: (files: readonly FoundFile[]) => Promise<void>): Listing {
  let waiting: FoundFile[] = []
  let last = Promise.resolve()
  let isFirst = true
  const flush = (): Promise<void> => {
    isFirst &&= waiting.length === 0
    const files = waiting
    waiting = []
    last = last.then(() => list(files))
    return last
  }
  return {
    add: async (files) => {
      append(waiting, files)
      if (waiting.length >= (isFirst ? 1 : tasksAtOnce)) await flush()
    },
    end: flush,
  }
}
