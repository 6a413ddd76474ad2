import { link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CliFailure } from './cli-failure.ts'

/** Refuses a place that holds something already, before any work is done for it. */
export async function requireFree(path: string, { force }: { readonly force: boolean }): Promise<void> {
  const folder = await stat(dirname(path)).catch(() => null)
  if (folder === null || !folder.isDirectory()) {
    throw new CliFailure({
      message: 'The folder to write to does not exist.',
      where: dirname(path),
      hint: 'Create it first.',
    })
  }
  const existing = await stat(path).catch(() => null)
  if (existing === null) return
  if (existing.isDirectory())
    throw new CliFailure({ message: 'This is a folder.', where: path, hint: 'Name a file.' })
  if (!force) throw taken(path)
}

/**
 * Writes a file whole or not at all: beside its place first, then moved there. Without `force` nothing that
 * exists is replaced, not even a file that appeared meanwhile.
 */
export async function writeFileOnce(
  path: string,
  text: string,
  { force }: { readonly force: boolean },
): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  try {
    const file = await open(beside, 'wx')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    if (force) await rename(beside, path)
    else await link(beside, path)
  } catch (cause) {
    throw writeFailure(path, cause)
  } finally {
    await rm(beside, { force: true })
  }
}

function taken(path: string): CliFailure {
  return new CliFailure({
    message: 'This file exists already.',
    where: path,
    hint: 'Choose another name, or add --force.',
  })
}

function writeFailure(path: string, cause: unknown): CliFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'EEXIST') return taken(path)
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'you may not write here',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EPERM: 'this disk does not allow it; try --force',
  }
  return new CliFailure({
    message: `The file could not be written: ${reasons[code] ?? (cause instanceof Error ? cause.message : String(cause))}.`,
    where: path,
    hint: 'Nothing was changed.',
    cause,
  })
}
