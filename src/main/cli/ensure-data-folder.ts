import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliFailure } from './cli-failure.ts'

/**
 * Makes the folder for the database, level by level: Node's own recursive `mkdir` never ends where a file system
 * such as `/proc` answers that a new folder's parent does not exist. Throws where it cannot be a folder.
 */
export async function ensureDataFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory() === true) return
  if (found !== null) throw refusal(path, 'The data folder is a file, not a folder.')
  const parent = dirname(path)
  if (parent !== path) await ensureDataFolder(parent)
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code === 'EEXIST' && (await stat(path).catch(() => null))?.isDirectory() === true) return
    throw refusal(path, `The data folder cannot be created here (${code}).`, cause)
  }
}

function refusal(where: string, message: string, cause?: unknown): CliFailure {
  return new CliFailure({
    message,
    where,
    hint: 'Name another folder with --data or DEWPOINT_HOME.',
    cause,
  })
}
