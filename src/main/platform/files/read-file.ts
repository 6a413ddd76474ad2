import { constants, type Stats } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { FileFailure, readSystemCode } from './file-failure.ts'

/**
 * Flags to open a file that somebody named: a pipe without a writer is not waited for, a terminal is not taken over.
 * Windows knows none of them.
 */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** Opens a file that somebody named, to read it, without waiting. Throws what the system throws. */
export function openToRead(path: string, { followsLinks = true } = {}): Promise<FileHandle> {
  // Windows does not know this flag either.
  return open(path, followsLinks ? readFlags : readFlags | (constants.O_NOFOLLOW ?? 0))
}

/** As many of the first bytes of an ordinary file as there are, at most `most`. Links are not followed. Throws. */
export async function readStart(path: string, most: number): Promise<Uint8Array> {
  const file = await openToRead(path, { followsLinks: false })
  try {
    refuseSpecial(path, await file.stat())
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(most), 0, most, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The same with as many of its last bytes, those among the first left out. */
export async function readEnds(
  path: string,
  most: { readonly start: number; readonly end: number },
): Promise<{ readonly start: Uint8Array; readonly end: Uint8Array }> {
  const file = await openToRead(path, { followsLinks: false })
  try {
    const found = await file.stat()
    refuseSpecial(path, found)
    const readBytes = async (from: number, count: number): Promise<Uint8Array> => {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(count), 0, count, from)
      return buffer.subarray(0, bytesRead)
    }
    const start = await readBytes(0, most.start)
    const left = Math.max(0, Math.min(most.end, found.size - start.length))
    return { start, end: left === 0 ? new Uint8Array() : await readBytes(found.size - left, left) }
  } finally {
    await file.close()
  }
}

/** Bytes that are asked for at once. */
const chunkBytes = 2 ** 20

/**
 * The bytes of an ordinary file of at most `most` bytes. Folders, pipes, devices and sockets are refused at once, and
 * the limit holds for what is read, whatever size the file claims. Throws `FileFailure`.
 */
export async function readFileBytes(path: string, most: number): Promise<Buffer> {
  try {
    refuseSpecial(path, await stat(path))
    const file = await openToRead(path)
    try {
      // Another one may have taken its place meanwhile.
      const opened = await file.stat()
      refuseSpecial(path, opened)
      if (opened.size > most) throw buildTooLargeFailure(path, most)
      const bytes = await readAtMost(file, most, opened.size)
      if (bytes === null) throw buildTooLargeFailure(path, most)
      return bytes
    } finally {
      await file.close()
    }
  } catch (error) {
    throw explainReading(path, error)
  }
}

/** The same as UTF-8 text. */
export async function readFileText(path: string, most: number): Promise<string> {
  return (await readFileBytes(path, most)).toString('utf8')
}

/** All bytes of an open file; null as soon as there are more than `most`. `expected` spares copies where it is right. */
export async function readAtMost(
  file: Pick<FileHandle, 'read'>,
  most: number,
  expected: number,
): Promise<Buffer | null> {
  // One more than expected, so that the end shows without another buffer.
  let buffer = Buffer.allocUnsafe(Math.min(Math.max(expected + 1, 4096), most + 1))
  let length = 0
  for (;;) {
    if (length === buffer.length) {
      if (length > most) return null
      const larger = Buffer.allocUnsafe(Math.min(length * 2, most + 1))
      buffer.copy(larger)
      buffer = larger
    }
    const room = Math.min(chunkBytes, buffer.length - length)
    const { bytesRead } = await file.read(buffer, length, room, null)
    if (bytesRead === 0) return length > most ? null : buffer.subarray(0, length)
    length += bytesRead
  }
}

function describeSpecialKind(found: Stats): string | null {
  if (found.isFile()) return null
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a pipe'
  return found.isSocket() ? 'a socket' : 'a device'
}

/** Throws a `FileFailure` for anything but an ordinary file. */
export function refuseSpecial(path: string, found: Stats): void {
  const kind = describeSpecialKind(found)
  if (kind === null) return
  throw new FileFailure({
    code: 'not-a-file',
    message: `This is ${kind}, not a file.`,
    where: path,
    hint: kind === 'a folder' ? 'Name a file.' : 'Copy its content into a file first, and name that.',
  })
}

function buildTooLargeFailure(path: string, most: number): FileFailure {
  return new FileFailure({
    code: 'too-large',
    message: `The file is too large: it may have ${most.toLocaleString('en-US')} bytes.`,
    where: path,
    hint: 'Choose another one.',
  })
}

/** What the system said when a file could not be read, as a failure for a person. */
export function explainReading(path: string, cause: unknown): FileFailure {
  if (cause instanceof FileFailure) return cause
  const buildFailure = (code: FileFailure['code'], message: string, hint: string): FileFailure =>
    new FileFailure({ code, message, where: path, hint, cause })
  const code = readSystemCode(cause)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return buildFailure('not-found', 'The file could not be read: it does not exist.', 'Check the path.')
    case 'EACCES':
    case 'EPERM':
      return buildFailure(
        'not-allowed',
        'The file could not be read: you may not read it.',
        'Give yourself the right to read it.',
      )
    case 'ENXIO':
      return buildFailure(
        'not-a-file',
        'This is a socket, not a file.',
        'Copy its content into a file first.',
      )
    case 'ENAMETOOLONG':
      return buildFailure('bad-name', 'The file could not be read: its name is too long.', 'Check the path.')
    case 'ELOOP':
      return buildFailure(
        'not-found',
        'The file could not be read: it is a link to itself.',
        'Check the path.',
      )
    default:
      return buildFailure(
        'failed',
        `The file could not be read (${code || String(cause)}).`,
        'Check the path.',
      )
  }
}
