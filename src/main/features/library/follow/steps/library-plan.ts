import { findLargest } from '../../../../../shared/kernel/find-extreme.ts'
import type { LibraryState } from '../../../../../shared/library/types.ts'
import type { LibraryEntry } from '../../../../platform/store/records.ts'
import type { Store } from '../../../../platform/store/store.ts'
import { isListed, isToBeRead, listTaskVersions } from '../entry-state.ts'
import { type BackgroundStep, type TaskVersion, StepFailure } from './background-step.ts'
import type { PassedOver } from './passed-over.ts'

/** What is to be done for which task of the library, the newest task first. */
export type LibraryPlan = {
  /** Looks at the whole library. */
  readonly refresh: () => Promise<void>
  /** Looks at one task of it again. */
  readonly update: (taskId: string) => Promise<LibraryEntry | null>
  /**
   * The newest task to be read, or with the first step to be done; where there is none, with the next step. Null where
   * nothing is left. Tasks that `isWaiting` are left out.
   */
  readonly next: (isWaiting: (entry: LibraryEntry) => boolean) => LibraryEntry | null
  readonly stepsFor: (version: TaskVersion) => readonly BackgroundStep[]
  readonly noteDone: (step: BackgroundStep, taskId: string) => void
  readonly state: (workingOn: string | null) => Omit<LibraryState, 'stalled'>
}

/** A plan that knows of no task before it is refreshed. What is passed over is not to be done. */
export function createLibraryPlan(
  store: Pick<Store, 'library'>,
  steps: readonly BackgroundStep[],
  passedOver: PassedOver,
): LibraryPlan {
  let entries: LibraryEntry[] = []
  let places = new Map<string, number>()
  let done: Done = new Map()
  /** For each step, tasks before this one have nothing to do; so a library that is done is not walked through again. */
  let cursors: number[] = []
  let paused = new Set<BackgroundStep['id']>()
  const early = findLargest(
    steps.map(({ newestFirst = 0 }) => newestFirst),
    0,
  )

  const selectOpenSteps: LibraryPlan['stepsFor'] = (version) =>
    steps.filter(
      ({ id }) => !paused.has(id) && done.get(id)?.has(version.id) !== true && !passedOver.has(id, version),
    )
  const hasWork = (entry: LibraryEntry, phase: number): boolean =>
    isToBeRead(entry) ||
    listTaskVersions(entry).some((version) =>
      selectOpenSteps(version).some((step) => steps.indexOf(step) <= phase),
    )

  return {
    stepsFor: selectOpenSteps,
    refresh: async () => {
      const listed = (await store.library.entries()).filter(isListed)
      const versions = listed.flatMap(listTaskVersions)
      const found = await collectDone(steps, versions)
      paused = await findPausedSteps(steps)
      entries = listed.toSorted((a, b) => (b.lastActivityTs ?? 0) - (a.lastActivityTs ?? 0))
      places = new Map(entries.map(({ id }, place) => [id, place]))
      done = found
      cursors = []
    },
    update: async (taskId) => {
      const entry = await store.library.entry(taskId)
      const place = places.get(taskId)
      if (entry === null || place === undefined) return entry
      if (entries[place]?.snapshotSha256 !== entry.snapshotSha256) {
        for (const ids of done.values()) ids.delete(taskId)
      }
      entries[place] = entry
      return entry
    },
    next: (isWaiting) => findNextEntry({ entries, cursors, early, phases: steps.length, hasWork }, isWaiting),
    noteDone: (step, taskId) => void done.get(step.id)?.add(taskId),
    state: (workingOn) => ({
      ...countTasks(leaveSamplesOut(entries), done),
      isPaused: paused.has('measure'),
      ...passedOver.among(leaveSamplesOut(entries), steps),
      workingOn,
    }),
  }
}

type Order = {
  readonly entries: readonly LibraryEntry[]
  /** By phase; moved on here. */
  readonly cursors: number[]
  readonly early: number
  readonly phases: number
  /** Whether a task has something to do up to a phase. */
  readonly hasWork: (entry: LibraryEntry, phase: number) => boolean
}

/** The smallest of the newest tasks that has anything to do, else the first in the first phase that has something. */
function findNextEntry(
  { entries, cursors, early, phases, hasWork }: Order,
  isWaiting: (entry: LibraryEntry) => boolean,
): LibraryEntry | null {
  // The smallest of them are done soonest, and first figures are what somebody waits for.
  const newest = entries
    .slice(0, early)
    .filter((entry) => hasWork(entry, phases - 1) && !isWaiting(entry))
    .toSorted((a, b) => (a.sizeBytes ?? 0) - (b.sizeBytes ?? 0))[0]
  if (newest !== undefined) return newest
  for (let phase = 0; phase < Math.max(1, phases); phase += 1) {
    const cursor = cursors[phase] ?? 0
    const first = entries.findIndex((entry, place) => place >= cursor && hasWork(entry, phase))
    const from = first === -1 ? entries.length : first
    cursors[phase] = from
    const found = entries.find((entry, place) => place >= from && hasWork(entry, phase) && !isWaiting(entry))
    if (found !== undefined) return found
  }
  return null
}

async function findPausedSteps(steps: readonly BackgroundStep[]): Promise<Set<BackgroundStep['id']>> {
  const paused = new Set<BackgroundStep['id']>()
  for (const { id, isPaused } of steps) if ((await isPaused?.()) === true) paused.add(id)
  return paused
}

/** Ids of the tasks for which each step is done. */
type Done = Map<BackgroundStep['id'], Set<string>>

async function collectDone(
  steps: readonly BackgroundStep[],
  versions: readonly TaskVersion[],
): Promise<Done> {
  const done: Done = new Map()
  for (const step of steps) done.set(step.id, await findStepDone(step, versions))
  return done
}

/** Where a step cannot even say what it has done, it says so again for each task, and the other steps are done. */
async function findStepDone(step: BackgroundStep, versions: readonly TaskVersion[]): Promise<Set<string>> {
  try {
    return new Set(await step.doneAmong(versions))
  } catch (error) {
    if (error instanceof StepFailure) return new Set()
    throw error
  }
}

/** A person who has tasks counts these: samples are worked on behind them, and nobody waits for it. */
function leaveSamplesOut(entries: readonly LibraryEntry[]): readonly LibraryEntry[] {
  const own = entries.filter(({ isSample }) => !isSample)
  return own.length === 0 ? entries : own
}

function countTasks(
  entries: readonly LibraryEntry[],
  done: Done,
): Pick<LibraryState, 'tasks' | 'indexed' | 'surveyed' | 'measured' | 'failed'> {
  const countDone = (step: BackgroundStep['id']): number =>
    entries.filter(({ id }) => done.get(step)?.has(id) === true).length
  return {
    tasks: entries.length,
    indexed: countDone('index'),
    surveyed: countDone('survey'),
    measured: countDone('measure'),
    failed: entries.filter(({ failure, isGone }) => failure !== null && !isGone).length,
  }
}
