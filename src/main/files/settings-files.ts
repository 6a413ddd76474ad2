import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { FileFailure } from './file-failure.ts'
import { withNewFiles } from './new-files.ts'
import { readFileText } from './read-file.ts'
import { writeFile } from './write-file.ts'

/** In bytes; no file of settings comes near to it. */
const longestFile = 5_000_000

/** The file belongs to an agent: whoever calls has asked the person. */
const withoutGuard = { check: () => Promise.resolve() }

/** SHA-256 of a text, in hexadecimal. */
export const sha256OfText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The text of a file of settings; null where there is none. Throws `FileFailure`. */
export async function readSettingsText(path: string): Promise<string | null> {
  try {
    return await readFileText(path, longestFile)
  } catch (error) {
    if (error instanceof FileFailure && error.code === 'not-found') return null
    throw error
  }
}

/**
 * Writes settings with what was there kept beside, then does some work with them. Where the file or the work fails, what
 * was there is there again and no copy is left. Throws `FileFailure`, and what the work throws.
 */
export async function withSettings<T>(
  { path, text, before, backup }: SettingsWriting,
  work: () => Promise<T>,
): Promise<T> {
  if (before === null) return withNewFiles([{ path, text }], work)
  return withNewFiles([{ path: backup, text: before }], async () => {
    await writeFile(path, text, { guard: withoutGuard, replace: true })
    try {
      return await work()
    } catch (error) {
      await writeFile(path, before, { guard: withoutGuard, replace: true })
      throw error
    }
  })
}

export type SettingsWriting = Readonly<{
  path: string
  text: string
  /** What is there; null where there is no file. */
  before: string | null
  /** Where what was there is kept. */
  backup: string
}>

/** Puts back what was there before, and removes its copy. Throws `FileFailure`. */
export async function restoreSettings(path: string, backup: string | null): Promise<void> {
  if (backup === null) {
    await rm(path, { force: true })
    return
  }
  await writeFile(path, await readFileText(backup, longestFile), { guard: withoutGuard, replace: true })
  await rm(backup, { force: true })
}
