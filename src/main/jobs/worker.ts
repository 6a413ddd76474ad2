import { getHeapStatistics } from 'node:v8'
import type { MessagePort } from 'node:worker_threads'
import type { RunProgress } from '../../shared/condense/run-types.ts'
import type { CancelSignal } from '../kernel/cancel-signal.ts'
import type { LanguageModel, ModelInfo } from '../kernel/language-model.ts'
import type { Job, WorkerAnswer } from '../platform/workers/job.ts'
import { createRemoteArms, createRemoteModel } from '../platform/workers/questions.ts'
import { takeNewCounts, takeCounts, type SharedCounts } from '../platform/workers/shared-counts.ts'
import { jobs, type JobName } from './jobs.ts'

/** What crosses to the worker: the job, its input, a port for progress and a flag that says stop. */
export type WorkerRequest = {
  readonly name: JobName
  readonly input: unknown
  readonly port: MessagePort
  readonly cancelFlag: Int32Array
  /** What other threads have counted of what the job works on. */
  readonly counts: readonly SharedCounts[]
}

/** Runs one job. Called by the pool, in a thread of its own. */
export async function runJob({
  name,
  input,
  port,
  cancelFlag,
  counts,
}: WorkerRequest): Promise<WorkerAnswer> {
  // The pool's own types tie each input to its job; across the thread boundary they are one union.
  const job = jobs[name] as Job<unknown, unknown, unknown>
  const signal = createSignal(port, cancelFlag)
  try {
    const onProgress = throttleProgress((progress) => port.postMessage({ kind: 'progress', progress }))
    const openRemoteModel = (info: ModelInfo, profileId: string | null): LanguageModel =>
      createRemoteModel(info, port, profileId)
    const arms = createRemoteArms(port)
    const onEarly = (early: unknown): void => port.postMessage({ kind: 'early', early })
    takeCounts(counts)
    const output = await job(input, { onProgress, signal, remoteModel: openRemoteModel, arms, onEarly })
    return { output, heldBytes: countHeldBytes(), counted: takeNewCounts() }
  } finally {
    port.close()
  }
}

function countHeldBytes(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}

/** The flag is seen even by code that never yields; listeners fire as soon as the thread is free. */
function createSignal(port: MessagePort, cancelFlag: Int32Array): CancelSignal {
  const listeners = new Set<() => void>()
  port.on('message', (message: { readonly kind: string }) => {
    if (message.kind !== 'cancel') return
    // Who cancelled sees by this that the thread is not stuck in what it computes.
    port.postMessage({ kind: 'heard-cancel' })
    for (const listener of listeners) listener()
  })
  return {
    get aborted() {
      return Atomics.load(cancelFlag, 0) === 1
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  }
}

/** Milliseconds between two reports of one stage: what a person can see change. */
const leastInterval = 50

function throttleProgress(send: (progress: RunProgress) => void): (progress: RunProgress) => void {
  let lastStage = ''
  let lastTime = 0
  return (progress) => {
    const now = performance.now()
    const isWorthTelling =
      progress.stage !== lastStage || progress.done === progress.total || now - lastTime >= leastInterval
    if (!isWorthTelling) return
    lastStage = progress.stage
    lastTime = now
    send(progress)
  }
}
