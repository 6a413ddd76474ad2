import type { ImportProblem } from '../../shared/library/task-types.ts'

/** Why nothing could be imported; stable, for code that reacts to it. */
export type ImportFailureCode =
  | 'not-found'
  | 'not-allowed'
  | 'too-large'
  | 'unknown-format'
  | 'history-missing'
  | 'unreadable'

type ImportFailureDetails = Readonly<{
  code: ImportFailureCode
  /** A sentence for a person. */
  message: string
  /** File or folder that it is about. */
  where: string
  /** What a person can do next. */
  hint: string
  /** What was found wrong in each file on the way. */
  problems?: readonly ImportProblem[]
  cause?: unknown
}>

/** The one error of the importers: thrown when a path or a set of files holds no readable history at all. */
export class ImportFailure extends Error {
  readonly code: ImportFailureCode
  readonly where: string
  readonly hint: string
  readonly problems: readonly ImportProblem[]

  constructor(details: ImportFailureDetails) {
    super(details.message, { cause: details.cause })
    this.name = 'ImportFailure'
    this.code = details.code
    this.where = details.where
    this.hint = details.hint
    this.problems = details.problems ?? []
  }
}
