import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FileFailure } from './file-failure.ts'
import { makeFolder } from './make-folder.ts'
import { openToRead, refuseSpecial } from './read-file.ts'
import type { SourceGuard } from './source-guard.ts'
import { explainWriting, ignoreMissing } from './write-file.ts'

export type AppendOptions = {
  readonly guard: Pick<SourceGuard, 'check'>
  /** Whether a file that is there and not empty may be appended to, by how it begins. */
  readonly isOwn: (head: string) => boolean
  /** What such files are, for a person: `recording`. */
  readonly what: string
}

/** In bytes. */
const headBytes = 4096
const lineEnd = 0x0a

/** Refuses a file that could not be appended to in the end, before any work is done for it. Throws `FileFailure`. */
export async function requireAppendable(path: string, options: AppendOptions): Promise<void> {
  try {
    await options.guard.check(path)
    const file = await openToRead(path).catch(ignoreMissing)
    if (file === null) return
    try {
      await refuseForeign(path, file, options)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw explainWriting(path, error)
  }
}

/**
 * Appends a line to a file in one write, so that lines of several writers follow each other and never mix, and on disk
 * when it resolves. The file and its folder are made where they are missing. A file that is none of one's own is left
 * as it is. Throws `FileFailure`.
 */
export async function appendLine(path: string, line: string, options: AppendOptions): Promise<void> {
  const { guard } = options
  try {
    await guard.check(path)
    makeFolder(dirname(path), { what: 'The folder', hint: 'Name another file.' })
    // A pipe is not waited for.
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)
    const file = await open(path, flags)
    try {
      await refuseForeign(path, file, options)
      // The path may have become a link to a source before it was opened.
      await guard.check(path)
      const start = (await endsInsideLine(file)) ? '\n' : ''
      const bytes = Buffer.from(`${start}${line}\n`)
      const { bytesWritten } = await file.write(bytes)
      if (bytesWritten < bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
      await file.datasync()
    } finally {
      await file.close()
    }
  } catch (error) {
    throw explainWriting(path, error)
  }
}

async function refuseForeign(path: string, file: FileHandle, { isOwn, what }: AppendOptions): Promise<void> {
  const found = await file.stat()
  refuseSpecial(path, found)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  if (bytesRead === 0 || isOwn(buffer.toString('utf8', 0, bytesRead))) return
  throw new FileFailure({
    code: 'exists',
    message: `This file is no ${what}, so nothing is appended to it.`,
    where: path,
    hint: 'Name a new file.',
  })
}

/** True where the last line was left unfinished, by a process that was killed while it wrote. */
async function endsInsideLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] !== lineEnd
}
