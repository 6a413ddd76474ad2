import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { FileFailure, systemCode } from './file-failure.ts'

export type FolderTexts = {
  /** What it is, at the beginning of a sentence: `The data folder`. */
  readonly what: string
  /** What a person can do where it cannot be made. */
  readonly hint: string
}

/**
 * Makes a folder that the user alone may use, and all that it lies in. Level by level: Node's own recursive `mkdir`
 * never ends where a file system such as `/proc` answers that a new folder's parent does not exist. Whoever calls it
 * has asked the guard. Throws `FileFailure`.
 */
export function makeFolder(path: string, texts: FolderTexts): void {
  const { what, hint } = texts
  const refusal = (code: FileFailure['code'], message: string, cause?: unknown): FileFailure =>
    new FileFailure({ code, message: `${what} ${message}`, where: path, hint, cause })
  const found = stateOf(path)
  if (found?.isDirectory() === true) return
  if (found !== undefined) throw refusal('not-a-file', 'is a file, not a folder.')
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, texts)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    const code = systemCode(cause)
    if (code === 'EEXIST' && stateOf(path)?.isDirectory() === true) return
    throw refusal('failed', `cannot be created here (${code}).`, cause)
  }
}

function stateOf(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
