import { findSpecial } from '../../files/copy-database.ts'
import { StoreFailure } from '../store-failure.ts'

/** Refuses a database with a pipe, folder or link beside it, whose reading could wait for ever. Throws `StoreFailure`. */
export function refuseSpecialBeside(filePath: string): void {
  const special = findSpecial(filePath)
  if (special === null) return
  throw new StoreFailure({
    code: 'corrupt',
    message: `${special.name} beside the database is ${special.kind} and no ordinary file`,
    where: filePath,
    hint: 'Move it away, then try again. Nothing was changed.',
  })
}
