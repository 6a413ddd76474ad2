import type { ProblemCode, ProblemData } from '../../../shared/api/errors.ts'

/** A failure that a person can do something about; `message` is the sentence they read. */
export class Problem extends Error implements ProblemData {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly where: string
  readonly hint: string

  constructor(problem: ProblemData & { readonly message: string; readonly cause?: unknown }) {
    super(problem.message, { cause: problem.cause })
    this.code = problem.code
    this.where = problem.where
    this.hint = problem.hint
  }
}
