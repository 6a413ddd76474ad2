import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { RunProgress } from '../../shared/domain/run.ts'
import type { JobInput, JobName, JobOutput } from './jobs/jobs.ts'
import type { WorkerRequest } from './worker.ts'

export type JobOptions = {
  readonly onProgress?: (progress: RunProgress) => void
  readonly signal?: AbortSignal
}

/** Engine work off the main thread. */
export type EnginePool = {
  /** Runs a job. A cancelled one ends by itself; a run that does not is ended with its thread after a second. */
  readonly run: <Name extends JobName>(
    name: Name,
    input: JobInput<Name>,
    options?: JobOptions,
  ) => Promise<JobOutput<Name>>
  readonly close: () => Promise<void>
}

/** How long a job may take to notice that it was cancelled, in milliseconds. */
const cancelGraceMs = 1000
/** An idle thread holds a parsed history; after this it gives the memory back, in milliseconds. */
const idleMs = 120_000

/** Jobs that read disks or run providers. All others are looked at on screen and never queue behind these. */
const working: ReadonlySet<JobName> = new Set(['readTask', 'runProvider'])

/**
 * Worker threads: one for all that is looked at, which interleaves its jobs, and others for long work, one job a
 * thread. `workerFile` is a built bundle.
 */
export function createEnginePool(workerFile: string): EnginePool {
  const options = { filename: workerFile, name: 'runJob', minThreads: 0, idleTimeout: idleMs }
  const views = new Piscina({ ...options, maxThreads: 1, concurrentTasksPerWorker: 16 })
  const work = new Piscina({ ...options, maxThreads: Math.max(1, availableParallelism() - 1) })
  return {
    run: (name, input, jobOptions = {}) =>
      working.has(name)
        ? runJob(work, name, input, jobOptions, true)
        : runJob(views, name, input, jobOptions, false),
    close: async () => {
      await Promise.all([views.destroy(), work.destroy()])
    },
  }
}

async function runJob<Name extends JobName>(
  pool: Piscina,
  name: Name,
  input: JobInput<Name>,
  { onProgress, signal }: JobOptions,
  isKillable: boolean,
): Promise<JobOutput<Name>> {
  signal?.throwIfAborted()
  const { port1, port2 } = new MessageChannel()
  const cancelFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const killer = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const cancel = (): void => {
    Atomics.store(cancelFlag, 0, 1)
    port1.postMessage('cancel')
    if (isKillable) timer = setTimeout(() => killer.abort(signal?.reason), cancelGraceMs)
  }
  signal?.addEventListener('abort', cancel, { once: true })
  if (onProgress !== undefined) port1.on('message', onProgress)
  const request: WorkerRequest = { name, input, port: port2, cancelFlag }
  try {
    const output: unknown = await pool.run(request, { transferList: [port2], signal: killer.signal })
    // The worker runs the job of this very name, whose output has this type.
    return output as JobOutput<Name>
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    port1.close()
  }
}
