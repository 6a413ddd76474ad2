import { constants, type Stats } from 'node:fs'
import { lstat, open, realpath, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FileFailure, readSystemCode } from './file-failure.ts'
import { holdFolder, holdNewFolder, type FolderGuard, type HeldFolder } from './held-folder.ts'
import { openToRead, refuseSpecial } from './read-file.ts'
import { explainWriting, ignoreMissing } from './write-file.ts'

export type AppendOptions = {
  readonly guard: FolderGuard
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
    await (await holdNewFolder(dirname(path), guard)).close()
    // A link stays one: what it leads to is written.
    const target = await realpath(path).catch(async () => join(await realpath(dirname(path)), basename(path)))
    const folder = await holdFolder(dirname(target))
    try {
      await appendToFolder(folder, { name: basename(target), path, line, options })
    } finally {
      await folder.close()
    }
  } catch (error) {
    throw explainWriting(path, error)
  }
}

type Appending = Readonly<{ name: string; path: string; line: string; options: AppendOptions }>

/** What the path leads to may change at any time, and so everything is asked of what was opened. */
async function appendToFolder(folder: HeldFolder, { name, path, line, options }: Appending): Promise<void> {
  const { guard } = options
  await guard.check(await folder.resolvePath(name), folder)
  const { file, isNew } = await openToAppend(folder.at(name))
  try {
    await refuseForeign(path, file, options)
    const found = await file.stat()
    if (found.nlink > 1) throw buildSeveralNamesFailure(path)
    try {
      await guard.check(await folder.resolvePath(name), folder)
      await requireSame(await folder.resolvePath(name), found)
    } catch (error) {
      if (isNew) await rm(folder.at(name), { force: true })
      throw error
    }
    const start = (await endsInsideLine(file)) ? '\n' : ''
    const bytes = Buffer.from(`${start}${line}\n`)
    const { bytesWritten } = await file.write(bytes)
    if (bytesWritten < bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Follows no link at the end of the path, and waits for no pipe. Windows knows neither. */
const appendFlags =
  constants.O_RDWR | constants.O_APPEND | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

async function openToAppend(path: string): Promise<{ readonly file: FileHandle; readonly isNew: boolean }> {
  try {
    return { file: await open(path, appendFlags | constants.O_CREAT | constants.O_EXCL), isNew: true }
  } catch (error) {
    if (readSystemCode(error) !== 'EEXIST') throw error
    return { file: await open(path, appendFlags), isNew: false }
  }
}

/** The guard looked at a path; what was opened has to be what it leads to. */
async function requireSame(path: string, { dev, ino }: Stats): Promise<void> {
  const found = await lstat(path).catch(ignoreMissing)
  if (found?.dev !== dev || found.ino !== ino) throw buildMovedFailure(path)
}

function buildMovedFailure(where: string): FileFailure {
  return new FileFailure({
    code: 'failed',
    message: 'The file was moved or replaced while it was opened, so nothing is appended to it.',
    where,
    hint: 'Try again.',
  })
}

function buildSeveralNamesFailure(where: string): FileFailure {
  return new FileFailure({
    code: 'not-allowed',
    message: 'This file has a second name (a hard link), so nothing is appended to it.',
    where,
    hint: 'Make a copy of it, or name a new file.',
  })
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
