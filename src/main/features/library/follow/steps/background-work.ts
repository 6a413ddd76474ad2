import { describeError } from '../../../../../shared/kernel/describe-error.ts'
import type { LibraryState, LibraryTrouble } from '../../../../../shared/library/types.ts'
import { everyReader } from '../../../../agents/reader-versions.ts'
import type { LibraryEntry } from '../../../../platform/store/records.ts'
import { StoreFailure, type StoreFailureCode } from '../../../../platform/store/store-failure.ts'
import type { Store } from '../../../../platform/store/store.ts'
import { isToBeRead, listTaskVersions } from '../entry-state.ts'
import type { TaskReader } from '../task-reader.ts'
import { createAlarm } from './alarm.ts'
import { type BackgroundStep, type TaskVersion, StepFailure, StepPutOff } from './background-step.ts'
import { createLeftAlone, type LeftAlone } from './left-alone.ts'
import { createLibraryPlan, type LibraryPlan } from './library-plan.ts'
import { createPassedOver, type PassedOver } from './passed-over.ts'
import { runWhileClaimed } from './run-while-claimed.ts'
import { createThrottle, type Throttle } from './throttle.ts'

/** What keeps all work from going on, once it has done so for a while. */
type Stall = {
  /** Nothing could be done, once more. */
  readonly failed: (error: unknown) => void
  /** Something could be done. True where a stall was reported before. */
  readonly isOver: () => boolean
  readonly reason: () => LibraryTrouble | null
}

/** A database may be locked for a moment; it is reported only after so many failures in a row. */
const failuresToTell = 3

export type WorkTimes = {
  /** How long a task that is being written is left alone before it is looked at again, in milliseconds. */
  readonly retryMs: number
  /** A task that grows is read again after so many times what reading it took: one of 100 MB changes every second. */
  readonly restFactor: number
}

export type BackgroundWorkDependencies = WorkTimes & {
  readonly store: Pick<Store, 'library' | 'claims'>
  readonly reader: Pick<TaskReader, 'read'>
  readonly steps: readonly BackgroundStep[]
  readonly onState: (state: LibraryState) => void
  /** Called when listings of these tasks are out of date. */
  readonly onChanged: (taskIds: readonly string[]) => void
  /** The usual one where it is left out. */
  readonly throttle?: Throttle
}

/** What is done for all tasks of the library while somebody listens. */
export type BackgroundWork = {
  /** Begins, or goes on. */
  readonly start: () => void
  /** Ends what is being worked on and resolves when nothing is. */
  readonly stop: () => Promise<void>
  /** The library has changed: looks again at what is to be done. */
  readonly refresh: () => void
  /** Does again what could not be done. */
  readonly tryAgain: () => void
}

/** A task that is half written whenever it is looked at is read as it is after this many looks. */
const mostLooks = 10

/** Reads and indexes one task after the other, the newest first, then surveys them. */
export function createBackgroundWork(dependencies: BackgroundWorkDependencies): BackgroundWork {
  const passedOver = createPassedOver()
  const plan = createLibraryPlan(dependencies.store, dependencies.steps, passedOver)
  const alarm = createAlarm()
  const pauses = createPauses(dependencies.retryMs, alarm.ring)
  const stall = createStall()
  const { throttle = createThrottle() } = dependencies
  let running: { readonly controller: AbortController; readonly ended: Promise<void> } | null = null

  const sayState = (entry: LibraryEntry | null): void =>
    dependencies.onState({ ...plan.state(entry?.title ?? null), stalled: stall.reason() })

  async function workUntilAborted(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (alarm.take()) await plan.refresh()
        const entry = plan.next(pauses.isWaiting)
        sayState(entry)
        const started = performance.now()
        const rests =
          entry !== null &&
          (await workOn({ ...dependencies, plan, passedOver, ...pauses, refresh: alarm.ring }, entry, signal))
        if (stall.isOver()) sayState(entry)
        if (rests) await throttle.rest(performance.now() - started, signal)
        if (entry !== null) continue
        throttle.reset()
        await alarm.until(signal)
      } catch (error) {
        stall.failed(error)
        sayState(null)
        // The database may be locked for a while; what is to be done stays to be done.
        setTimeout(alarm.ring, dependencies.retryMs).unref()
        await alarm.until(signal)
      }
    }
  }

  return {
    refresh: alarm.ring,
    tryAgain: () => {
      passedOver.clear()
      alarm.ring()
    },
    start: () => {
      if (running !== null) return
      alarm.ring()
      const controller = new AbortController()
      running = { controller, ended: workUntilAborted(controller.signal) }
    },
    stop: async () => {
      const ending = running
      running = null
      ending?.controller.abort()
      pauses.clear()
      await ending?.ended
    },
  }
}

type Work = BackgroundWorkDependencies &
  Pauses & {
    readonly plan: LibraryPlan
    readonly refresh: () => void
    readonly passedOver: PassedOver
  }

/** Tasks for which nothing is done for a while, by reason. */
type Pauses = {
  readonly halfWritten: LeftAlone
  /** Tasks that another Dewpoint works on. */
  readonly elsewhere: LeftAlone
  /** Tasks that were read a moment ago, and are not read again at once although they grow. */
  readonly resting: LeftAlone
}

