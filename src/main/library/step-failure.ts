import type { LibraryTrouble } from '../../shared/domain/library.ts'

/** A step that cannot be done for a reason of its own, in words for a person; the other steps go on. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure'
  readonly where: string
  readonly hint: string

  constructor({ message, where, hint, cause }: LibraryTrouble & { readonly cause?: unknown }) {
    super(message, { cause })
    this.where = where
    this.hint = hint
  }
}
