import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const name = 'dewpoint.sqlite'

/**
 * Keeps the database that `make` leaves in a data folder, and writes its bytes into every other folder that has none:
 * going through all migrations takes longer than most of what is tested behind them.
 */
export function createDatabaseTemplate(
  make: (folder: string) => Promise<void>,
): (folder: string) => Promise<void> {
  const makeOnce = async (): Promise<Buffer> => {
    const folder = mkdtempSync(join(tmpdir(), 'dewpoint-template-'))
    await make(folder)
    const bytes = readFileSync(join(folder, name))
    rmSync(folder, { recursive: true, force: true })
    return bytes
  }
  let made: Promise<Buffer> | undefined
  return async (folder) => {
    if (existsSync(join(folder, name))) return
    const bytes = await (made ??= makeOnce())
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, name), bytes)
  }
}
