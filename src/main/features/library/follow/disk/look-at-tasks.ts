import { basename, dirname } from 'node:path'
import pMap from 'p-map'
import { buildTaskPath } from '../../../../../shared/library/build-task-path.ts'
import type { Agent } from '../../../../agents/agent.ts'
import { isTask } from '../../../../agents/find-tasks.ts'
import { ImportFailure } from '../../../../agents/import-failure.ts'
import { recogniseFile, type RecognisedFile } from '../../../../agents/recognise-file.ts'
import type { FoundTask, LibraryEntry } from '../../../../platform/store/records.ts'
import type { Store } from '../../../../platform/store/store.ts'
import { isListed } from '../entry-state.ts'
import { describeSession, describeTask } from './describe-task.ts'
import type { ListSessions } from './session-lists.ts'
import { stampOfSession, stampTask, type TaskStamp } from './stamp-task.ts'
import { isAtOrBelow, locateTask, buildTaskId } from './task-places.ts'

/** Tasks that are looked at together, and stored in one transaction: the first rows are there after this many. */
export const tasksAtOnce = 100
const filesAtOnce = 16

export type LookDependencies = {
  readonly store: Pick<Store, 'library'>
  readonly listSessions: ListSessions
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called while the look goes on: listings of these tasks are out of date. */
  readonly onChanged: (taskIds: readonly string[]) => void
}

/** Where a task is or was. Who has looked into its file says what it found there. */
export type LookPlace = { readonly path: string; readonly recognised?: RecognisedFile | null }

export type LookOptions = {
  /** Opened tasks come back even if they were taken out of the library. */
  readonly isOpened?: boolean
  /** All entries of the library by id, for who has them. */
  readonly entries?: ReadonlyMap<string, LibraryEntry>
}

/**
 * Takes note of how tasks are now, gone ones included. A file that holds several sessions stands for all of them. Gives the
 * ids of those that are there.
 */
export async function lookAtTasks(
  dependencies: LookDependencies,
  places: readonly LookPlace[],
  { isOpened = false, entries }: LookOptions = {},
): Promise<readonly string[]> {
  const { store, now, onChanged } = dependencies
  const look = { ...dependencies, isOpened, ...createKnownTasks(store, entries) }
  const openedTs = now()
  const there: string[] = []
  for (let start = 0; start < places.length; start += tasksAtOnce) {
    const batch = places.slice(start, start + tasksAtOnce)
    const looks = (
      await pMap(batch, (place) => lookAtPlace(place, look), { concurrency: filesAtOnce })
    ).flat()
    const tasks = looks.flatMap(({ task }) => (task === null ? [] : [task]))
    const gone = looks.filter(({ isThere }) => !isThere).map(({ id }) => id)
    const back = looks.filter(({ isBack }) => isBack === true).map(({ id }) => id)
    const changed = [
      ...(tasks.length === 0 ? [] : await store.library.found(tasks, openedTs, isOpened)),
      ...(gone.length === 0 ? [] : await store.library.gone(gone)),
      ...(back.length === 0 ? [] : await store.library.gone(back, false)),
    ]
    if (changed.length > 0) onChanged(changed)
    for (const { id, isThere } of looks) if (isThere) there.push(id)
  }
  return there
}

type Known = {
  readonly entry: (id: string) => Promise<LibraryEntry | null>
  readonly all: () => Promise<readonly LibraryEntry[]>
}

type LookContext = LookDependencies & Known & { readonly isOpened: boolean }

/** A few tasks are asked for one by one; who looks at many has asked for all at once. */
function createKnownTasks(
  { library }: Pick<Store, 'library'>,
  entries: ReadonlyMap<string, LibraryEntry> | undefined,
): Known {
  return entries === undefined
    ? { entry: (id) => library.entry(id), all: () => library.entries() }
    : { entry: async (id) => entries.get(id) ?? null, all: async () => [...entries.values()] }
}

type Look = {
  readonly id: string
  readonly isThere: boolean
  /** Its new state; null where that is not new. */
  readonly task: FoundTask | null
  /** Whether it is there again as it was. */
  readonly isBack?: boolean
}

async function lookAtPlace(place: LookPlace, look: LookContext): Promise<readonly Look[]> {
  const { file, session } = locateTask(place.path)
  try {
    return session === null ? await lookAtFile(place, look) : [await lookAtSession(file, session, look)]
  } catch (error) {
    // One that may not be looked at now is neither gone nor changed.
    if (error instanceof ImportFailure) return [{ id: buildTaskId(place.path), isThere: true, task: null }]
    throw error
  }
}

