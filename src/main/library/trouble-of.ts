import type { LibraryTrouble } from '../../shared/domain/library.ts'
import { StoreFailure } from '../store/store-failure.ts'
import { StepFailure } from './step-failure.ts'

/** What to tell a person of something that failed in the background; `where` stands where the error names no place. */
export function troubleOf(error: unknown, where: string): LibraryTrouble {
  if (error instanceof StoreFailure || error instanceof StepFailure) {
    return { message: error.message, where: error.where, hint: error.hint }
  }
  return {
    message: error instanceof Error ? error.message : String(error),
    where,
    hint: 'Try again; if it happens again, copy the details into a report.',
  }
}
