/** Thrown where condensing failed. `code` is stable; `cause` is what the caller's model threw, where it did. */
export class CondenseError extends Error {
  override readonly name = 'CondenseError'
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
