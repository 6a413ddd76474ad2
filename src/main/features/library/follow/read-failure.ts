import type { JobFailure } from '../../../platform/workers/job.ts'

/** A listed task cannot be read. */
export class ReadFailure extends Error {
  override readonly name = 'ReadFailure'
  readonly failure: JobFailure

  constructor(failure: JobFailure) {
    super(failure.message)
    this.failure = failure
  }
}