/** No task is left alone yet. */
function createPauses(
  retryMs: number,
  onOver: () => void,
): Pauses & { readonly isWaiting: (entry: LibraryEntry) => boolean; readonly clear: () => void } {
  const halfWritten = createLeftAlone(retryMs, onOver)
  const elsewhere = createLeftAlone(retryMs, onOver)
  const resting = createLeftAlone(retryMs, onOver)
  return {
    halfWritten,
    elsewhere,
    resting,
    isWaiting: (entry) =>
      halfWritten.isWaiting(entry.id) ||
      elsewhere.isWaiting(entry.id) ||
      (resting.isWaiting(entry.id) && isToBeRead(entry)),
    clear: () => {
      for (const one of [halfWritten, elsewhere, resting]) one.clear()
    },
  }
}

/**
 * Whether a rest is due. A task that another Dewpoint works on is left alone for a while, and done by then as a rule.
 */
async function workOn(work: Work, entry: LibraryEntry, signal: AbortSignal): Promise<boolean> {
  let rests = false
  const isDone = await runWhileClaimed(work.store, entry.id, async () => {
    const now = await work.plan.update(entry.id)
    if (now === null) work.refresh()
    else rests = await workOnClaimed(work, now, signal)
  })
  if (!isDone) work.elsewhere.wait(entry.id)
  return rests
}

async function workOnClaimed(work: Work, entry: LibraryEntry, signal: AbortSignal): Promise<boolean> {
  const now = isToBeRead(entry) ? await readChanged(work, entry) : entry
  let hasRested = false
  for (const version of now === null ? [] : listTaskVersions(now)) {
    // One step is done for all tasks before the next one begins: search is whole as soon as it can be.
    const [step] = work.plan.stepsFor(version)
    if (signal.aborted) return false
    if (step !== undefined) await doStep(work, { step, version, path: now?.path ?? '' }, signal)
    hasRested ||= step?.restsItself === true
  }
  return !hasRested
}

/** The task as it is listed afterwards; null where nothing more is to be done for it now. */
async function readChanged(work: Work, entry: LibraryEntry): Promise<LibraryEntry | null> {
  const { reader, store, plan, halfWritten, resting, onChanged } = work
  const { id, path, openedTs, stamp } = entry
  const isPatient = halfWritten.looks(id) < mostLooks
  const input = { kind: 'path', path } as const
  const started = performance.now()
  try {
    const result = await reader.read({ input, isSample: false, openedTs, isPatient })
    if (result.kind === 'unsettled') {
      halfWritten.wait(id)
      return null
    }
    if (result.kind === 'read' && result.subagentIds.length > 0) {
      onChanged(result.subagentIds)
      work.refresh()
    }
  } catch (error) {
    if (isOfWholeStore(error)) throw error
    // A history that ends the thread which reads it must not end the work on all others.
    const reason = describeError(error)
    await store.library.failed(id, stamp ?? '', `It cannot be read: ${reason}`, everyReader)
  }
  halfWritten.forget(id)
  const restMs = work.restFactor * (performance.now() - started)
  if (restMs > work.retryMs) resting.wait(id, restMs)
  onChanged([id])
  const now = await plan.update(id)
  return now === null || isToBeRead(now) || now.failure !== null ? null : now
}

const wholeStoreCodes: ReadonlySet<StoreFailureCode> = new Set(['locked', 'disk-full', 'read-only'])

/** True for what fails for every task alike, and is over when the database can be written again. */
function isOfWholeStore(error: unknown): boolean {
  return error instanceof StoreFailure && wholeStoreCodes.has(error.code)
}

type Doing = {
  readonly step: BackgroundStep
  readonly version: TaskVersion
  readonly path: string
}

async function doStep(
  { plan, passedOver, onChanged }: Work,
  { step, version, path }: Doing,
  signal: AbortSignal,
): Promise<void> {
  try {
    // Another Dewpoint on the same database may have been here meanwhile.
    const isDone = (await step.doneAmong([version])).has(version.id)
    if (!isDone) {
      await step.run(version, signal)
      onChanged([version.id])
    }
    plan.noteDone(step, version.id)
  } catch (error) {
    if (isOfWholeStore(error)) throw error
    if (error instanceof StepPutOff) return
    if (!signal.aborted) passedOver.add(step.id, version, describeTrouble(error, path))
  }
}

/** Nothing is in the way yet. */
function createStall(): Stall {
  let failures = 0
  let reason: LibraryTrouble | null = null
  return {
    failed: (error) => {
      failures += 1
      if (failures >= failuresToTell) reason = describeTrouble(error, '')
    },
    isOver: () => {
      const wasTold = reason !== null
      failures = 0
      reason = null
      return wasTold
    },
    reason: () => reason,
  }
}

/** What to tell a person of something that failed in the background; `where` stands where the error names no place. */
function describeTrouble(error: unknown, where: string): LibraryTrouble {
  if (error instanceof StoreFailure || error instanceof StepFailure) {
    return { message: error.message, where: error.where, hint: error.hint }
  }
  return {
    message: describeError(error),
    where,
    hint: 'Try again. If it happens again, copy the details into a report.',
  }
}
