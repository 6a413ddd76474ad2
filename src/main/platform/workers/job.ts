import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import type { TextStyle } from '../../../shared/condense/result-file-types.ts'
import type { RunProgress } from '../../../shared/condense/run-types.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { Cancelled, type CancelSignal } from '../../kernel/cancel-signal.ts'
import type { ArmCaller } from '../../kernel/external-arm.ts'
import type { LanguageModel, ModelInfo } from '../../kernel/language-model.ts'
import type { SharedCounts } from './shared-counts.ts'

/** What a job may do besides computing. */
export type JobContext<Early = never> = {
  readonly onProgress: (progress: RunProgress) => void
  readonly signal: CancelSignal
  /** A model that the job was given, asked through the main thread: of a profile, or null for the one of the run. */
  readonly remoteModel: (info: ModelInfo, profileId: string | null) => LanguageModel
  /** Runs external arms through the main thread; absent where a job only guesses. */
  readonly arms?: ArmCaller
  /** Tells what somebody waits for ahead of the answer, which says it once more. */
  readonly onEarly?: (early: Early) => void
}

/** A unit of engine work that runs off the main thread. All that passes between is structured-cloneable. */
export type Job<Input, Output, Early = never> = (input: Input, context: JobContext<Early>) => Promise<Output>

/** What comes back: the job's output, the memory that the thread holds now, garbage included, and what it has counted. */
export type WorkerAnswer<Output = unknown> = {
  readonly output: Output
  readonly heldBytes: number
  readonly counted?: readonly SharedCounts[]
}

/** Makes the cancelling of a job part of its answer. */
export function makeCancellable<Input, Output>(
  job: Job<Input, Output>,
): Job<Input, Output | { readonly kind: 'cancelled' }> {
  return async (input, context) => {
    try {
      return await job(input, context)
    } catch (error) {
      if (error instanceof Cancelled) return { kind: 'cancelled' }
      throw error
    }
  }
}

/**
 * A packed `Snapshot` as jobs receive it, in memory that threads share where possible. With `cut`, the messages before
 * that index of its file alone, as they were when the task had come so far.
 */
export type SourceRef = { readonly hash: string; readonly bytes: Uint8Array; readonly cut?: number }

/** A history as it was read: all that a run depends on, and all that is needed to write the file again. */
export type Snapshot = {
  readonly messages: readonly Message[]
  /** Messages that Cline no longer sends; inclusive indices. */
  readonly hiddenRange: { readonly start: number; readonly end: number } | null
  /** What each request sent, where the agent's files tell it. */
  readonly contexts?: ContextLog
  readonly style: TextStyle
}

/** The log of a history where it has one, to be spread into what is made of it. */
export function pickContextLog({ contexts }: Pick<Snapshot, 'contexts'>): Pick<Snapshot, 'contexts'> {
  return contexts === undefined ? {} : { contexts }
}

/** A packed result: recipe and provenance. */
export type ResultRef = { readonly hash: string; readonly bytes: Uint8Array }

/** An expected failure of a job, as a value: class instances lose their class between threads. */
export type JobFailure = {
  readonly code: string
  readonly message: string
  readonly where: string
  readonly hint: string
}
