import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
} from '../../kernel/language-model.ts'
import type { ClaimRepository } from '../store/repositories/claim-repository.ts'
import { beginCall, waitUnlessCancelled, type CallInFlight, type CallsInFlight } from './calls-in-flight.ts'

/** An answer that is there already. */
export type KeptAnswer = {
  readonly text: string
  readonly usage: TokenUsage
  readonly stop: Extract<CompletionEvent, { kind: 'stopped' }>['reason']
}

/** What all models of a process need to ask the same thing once. */
export type AskOnceDependencies = {
  readonly calls: CallsInFlight
  /** Who asks what at the moment, of all processes on one data folder. */
  readonly claims: ClaimRepository
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Waits some milliseconds; throws `Cancelled` as soon as the signal fires. */
  readonly pause: (durationMs: number, signal: CancelSignal) => Promise<void>
}

export type Question = {
  /** Of all that decides the answer, and where it is kept. */
  readonly name: string
  readonly profileId: string
  /** The longest silence that a call may fall into, in milliseconds. */
  readonly timeoutMs: number
  /** An answer that is kept and good enough for whoever asks; null where there is none. */
  readonly find: () => Promise<KeptAnswer | null>
  /** Asked where there is none; whoever listens to it keeps what it says. */
  readonly model: Pick<LanguageModel, 'complete'>
}

/** How often the answer of another process is looked for, in milliseconds. */
const lookEveryMs = 250
/** The longest that may pass between two events of a call beside a silence: a wait that a server asked for. */
const longestPauseMs = 60_000

/**
 * An answer that is kept, or one call for all who ask the same at the same time, in this process and in others on the
 * same data folder. The first one receives all of the call and pays for it. To the others its answer is a kept one. They
 * share its failure where they would meet it themselves: one of the same profile, and none of a budget. A call ends
 * when the last one who waits for it leaves, or with its process: then somebody else asks.
 */
export async function* askOnce(
  dependencies: AskOnceDependencies,
  question: Question,
  request: CompletionRequest,
): AsyncGenerator<CompletionEvent, void> {
  const { calls } = dependencies
  for (;;) {
    const kept = await question.find()
    if (kept !== null) {
      yield* replay(kept)
      return
    }
    const running = calls.get(question.name)
    if (running === undefined) {
      yield* begin(dependencies, question, request).listen(request.signal)
      return
    }
    const heard = running.isLeft() ? null : await wait(running, question, request.signal)
    if (heard !== null) {
      yield* replay(heard)
      return
    }
    await waitUnlessCancelled(running.ended, request.signal)
  }
}

function begin(
  dependencies: AskOnceDependencies,
  question: Question,
  request: CompletionRequest,
): CallInFlight {
  const { calls } = dependencies
  const { name, profileId } = question
  const start = (signal: AbortSignal) => askAlone(dependencies, question, { ...request, signal })
  const call = beginCall(profileId, start, () => calls.delete(name))
  calls.set(name, call)
  return call
}

/** The answer of another one's call; null where that says nothing of what a call of one's own would bring. */
async function wait(
  call: CallInFlight,
  { profileId }: Question,
  signal: CancelSignal,
): Promise<KeptAnswer | null> {
  let text = ''
  let usage: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }
  let stop: KeptAnswer['stop'] | null = null
  try {
    for await (const event of call.listen(signal)) {
      // It may be older than is wanted here.
      if (event.kind === 'cached') return null
      if (event.kind === 'call') text = ''
      if (event.kind === 'text') text += event.text
      if (event.kind === 'usage') usage = event.usage
      if (event.kind === 'stopped') stop = event.reason
    }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ModelFailure && error.code !== 'budget' && call.profileId === profileId) throw error
    return null
  }
  return stop === null ? null : { text, usage, stop }
}

/** The one call of this process; while another process makes it, its answer is waited for. */
async function* askAlone(
  { claims, now, pause }: AskOnceDependencies,
  { name, timeoutMs, find, model }: Question,
  request: CompletionRequest,
): AsyncGenerator<CompletionEvent, void> {
  const work = `ask ${name}`
  // Twice the longest that can pass between two renewals. It matters only where a process that is gone looks alive.
  const leaseMs = 2 * (timeoutMs + longestPauseMs)
  while (!(await claims.take(work, leaseMs))) {
    await pause(lookEveryMs, request.signal)
    const kept = await find()
    if (kept !== null) {
      yield* replay(kept)
      return
    }
  }
  let takenTs = now()
  try {
    // The process that had the claim may have ended its call since.
    const kept = await find()
    if (kept !== null) {
      yield* replay(kept)
      return
    }
    for await (const event of model.complete(request)) {
      if (now() - takenTs > leaseMs / 2) {
        takenTs = now()
        await claims.take(work, leaseMs)
      }
      yield event
    }
  } finally {
    // It ends by itself; what was answered must not be lost over it.
    await claims.leave(work).catch(() => undefined)
  }
}

function* replay({ text, usage, stop }: KeptAnswer): Generator<CompletionEvent, void> {
  yield { kind: 'cached' }
  yield { kind: 'text', text }
  yield { kind: 'usage', usage }
  yield { kind: 'stopped', reason: stop }
}
