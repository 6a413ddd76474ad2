import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { armFailure } from '../../../shared/methods/external-arms-words.ts'
import { Cancelled, type CancelSignal } from '../../kernel/cancel-signal.ts'
import type { ArmReply } from '../../kernel/external-arm.ts'
import { makeFailedReply, pickLastLine } from './reply.ts'

export type ModuleRun = {
  /** Absolute. */
  readonly path: string
  /** All that it is given. */
  readonly environment: Readonly<Record<string, string>>
  readonly document: string
  readonly timeLimitMs: number
  readonly outputLimitBytes: number
}

/** What a thread says of itself: the answer as JSON, or why there is none. */
type Said = { readonly text: string } | { readonly error: string }

/** Loads the module and asks its default export. A thread of its own, so that one that hangs can be ended. */
const script = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.url)
  .then(({ default: condense }) => {
    if (typeof condense !== 'function') throw new Error('Its default export is no function.')
    return condense(JSON.parse(workerData.document))
  })
  .then((answer) => parentPort.postMessage({ text: JSON.stringify(answer) ?? '' }))
  .catch((error) => parentPort.postMessage({ error: String(error?.message ?? error) }))
`

/** Memory of such a thread, in megabytes. */
const mostMegabytes = 4096

/** Asks a JavaScript module, in this process. Throws `Cancelled`. */
export async function runModule(run: ModuleRun, signal: CancelSignal): Promise<ArmReply> {
  if (signal.aborted) throw new Cancelled()
  const { path, environment, document, timeLimitMs, outputLimitBytes } = run
  const worker = new Worker(script, {
    eval: true,
    workerData: { url: pathToFileURL(path).href, document },
    env: { ...environment },
    // What it prints is no answer.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  const { promise, resolve } = Promise.withResolvers<ArmReply | null>()
  const timer = setTimeout(
    () => resolve(makeFailedReply(armFailure('arm-time-limit', { arm: path, seconds: timeLimitMs / 1000 }))),
    timeLimitMs,
  )
  const cancel = (): void => resolve(null)
  signal.addEventListener('abort', cancel)
  const fail = (said: string): void =>
    resolve(
      makeFailedReply(armFailure('arm-exit', { arm: path, status: 'an error', said: pickLastLine(said) })),
    )
  worker.once('message', (said: Said) => {
    if ('error' in said) fail(said.error)
    else if (Buffer.byteLength(said.text) > outputLimitBytes)
      resolve(
        makeFailedReply(
          armFailure('arm-output-limit', { arm: path, bytes: outputLimitBytes, stream: 'its answer' }),
        ),
      )
    else resolve({ kind: 'answered', text: said.text })
  })
  worker.once('error', (error) => fail(error instanceof Error ? error.message : String(error)))
  worker.once('exit', (code) => fail(`It ended with ${code} before it answered.`))
  try {
    const reply = await promise
    if (reply === null) throw new Cancelled()
    return reply
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    await worker.terminate()
  }
}
