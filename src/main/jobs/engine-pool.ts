import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { createCellThreads } from '../platform/workers/cell-threads.ts'
import { createHeldPool } from '../platform/workers/held-pool.ts'
import { createCountShelf, findSourceRef, type CountShelf } from '../platform/workers/shared-counts.ts'
import { createSlots } from '../platform/workers/slots.ts'
import type { JobEarly, JobInput, JobName, JobOutput } from './jobs.ts'
import { cancelGraceMs, runJob, workUntilDone, type JobOptions } from './run-job.ts'

/** Engine work off the main thread. */
export type EnginePool = {
  /**
   * Runs a job. A cancelled one ends by itself; one that does not is ended with its thread. What else the thread did is
   * then done again.
   */
  readonly run: <Name extends JobName>(
    name: Name,
    input: JobInput<Name>,
    options?: JobOptions<JobEarly<Name>>,
  ) => Promise<JobOutput<Name>>
  readonly close: () => Promise<void>
}

/**
 * Cells that a thread works on at once: most of the time they wait for a model, and each of the others gives way when it
 * is done. As many as an experiment may do at a time.
 */
const cellsPerThread = 16

/** Jobs that go through a history many times, under policy after policy. */
const replayJobs: ReadonlySet<JobName> = new Set([
  'estimateReplay',
  'estimateDrift',
  'replayTask',
  'driftTask',
  'sweepTask',
  'summariseSweep',
])

/** Other jobs that nobody who looks at something should have to wait behind. */
const longJobs: ReadonlySet<JobName> = new Set([
  'runMethods',
  'estimateRun',
  'summariseCells',
  'writeReport',
  'rebuildReport',
  'verifyReport',
])

/** Jobs on what a person wrote, whose work grows with the text alone. */
const plannerJobs: ReadonlySet<JobName> = new Set([
  'matchPaths',
  'placeIssues',
  'readExperiment',
  'readPolicies',
])

/** Jobs on checkpoints, which the threads that know them do. */
const cellJobs: ReadonlySet<JobName> = new Set(['cutTask', 'priceCut', 'runCell', 'judgeCell'])

/**
 * How long a thread that jobs share may not hear that one was cancelled, in milliseconds. It is ended then only while it hears nothing: reading a large history takes
 * some seconds, and what it has read serves whoever asks next.
 */
const sharedGraceMs = 5000
/** An idle thread holds a parsed history; after this it gives the memory back, in milliseconds. */
const idleMs = 120_000
/** The same for threads of the background, which nobody waits for: once all is counted, their memory goes at once. */
const backgroundIdleMs = 5000
/** Between the two: it reads for the background and for somebody who opens a task. */
const readerIdleMs = 20_000

/**
 * A thread that read a history and holds more than this afterwards is ended at once, in bytes. One that shows histories
 * or runs providers on them is ended when another one opens a large history.
 */
const mostHeld = 128 * 2 ** 20
/** Packed bytes from which on a history is large: about 16 MB of its file. */
const largeBytes = 2 * 2 ** 20
/**
 * Room for young objects in each thread. The default is three times as much, and lets the buffers that they hold
 * pile up outside of the heap.
 */
const youngMegabytes = 16
/** The same for replays, which make and drop a context after the other: a tenth of their time goes with less. */
const youngMegabytesOfReplays = 48
/**
 * Percent by which a heap of this process may outgrow what was in use in it before its garbage is collected, while a large
 * history is shown or condensed. V8's own measure is up to four times what is in use: the garbage then takes as much as the
 * history. What goes through a history many times would collect for half of its time.
 */
const growingPercent = 25

/** Jobs that the thread for all that is looked at interleaves. */
const viewsAtOnce = 16

/**
 * Worker threads: one for all that is looked at, which interleaves its jobs; one that reads histories, and one that
 * surveys them in the background and measures what runs kept; one that reads experiments and what they name; others
 * that run providers or replays, one job a thread; and those for checkpoints, which are awake when the first cell comes.
 * `workerFile` is a built bundle.
 */
