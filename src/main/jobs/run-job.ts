import { MessageChannel } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import type { RunProgress } from '../../shared/condense/run-types.ts'
import type { ArmCaller } from '../kernel/external-arm.ts'
import { serveArms, type ArmQuestion } from '../platform/workers/arm-channel.ts'
import type { WorkerAnswer } from '../platform/workers/job.ts'
import { serveModels, type ModelFinder, type ModelQuestion } from '../platform/workers/model-channel.ts'
import type { CountShelf } from '../platform/workers/shared-counts.ts'
import type { JobEarly, JobInput, JobName, JobOutput } from './jobs.ts'
import type { WorkerRequest } from './worker.ts'

type FromWorker =
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | { readonly kind: 'heard-cancel' }
  | { readonly kind: 'early'; readonly early: unknown }
  | ModelQuestion
  | ArmQuestion

export type JobOptions<Early = never> = {
  readonly onProgress?: (progress: RunProgress) => void
  /** Hears what the job tells ahead of its answer. */
  readonly onEarly?: (early: Early) => void
  readonly signal?: AbortSignal
  /** What the job's questions to models are answered by. */
  readonly models?: ModelFinder
  /** What runs the external arms of the job. */
  readonly arms?: ArmCaller | undefined
}

/** How long a job may take to notice that it was cancelled, in milliseconds. */
export const cancelGraceMs = 1000
/** A job, and how it may be ended. */
export type PoolJob<Name extends JobName> = {
  readonly name: Name
  readonly input: JobInput<Name>
  /** Killable jobs have a thread to themselves: the pool gives no other job to a thread that it may have to end. */
  readonly isKillable: boolean
  /** How long a thread that others share may hear nothing of it that the job was cancelled. */
  readonly graceMs: number
}

/** Threads that were ended because a job that was cancelled kept them. */
const ended = new WeakSet<Piscina>()

/** Is told of threads that do not hear that a job was cancelled, and of those that a job failed in. */
type Stuck = { readonly end: (pool: Piscina) => void; readonly noteFailedPool: (pool: Piscina) => void }

/** Does work in threads that others share; again, where they were ended because of another job. */
export async function workUntilDone<T>(
  threads: { readonly replace: (used: Piscina) => Promise<void> },
  signal: AbortSignal | undefined,
  work: (stuck: Stuck) => Promise<T>,
): Promise<T> {
  for (;;) {
    let failedIn: Piscina | undefined
    const endPool = (pool: Piscina): void => {
      ended.add(pool)
      void threads.replace(pool)
    }
    try {
      return await work({ end: endPool, noteFailedPool: (pool) => void (failedIn = pool) })
    } catch (error) {
      signal?.throwIfAborted()
      if (failedIn === undefined || !ended.has(failedIn)) throw error
    }
  }
}

/** Has a pool do a job, and serves what it asks for. */
export async function runJob<Name extends JobName>(
  pool: Piscina,
  counts: CountShelf,
  { name, input, isKillable, graceMs }: PoolJob<Name>,
  { onProgress, onEarly, signal, ...options }: JobOptions<JobEarly<Name>>,
  stuck?: Stuck,
): Promise<WorkerAnswer<JobOutput<Name>>> {
  signal?.throwIfAborted()
  const { port1, port2 } = new MessageChannel()
  const cancelFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const killer = new AbortController()
  const models = serveModels(options.models ?? (() => null), port1)
  const arms = serveArms(options.arms, port1)
  let timer: NodeJS.Timeout | undefined
  const cancel = (): void => {
    Atomics.store(cancelFlag, 0, 1)
    models.stop()
    arms.stop()
    port1.postMessage({ kind: 'cancel' })
    timer = isKillable
      ? setTimeout(() => killer.abort(signal?.reason), cancelGraceMs)
      : setTimeout(() => stuck?.end(pool), graceMs)
  }
  signal?.addEventListener('abort', cancel, { once: true })
  const receive = (message: FromWorker): void => {
    if (message.kind === 'progress') onProgress?.(message.progress)
    else if (message.kind === 'heard-cancel') clearTimeout(isKillable ? undefined : timer)
    // The job of this very name says nothing else.
    else if (message.kind === 'early') onEarly?.(message.early as JobEarly<Name>)
    else if (message.kind === 'run-arm' || message.kind === 'stop-arm') arms.receive(message)
    else models.receive(message)
  }
  port1.on('message', receive)
  const request: WorkerRequest = { name, input, port: port2, cancelFlag, counts: counts.for(input) }
  try {
    const killable = isKillable ? { signal: killer.signal } : {}
    const answer: unknown = await pool.run(request, { transferList: [port2], ...killable })
    // The worker runs the job of this very name, whose output has this type.
    const own = answer as WorkerAnswer<JobOutput<Name>>
    counts.keep(own.counted ?? [])
    return own
  } catch (error) {
    stuck?.noteFailedPool(pool)
    throw error
  } finally {
    clearTimeout(timer)
    models.stop()
    arms.stop()
    signal?.removeEventListener('abort', cancel)
    port1.close()
  }
}
