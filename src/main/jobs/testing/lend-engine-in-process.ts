import { serialize } from 'node:v8'
import { MessageChannel } from 'node:worker_threads'
import { closeSearchIndex, searchJobNames } from '../../features/library/jobs/search-index-jobs.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import type { Job } from '../../platform/workers/job.ts'
import {
  createRemoteArms,
  createRemoteModel,
  serveQuestions,
  type Question,
} from '../../platform/workers/questions.ts'
import { lend } from '../../platform/workers/testing/lend-engine.ts'
import type { EnginePool } from '../engine-pool.ts'
import { jobs, type JobName } from '../jobs.ts'
import type { JobOptions } from '../run-job.ts'

/** Jobs on the one search index that a thread has open. */
const searchJobs: ReadonlySet<JobName> = new Set(searchJobNames)

/** One of them after another, whichever Dewpoint of this thread asks. */
let searching: Promise<unknown> = Promise.resolve()

/** Jobs that say the same of the same input and that tests ask for again and again: each input is worked out once a thread. */
const rememberedJobs: ReadonlySet<JobName> = new Set<JobName>(['compareCounters', 'guideTasks'])
const remembered = new Map<string, Promise<unknown>>()

/**
 * An engine that does its jobs in the thread of the test, which has loaded most of what they need: threads that load it
 * once more are most of what a test with a whole Dewpoint costs. What goes in and out is copied as threads do. A job that
 * computes without a pause cannot be cancelled meanwhile: tests of that take threads (`lendEngine`).
 */
export function lendEngineInProcess(): EnginePool {
  return lend({
    run: (name, input, options = {}) => {
      const run = (): Promise<unknown> => runHere(name, input, options)
      const work = (): Promise<unknown> =>
        rememberedJobs.has(name) ? runOnce(`${name} ${computeSha256(serialize(input))}`, run) : run()
      // The job of this very name has an output of this type.
      return (searchJobs.has(name) ? queueSearch(work) : work()) as Promise<never>
    },
    endThreads: async (names) => {
      if (names.some((name) => searchJobs.has(name))) await queueSearch(async () => closeSearchIndex())
    },
    close: () => Promise.resolve(),
  })
}

function runOnce(asked: string, run: () => Promise<unknown>): Promise<unknown> {
  const known = remembered.get(asked)
  if (known !== undefined) return known.then((answer) => structuredClone(answer))
  const answer = run()
  remembered.set(asked, answer)
  answer.catch(() => remembered.delete(asked))
  return answer
}

function queueSearch(work: () => Promise<unknown>): Promise<unknown> {
  const done = searching.then(work)
  searching = done.catch(() => undefined)
  return done
}

async function runHere(
  name: JobName,
  input: unknown,
  { signal = new AbortController().signal, onProgress, onEarly, ...answerers }: JobOptions,
): Promise<unknown> {
  signal.throwIfAborted()
  // Each job takes the input of its own name.
  const job = jobs[name] as Job<unknown, unknown, unknown>
  const { port1, port2 } = new MessageChannel()
  const questions = serveQuestions(answerers, port1)
  port1.on('message', (question: Question) => questions.receive(question))
  try {
    const output = await job(structuredClone(input), {
      onProgress: onProgress ?? (() => undefined),
      // The job of this very name says nothing else.
      onEarly: (early) => onEarly?.(early as never),
      signal,
      remoteModel: (info, profileId) => createRemoteModel(info, port2, profileId),
      arms: createRemoteArms(port2),
    })
    return structuredClone(output)
  } finally {
    questions.stop()
    port1.close()
  }
}