export function createEnginePool(workerFile: string, graceMs: number = sharedGraceMs): EnginePool {
  const options = buildThreadOptions(workerFile)
  const threads = availableParallelism()
  const running = Math.max(1, threads - 1)
  const views = createHeldPool(
    () => new Piscina({ ...options, maxThreads: 1, concurrentTasksPerWorker: viewsAtOnce }),
    mostHeld,
  )
  const runs = createHeldPool(() => new Piscina({ ...options, maxThreads: running }), mostHeld)
  const roomy = { ...options, resourceLimits: { maxYoungGenerationSizeMb: youngMegabytesOfReplays } }
  const replays = createHeldPool(() => new Piscina({ ...roomy, maxThreads: running }), mostHeld)
  const counts = createCountShelf()
  // Nothing may wait within a pool: where its last thread is ended, as by a job that did not notice that it was cancelled
  // or that ran out of memory, a pool starts no other one for what waits in it.
  const viewSlots = createSlots(viewsAtOnce)
  const runSlots = createSlots(running)
  const oneThread = { ...options, minThreads: 1, maxThreads: 1, concurrentTasksPerWorker: cellsPerThread }
  const cells = createCellThreads(() => new Piscina(oneThread), threads, idleMs)
  const openLonePool = (idleTimeout: number): LonePool =>
    createLonePool(() => new Piscina({ ...options, maxThreads: 1, idleTimeout }), counts)
  const [reader, surveyor, planner] = [
    openLonePool(readerIdleMs),
    openLonePool(backgroundIdleMs),
    openLonePool(readerIdleMs),
  ]
  return {
    run: (name, input, jobOptions = {}) => {
      boundGarbage(isLarge(input) && !(replayJobs.has(name) || cellJobs.has(name)))
      if (name === 'readTask') return reader.run(name, input, jobOptions)
      if (name === 'surveyTask' || name === 'measureQuality') return surveyor.run(name, input, jobOptions)
      if (plannerJobs.has(name)) return planner.run(name, input, jobOptions)
      const shared = { name, input, isKillable: false, graceMs }
      if (cellJobs.has(name)) {
        const checkpoint = formatCheckpointKey(input)
        return workUntilDone(cells, jobOptions.signal, (stuck) =>
          cells.use(checkpoint, (pool) => runJob(pool, counts, shared, jobOptions, stuck)),
        ).then(({ output }) => output)
      }
      const own = replayJobs.has(name) ? replays : longJobs.has(name) ? runs : views
      const others = [views, runs, replays].filter((pool) => pool !== own)
      const [slots, isKillable] = own === views ? [viewSlots, false] : [runSlots, true]
      return slots.use(async (): Promise<JobOutput<typeof name>> => {
        // Two threads with one large history each would take twice its memory.
        if (isLarge(input)) await Promise.all(others.map((pool) => pool.release()))
        const job = { ...shared, isKillable }
        return workUntilDone(own, jobOptions.signal, (stuck) =>
          own.use((pool) => runJob(pool, counts, job, jobOptions, stuck)),
        )
      }, jobOptions.signal)
    },
    close: async () => {
      const all = [views, runs, replays, cells, reader, surveyor, planner]
      await Promise.all(all.map((pool) => pool.destroy()))
    },
  }
}

function isLarge(input: unknown): boolean {
  return (findSourceRef(input, 'source')?.bytes.length ?? 0) >= largeBytes
}

/** Sets what holds for all threads from their next collection on; 0 is V8's own measure. */
function boundGarbage(isBounded: boolean): void {
  setFlagsFromString(`--heap-growing-percent=${isBounded ? growingPercent : 0}`)
}

/** The history that a cell works on, as a key. */
function formatCheckpointKey(input: unknown): string {
  const source = findSourceRef(input, 'source')
  return `${source?.hash} ${source?.cut}`
}

function buildThreadOptions(workerFile: string) {
  return {
    filename: workerFile,
    name: 'runJob',
    minThreads: 0,
    idleTimeout: idleMs,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  }
}

/** One thread for jobs that each may need much memory or time, one after the other. */
type LonePool = {
  readonly run: <Name extends JobName>(
    name: Name,
    input: JobInput<Name>,
    options: JobOptions<JobEarly<Name>>,
  ) => Promise<JobOutput<Name>>
  readonly destroy: () => Promise<void>
}

function createLonePool(start: () => Piscina, counts: CountShelf): LonePool {
  const slot = createSlots(1)
  let pool = start()
  return {
    run: <Name extends JobName>(
      name: Name,
      input: JobInput<Name>,
      jobOptions: JobOptions<JobEarly<Name>>,
    ): Promise<JobOutput<Name>> =>
      slot.use(async (): Promise<JobOutput<Name>> => {
        const used = pool
        const { output, heldBytes } = await runJob(
          used,
          counts,
          { name, input, isKillable: true, graceMs: cancelGraceMs },
          jobOptions,
        )
        if (heldBytes > mostHeld) {
          pool = start()
          await used.close()
        }
        return output
      }, jobOptions.signal),
    destroy: () => pool.destroy(),
  }
}
