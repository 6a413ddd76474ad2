import { MessageChannel } from 'node:worker_threads'
import type { RunProgress } from '../../shared/condense/run-types.ts'
import type { WorkerAnswer } from '../platform/workers/job.ts'
import { serveQuestions, type Answerers, type Question } from '../platform/workers/questions.ts'
import type { CountShelf } from '../platform/workers/shared-counts.ts'
import type { Thread } from '../platform/workers/thread-pool.ts'
import type { JobEarly, JobInput, JobName, JobOutput } from './jobs.ts'
import type { WorkerRequest } from './worker.ts'

type FromWorker =
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | { readonly kind: 'heard-cancel' }
  | { readonly kind: 'early'; readonly early: unknown }
  | Question

/** How a job is followed and cancelled, and who answers its questions. */
export type JobOptions<Early = never> = Answerers & {
  readonly onProgress?: (progress: RunProgress) => void
  /** Hears what the job tells ahead of its answer. */
  readonly onEarly?: (early: Early) => void
  readonly signal?: AbortSignal | undefined
}

/** How a job is ended that goes on though it was cancelled. */
export type Ending = {
  /** Others are at work in its thread: it is ended only while it does not hear that a job was cancelled. */
  readonly isShared: boolean
  /** How long it may go on, in milliseconds. */
  readonly graceMs: number
}

/** Has a thread do a job, and serves what it asks for. */
export async function runJob<Name extends JobName>(
  { piscina, end }: Thread,
  counts: CountShelf,
  { name, input }: { readonly name: Name; readonly input: JobInput<Name> },
  { onProgress, onEarly, signal, ...answerers }: JobOptions<JobEarly<Name>>,
  { isShared, graceMs }: Ending,
): Promise<WorkerAnswer<JobOutput<Name>>> {
  signal?.throwIfAborted()
  const { port1, port2 } = new MessageChannel()
  const cancelFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const questions = serveQuestions(answerers, port1)
  let timer: NodeJS.Timeout | undefined
  const cancel = (): void => {
    Atomics.store(cancelFlag, 0, 1)
    questions.stop()
    port1.postMessage({ kind: 'cancel' })
    timer = setTimeout(() => void end(), graceMs)
  }
  signal?.addEventListener('abort', cancel, { once: true })
  const receive = (message: FromWorker): void => {
    if (message.kind === 'progress') onProgress?.(message.progress)
    else if (message.kind === 'heard-cancel') clearTimeout(isShared ? timer : undefined)
    // The job of this very name says nothing else.
    else if (message.kind === 'early') onEarly?.(message.early as JobEarly<Name>)
    else questions.receive(message)
  }
  port1.on('message', receive)
  const request: WorkerRequest = { name, input, port: port2, cancelFlag, counts: counts.for(input) }
  try {
    const answer: unknown = await piscina.run(request, { transferList: [port2] })
    // The worker runs the job of this very name, whose output has this type.
    const own = answer as WorkerAnswer<JobOutput<Name>>
    counts.keep(own.counted ?? [])
    return own
  } finally {
    clearTimeout(timer)
    questions.stop()
    signal?.removeEventListener('abort', cancel)
    port1.close()
  }
}
