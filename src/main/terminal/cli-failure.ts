/** A failure of a command with the exit code that belongs to it: 1 the answer is no, 2 it could not be done. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure'
  readonly exitCode: 1 | 2
  readonly where: string
  readonly hint: string
  /** What goes to stdout instead, where JSON is asked for: what a script chooses from. */
  readonly json: unknown

  constructor(failure: {
    readonly message: string
    /** File, field or id. */
    readonly where?: string
    /** What a person can do next. */
    readonly hint?: string
    readonly exitCode?: 1 | 2
    readonly json?: unknown
    readonly cause?: unknown
  }) {
    super(failure.message, { cause: failure.cause })
    this.exitCode = failure.exitCode ?? 2
    this.where = failure.where ?? ''
    this.hint = failure.hint ?? ''
    this.json = failure.json
  }
}
