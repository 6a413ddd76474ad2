import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { boundGarbage } from '../platform/workers/bound-garbage.ts'
import { createCountShelf, findSourceRef } from '../platform/workers/shared-counts.ts'
import { createThreadPool, type Lane } from '../platform/workers/thread-pool.ts'
import type { JobEarly, JobInput, JobName, JobOutput } from './jobs.ts'
import { runJob, type JobOptions } from './run-job.ts'

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
  /** Ends the threads that do such jobs, with what they hold open. What they do is done again in others. */
  readonly endThreads: (names: readonly JobName[]) => Promise<void>
  readonly close: () => Promise<void>
}

type LaneName =
  | 'views'
  | 'plans'
  | 'reading'
  | 'searching'
  | 'indexing'
  | 'care'
  | 'runs'
  | 'replays'
  | 'cells'
  | 'background'

/** Jobs that are no views of a history, by where they are done. */
const jobsByLane: Readonly<Record<Exclude<LaneName, 'views'>, readonly JobName[]>> = {
  /** On what a person wrote: their work grows with the text alone. */
  plans: ['matchPaths', 'placeIssues', 'readExperiment', 'readGate', 'readPolicies'],
  reading: ['readTask'],
  /** On the search index, which each of these two keeps open. */
  searching: ['findInSearch', 'listSearchSnapshots'],
  indexing: ['putIntoSearch', 'removeFromSearch'],
  /** On the whole database. */
  care: ['copyDatabase', 'examineDataFiles'],
  /** Nobody who looks at something should have to wait behind these. */
  runs: ['estimateRun', 'rebuildReport', 'runMethods', 'summariseCells', 'verifyReport', 'writeReport'],
  /** These go through a history many times, under policy after policy. */
  replays: [
    'askPlantedEnds',
    'driftTask',
    'estimateDrift',
    'estimateReplay',
    'measurePlanted',
    'playPlanted',
    'replayTask',
    'summariseSweep',
    'sweepTask',
  ],
  /** On checkpoints, which the threads that know them do. */
  cells: ['cutTask', 'judgeCell', 'priceCut', 'runCell'],
  background: ['measureQuality', 'surveyTask'],
}

const laneByJob = new Map(
  Object.entries(jobsByLane).flatMap(([lane, names]) =>
    // Its keys are the lanes.
    names.map((name) => [name, lane as LaneName] as const),
  ),
)

const findLane = (name: JobName): LaneName => laneByJob.get(name) ?? 'views'

/** Whether a job only reads and shows: nothing is lost where it ends in its middle. */
export function isLook(name: JobName): boolean {
  return ['views', 'reading'].includes(findLane(name))
}

/** Jobs that the thread for all that is looked at interleaves. */
const viewsAtOnce = 16
/**
 * Cells that a thread works on at once: most of the time they wait for a model, and each of the others gives way when it
 * is done. As many as an experiment may do at a time.
 */
const cellsPerThread = 16

/** After this an idle thread ends, in milliseconds. */
const idleMs = 120_000
/** The same for threads that nobody waits for: once all is counted, their memory goes at once. */
const backgroundIdleMs = 5000
/** Between the two: it reads for the background and for somebody who opens a task. */
const readerIdleMs = 20_000

/** Somebody who has searched searches again. */
const searchIdleMs = 60_000

function buildLanes(threads: number): Readonly<Record<LaneName, Lane>> {
  const view = { priority: 'interactive', jobsPerThread: 1, idleMs, keepsHistory: true } as const
  const lone = { ...view, threads: 1, keepsHistory: false, idleMs: readerIdleMs }
  const running = Math.max(1, threads - 1)
  return {
    views: { ...view, threads: 1, jobsPerThread: viewsAtOnce },
    plans: lone,
    reading: lone,
    searching: { ...lone, idleMs: searchIdleMs },
    indexing: { ...lone, priority: 'background', idleMs: backgroundIdleMs },
    care: lone,
    runs: { ...view, threads: running },
    replays: { ...view, threads: running },
    cells: { ...view, priority: 'background', threads, jobsPerThread: cellsPerThread },
    background: { ...lone, priority: 'background', idleMs: backgroundIdleMs },
  }
}

/**
 * How long a thread that jobs share may not hear that one was cancelled, in milliseconds. It is ended then only while it hears nothing: reading a large history takes
 * some seconds, and what it has read serves whoever asks next.
 */
const sharedGraceMs = 5000
/** How long a job with a thread of its own may take to notice that it was cancelled, in milliseconds. */
const cancelGraceMs = 1000

/** A thread that holds more than this holds a history, in bytes. */
const mostHeldBytes = 128 * 2 ** 20
/** Packed bytes from which on a history is large: about 16 MB of its file. */
const largeBytes = 2 * 2 ** 20
/**
 * Room for young objects in each thread. The default is twice as much, and lets the buffers that they hold pile up
 * outside of the heap. Replays, which make and drop a context after the other, take longer with less.
 */
const youngMegabytes = 24

/** The worker threads for all jobs. `workerFile` is a built bundle. */
export function createEnginePool(workerFile: string, graceMs: number = sharedGraceMs): EnginePool {
  const lanes = buildLanes(availableParallelism())
  const counts = createCountShelf()
  const start = (lane: LaneName): Piscina =>
    new Piscina({
      filename: workerFile,
      name: 'runJob',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: Infinity,
      concurrentTasksPerWorker: lanes[lane].jobsPerThread,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    })
  const pool = createThreadPool(lanes, start, mostHeldBytes)
  return {
    run: (name, input, options = {}) => {
      const lane = findLane(name)
      const source = findSourceRef(input, 'source')
      const request = {
        history: source === null ? null : `${source.hash} ${source.cut ?? ''}`,
        isLarge: (source?.bytes.length ?? 0) >= largeBytes,
        signal: options.signal,
      }
      boundGarbage(request.isLarge && lane !== 'replays' && lane !== 'cells')
      const isShared = lanes[lane].jobsPerThread > 1
      const ending = { isShared, graceMs: isShared ? graceMs : cancelGraceMs }
      return pool.run(lane, request, (thread) => runJob(thread, counts, { name, input }, options, ending))
    },
    endThreads: async (names) => {
      await Promise.all([...new Set(names.map(findLane))].map((lane) => pool.endThreads(lane)))
    },
    close: () => pool.close(),
  }
}
