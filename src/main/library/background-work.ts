import type { LibraryState } from '../../shared/domain/library.ts'
import type { LibraryEntry } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { BackgroundStep, TaskVersion } from './background-step.ts'
import { isToBeRead, versionsOf } from './entry-state.ts'
import { createHalfWritten, type HalfWritten } from './half-written.ts'
import { createLibraryPlan, type LibraryPlan } from './library-plan.ts'
import type { TaskReader } from './task-reader.ts'

export type BackgroundWorkDependencies = {
  readonly store: Pick<Store, 'library'>
  readonly reader: TaskReader
  readonly steps: readonly BackgroundStep[]
  /** How long a task that is being written is left alone before it is looked at again, in milliseconds. */
  readonly retryMs: number
  readonly onState: (state: LibraryState) => void
  /** Told when listings of these tasks are out of date. */
  readonly onChanged: (taskIds: readonly string[]) => void
}

/** What is done for all tasks of the library while somebody listens. */
export type BackgroundWork = {
  /** Begins, or goes on. */
  readonly start: () => void
  /** Ends what is being worked on and resolves when nothing is. */
  readonly stop: () => Promise<void>
  /** The library has changed: looks again at what is to be done. */
  readonly refresh: () => void
}

/** A task that is half written whenever it is looked at is read as it is after this many looks. */
const mostLooks = 10

/** Reads and indexes one task after the other, the newest first, then surveys them. */
export function createBackgroundWork(dependencies: BackgroundWorkDependencies): BackgroundWork {
  const plan = createLibraryPlan(dependencies.store, dependencies.steps)
  const halfWritten = createHalfWritten(dependencies.retryMs, refresh)
  let isStale = true
  let wake: () => void = () => undefined
  let running: { readonly controller: AbortController; readonly ended: Promise<void> } | null = null

  function refresh(): void {
    isStale = true
    wake()
  }

  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (isStale) {
          isStale = false
          await plan.refresh()
        }
        const entry = plan.next(halfWritten.isWaiting)
        dependencies.onState(plan.state(entry?.title ?? null))
        if (entry !== null) await workOn({ ...dependencies, plan, halfWritten }, entry, signal)
        else await untilWoken(signal)
      } catch {
        // The database may be locked for a while; what is to be done stays to be done.
        setTimeout(refresh, dependencies.retryMs).unref()
        await untilWoken(signal)
      }
    }
  }

  const untilWoken = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (isStale || signal.aborted) resolve()
    })

  return {
    refresh,
    start: () => {
      if (running !== null) return
      isStale = true
      const controller = new AbortController()
      running = { controller, ended: work(controller.signal) }
    },
    stop: async () => {
      const ending = running
      running = null
      ending?.controller.abort()
      halfWritten.clear()
      await ending?.ended
    },
  }
}

type Work = BackgroundWorkDependencies & { readonly plan: LibraryPlan; readonly halfWritten: HalfWritten }

async function workOn(work: Work, entry: LibraryEntry, signal: AbortSignal): Promise<void> {
  const now = isToBeRead(entry) ? await readChanged(work, entry) : entry
  for (const version of now === null ? [] : versionsOf(now)) {
    // One step is done for all tasks before the next one begins: search is whole as soon as it can be.
    const [step] = work.plan.stepsFor(version)
    if (signal.aborted) return
    if (step !== undefined) await doStep(work, step, version, signal)
  }
}

/** The task as it is listed afterwards; null where nothing more is to be done for it now. */
async function readChanged(work: Work, entry: LibraryEntry): Promise<LibraryEntry | null> {
  const { reader, store, plan, halfWritten, onChanged } = work
  const { id, path, openedTs, stamp } = entry
  const isPatient = halfWritten.looks(id) < mostLooks
  const input = { kind: 'path', path } as const
  try {
    const result = await reader.read({ input, isSample: false, openedTs, isPatient })
    if (result.kind === 'unsettled') {
      halfWritten.wait(id)
      return null
    }
  } catch (error) {
    // A history that ends the thread which reads it must not end the work on all others.
    const reason = error instanceof Error ? error.message : String(error)
    await store.library.failed(id, stamp ?? '', `It cannot be read: ${reason}`)
  }
  halfWritten.forget(id)
  onChanged([id])
  const now = await plan.update(id)
  return now === null || isToBeRead(now) || now.failure !== null ? null : now
}

async function doStep(
  { plan, onChanged }: Work,
  step: BackgroundStep,
  version: TaskVersion,
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
  } catch {
    if (!signal.aborted) plan.passOver(step, version)
  }
}
