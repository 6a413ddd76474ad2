/** Why the store could not do it; stable, for code that reacts to it. */
export type StoreFailureCode =
  | 'corrupt'
  | 'disk-full'
  | 'failed'
  | 'file-limit'
  | 'io'
  | 'locked'
  | 'newer'
  | 'no-binary'
  | 'read-only'

type StoreFailureDetails = Readonly<{
  code: StoreFailureCode
  /** A sentence for a person. */
  message: string
  /** Path of the database file. */
  where: string
  /** What a person can do next. */
  hint: string
  cause?: unknown
}>

/** The one error of the store. */
export class StoreFailure extends Error {
  readonly code: StoreFailureCode
  readonly where: string
  readonly hint: string

  constructor(details: StoreFailureDetails) {
    super(details.message, { cause: details.cause })
    this.name = 'StoreFailure'
    this.code = details.code
    this.where = details.where
    this.hint = details.hint
  }
}
