import { closeSearchIndex } from '../../features/library/jobs/search-index-jobs.ts'
import { Cancelled, type CancelSignal } from '../../kernel/cancel-signal.ts'
import type { LanguageModel, ModelInfo } from '../../kernel/language-model.ts'
import { ModelFailure } from '../../kernel/language-model.ts'
import type { Job } from '../../platform/workers/job.ts'
import type { ModelFinder } from '../../platform/workers/questions.ts'
import type { EnginePool } from '../engine-pool.ts'
import { jobs, type JobName } from '../jobs.ts'
import type { JobOptions } from '../run-job.ts'

/** Jobs on the one search index that a thread has open. */
const searchJobs: ReadonlySet<JobName> = new Set([
  'findInSearch',
  'listSearchSnapshots',
  'putIntoSearch',
  'removeFromSearch',
])

/** One of them after another, whichever Dewpoint of this thread asks. */
let searching: Promise<unknown> = Promise.resolve()

/**
 * An engine that does its jobs in the thread of the test, which has loaded most of what they need: threads that load it
 * once more are most of what a test with a whole Dewpoint costs. What goes in and out is copied as threads do. A job that
 * computes without a pause cannot be cancelled meanwhile: tests of that take threads (`lendEngine`).
 */
export function lendEngineInProcess(): EnginePool {
  const closing = new AbortController()
  const closed = Promise.withResolvers<never>()
  // Whoever waits for a job hears of it; afterwards nobody does.
  closed.promise.catch(() => undefined)
  return {
    run: (name, input, options = {}) => {
      const work = (): Promise<unknown> => runHere(name, input, options, closing.signal)
      // The job of this very name has an output of this type.
      return Promise.race([
        searchJobs.has(name) ? queueSearch(work) : work(),
        closed.promise,
      ]) as Promise<never>
    },
    endThreads: async (names) => {
      if (names.some((name) => searchJobs.has(name))) await queueSearch(async () => closeSearchIndex())
    },
    close: () => {
      closing.abort()
      closed.reject(new Error('Terminating worker thread'))
      return Promise.resolve()
    },
  }
}

function queueSearch(work: () => Promise<unknown>): Promise<unknown> {
  const done = searching.then(work)
  searching = done.catch(() => undefined)
  return done
}

async function runHere(
  name: JobName,
  input: unknown,
  { signal, models, onProgress, onEarly, arms }: JobOptions,
  closing: AbortSignal,
): Promise<unknown> {
  const ended = signal === undefined ? closing : AbortSignal.any([signal, closing])
  ended.throwIfAborted()
  // Each job takes the input of its own name.
  const job = jobs[name] as Job<unknown, unknown, unknown>
  const output = await job(structuredClone(input), {
    onProgress: onProgress ?? (() => undefined),
    // The job of this very name says nothing else.
    onEarly: (early) => onEarly?.(early as never),
    signal: ended,
    remoteModel: (info, profileId) => openModel(info, profileId, models),
    ...(arms === undefined ? {} : { arms }),
  })
  return structuredClone(output)
}

function openModel(
  info: ModelInfo,
  profileId: string | null,
  models: ModelFinder | undefined,
): LanguageModel {
  return {
    info,
    async *complete({ signal, ...request }) {
      const controller = new AbortController()
      const stop = (): void => controller.abort()
      signal.addEventListener('abort', stop)
      try {
        if (signal.aborted) throw new Cancelled()
        const model = models?.(profileId) ?? null
        if (model === null) throw new ModelFailure('handler-invalid', 'No model was given to this run.')
        yield* model.complete({ ...request, signal: controller.signal satisfies CancelSignal })
      } finally {
        signal.removeEventListener('abort', stop)
        stop()
      }
    },
  }
}
