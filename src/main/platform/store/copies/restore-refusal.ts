import { StoreFailure } from '../store-failure.ts'

/** Why a backup is not put in the place of the database. `what` goes on after a colon. */
export function createRestoreRefusal(where: string, what: string): StoreFailure {
  return new StoreFailure({
    code: 'corrupt',
    message: `This is no whole database of Dewpoint: ${what}`,
    where,
    hint: 'Nothing was changed. Name a file that `dewpoint backup` or `dewpoint doctor --salvage` wrote.',
  })
}
