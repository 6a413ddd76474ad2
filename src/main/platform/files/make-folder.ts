import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { FileFailure, readSystemCode } from './file-failure.ts'

export type FolderTexts = {
  /** What it is, at the beginning of a sentence: `The data folder`. */
  readonly what: string
  /** What a person can do where it cannot be made. */
  readonly hint: string
}

/**
 * Makes a folder that the user alone may use, and all that it lies in. Whoever calls it has asked the guard. Throws
 * `FileFailure`.
 */
export function makeFolder(path: string, { what, hint }: FolderTexts): void {
  try {
    makeFolders(path)
  } catch (cause) {
    const code = readSystemCode(cause)
    const isFile = code === 'EEXIST'
    const where = cause instanceof Error && 'path' in cause ? String(cause.path) : path
    throw new FileFailure({
      code: isFile ? 'not-a-file' : 'failed',
      message: `${what} ${isFile ? 'is a file, not a folder.' : `cannot be created here (${code}).`}`,
      where,
      hint,
      cause,
    })
  }
}

/**
 * The same for whoever explains failures themselves: the store and the log. Level by level, because Node's own recursive
 * `mkdir` never ends where a file system such as `/proc` answers that a new folder's parent does not exist. Throws what
 * the system throws, `EEXIST` for a file.
 */
export function makeFolders(path: string): void {
  const found = readStats(path)
  if (found?.isDirectory() === true) return
  if (found !== undefined) throw Object.assign(new Error(`${path} is a file`), { code: 'EEXIST', path })
  const parent = dirname(path)
  if (parent !== path) makeFolders(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    if (readSystemCode(cause) !== 'EEXIST' || readStats(path)?.isDirectory() !== true) throw cause
  }
}

function readStats(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
