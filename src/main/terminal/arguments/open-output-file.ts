import { resolve } from 'node:path'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import { requireWritable, writeFile } from '../../platform/files/write-file.ts'

/** A file that a command writes at its end. */
export type OutputFile = {
  /** Absolute. */
  readonly path: string
  /** Whole or not at all, and never into a source. */
  readonly write: (text: string) => Promise<void>
}

/** How it is written. */
export type OutputOptions = {
  /** Folder that relative names count from. */
  readonly folder: string
  /** Replaces the file if it exists; no source, whatever is said. */
  readonly force?: boolean | undefined
  readonly guard: Dewpoint['guard']
}

/** The file of `--out` and its like; refused before any work is done for it where it could not be written in the end. */
export async function openOutputFile(
  name: string | undefined,
  { folder, force, guard }: OutputOptions,
): Promise<OutputFile | null> {
  if (name === undefined) return null
  const path = resolve(folder, name)
  const options = { guard, replace: force === true }
  await requireWritable(path, options)
  return { path, write: (text) => writeFile(path, text, options) }
}