async function lookAtFile({ path, recognised }: LookPlace, look: LookContext): Promise<readonly Look[]> {
  const id = buildTaskId(path)
  const nothing: Look = { id, isThere: false, task: null }
  const stamp = await stampTask(path)
  const entry = await look.entry(id)
  // Subagents that lie in the file of their session go and come back with it.
  if (stamp === null) return [nothing, ...(await withFile(path, look, false))]
  const back = entry?.isGone === true ? await withFile(path, look, true) : []
  const isKnown = stamp.isFolder || isKnownFile(entry, stamp)
  const found = isKnown ? null : recognised === undefined ? await recognise(path) : recognised
  if (!isKnown && found === null) return [nothing]
  const sessions = found?.isStore === true ? await look.listSessions(path) : null
  // A database that cannot be read is listed itself, with the reason.
  if (found === null || sessions === null)
    return [
      ...back,
      await lookCloser(id, stamp, entry, look, async () =>
        describeTask(
          path,
          stamp,
          found ?? (stamp.isFolder ? null : await recogniseFile(path, basename(path))),
        ),
      ),
    ]
  const keys = new Set(sessions.map(({ key }) => buildTaskPath(path, key)))
  const lost = (await look.all()).filter((one) => isAtOrBelow(path, one.path) && !keys.has(one.path))
  return [
    nothing,
    ...lost.map((one): Look => ({ id: one.id, isThere: false, task: null })),
    ...(await Promise.all(
      sessions.map(async (session) => {
        const own = stampOfSession(session, stamp)
        const sessionId = buildTaskId(buildTaskPath(path, session.key))
        const describe = (): FoundTask => describeSession(path, session, own, found.format)
        return lookCloser(sessionId, own, await look.entry(sessionId), look, describe)
      }),
    )),
  ]
}

async function withFile(
  file: string,
  { store }: LookDependencies,
  isThere: boolean,
): Promise<readonly Look[]> {
  const sessions = await store.library.findSessions(file)
  return sessions.map(({ id }) => ({ id, isThere, task: null, isBack: isThere }))
}

/** Whether a file need not be looked into. One that is listed stays so, unless nobody could ever read it. */
function isKnownFile(entry: LibraryEntry | null, { isClosed }: TaskStamp): boolean {
  if (entry === null) return false
  return isClosed || entry.isSingle || entry.failure === null || entry.snapshotSha256 !== null
}

/** What a file is that nobody has read or chosen yet; files in the folder of a task are part of it. */
async function recognise(path: string): Promise<RecognisedFile | null> {
  const found = await recogniseFile(path, basename(path))
  return found === null || (await isTask(dirname(path))) ? null : found
}

async function lookAtSession(file: string, key: string, look: LookContext): Promise<Look> {
  const path = buildTaskPath(file, key)
  const id = buildTaskId(path)
  const own = await stampTask(file)
  if (own === null) return { id, isThere: false, task: null }
  const found = await recogniseFile(file, basename(file))
  // What became of a subagent shows when the file of its session is read.
  if (found?.isStore === false) return lookAtSubagent(file, key, own, found.format, look)
  const sessions = own.isFolder ? [] : await look.listSessions(file)
  // Nobody can tell what is in a database that cannot be read now.
  if (sessions === null) return { id, isThere: true, task: null }
  const session = sessions.find((one) => one.key === key)
  if (session === undefined) return { id, isThere: false, task: null }
  const stamp = stampOfSession(session, own)
  const entry = await look.entry(id)
  if (found === null) return { id, isThere: true, task: null }
  return lookCloser(id, stamp, entry, look, () => describeSession(file, session, stamp, found.format))
}

/** A subagent in the file of its session. Where nobody follows that, it is read again whenever the file has changed. */
async function lookAtSubagent(
  file: string,
  key: string,
  own: TaskStamp,
  format: Agent,
  look: LookContext,
): Promise<Look> {
  const id = buildTaskId(buildTaskPath(file, key))
  const [entry, whole] = [await look.entry(id), await look.entry(buildTaskId(file))]
  if (entry === null || (whole !== null && whole.isFollowed && isListed(whole)))
    return { id, isThere: true, task: null }
  const head = { key, title: entry.title, stamp: own.stamp, lastActivityTs: entry.lastActivityTs }
  return lookCloser(id, own, entry, look, () => describeSession(file, head, own, format))
}

async function lookCloser(
  id: string,
  stamp: TaskStamp,
  entry: LibraryEntry | null,
  { isOpened }: LookContext,
  describe: () => FoundTask | Promise<FoundTask>,
): Promise<Look> {
  const isUnchanged = entry !== null && entry.stamp === stamp.stamp && !entry.isGone
  const isBack = isOpened && entry !== null && (entry.forgottenStamp !== null || !entry.isFollowed)
  return { id, isThere: true, task: isUnchanged && !isBack ? null : await describe() }
}
