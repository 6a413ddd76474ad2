import type { CancelSignal } from '../engine/cancel-signal.ts'
import type { RunProgress } from '../../shared/domain/run.ts'

/** What a job may do besides computing. */
export type JobContext = {
  readonly onProgress: (progress: RunProgress) => void
  readonly signal: CancelSignal
}

/** A unit of engine work that runs off the main thread. Input and output are structured-cloneable. */
export type Job<Input, Output> = (input: Input, context: JobContext) => Promise<Output>

/** A stored history as jobs receive it: packed bytes, shared between threads where possible. */
export type SourceRef = {
  /** SHA-256 of the JSON of all messages. */
  readonly sha256: string
  readonly bytes: Uint8Array
  readonly hiddenRange: { readonly start: number; readonly end: number } | null
}

/** A stored result: the packed recipe and provenance. */
export type ResultRef = { readonly hash: string; readonly bytes: Uint8Array }

/** An expected failure of a job, as a value: class instances lose their class between threads. */
export type JobFailure = { readonly code: string; readonly message: string; readonly where: string; readonly hint: string }
