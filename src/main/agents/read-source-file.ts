import { realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, relative, sep } from 'node:path'
import type { ImportProblem } from '../../shared/library/task-types.ts'
import { computeSha256 } from '../platform/files/compute-sha256.ts'
import { openToRead, readAtMost } from '../platform/files/read-file.ts'
import { decodeText } from './decode-text.ts'
import { readFileHead, type FileHead } from './file-head.ts'
import { ImportFailure } from './import-failure.ts'
import type { ImportLimits } from './import-limits.ts'
import { isArchive, isDatabase, unpackBytes } from './packed-file.ts'
import { beginsWithLines, readPieces, type HearPieces, type PiecesReading } from './read-pieces.ts'
import type { SourceFile } from './source-file.ts'

/** What reading needs of the file system; tests put a changing file in. */
export type FileSystem = Readonly<{
  realpath(path: string): Promise<string>
  stat(path: string): Promise<{ isFile(): boolean; isDirectory(): boolean }>
  open(path: string): Promise<OpenFile>
}>

type OpenFile = Readonly<{
  stat(): Promise<{ size: number; mtimeMs: number; isFile(): boolean }>
  /** As many of the first bytes as there are. */
  readStart(most: number): Promise<Uint8Array>
  /** Fills a buffer from a place in the file on; gives how many bytes came. */
  readAt(buffer: Buffer, position: number): Promise<number>
  /** Null as soon as there are more bytes than `most`; `expected` is a guess. */
  readAtMost(most: number, expected: number): Promise<Buffer | null>
  close(): Promise<void>
}>

export const realFileSystem: FileSystem = {
  realpath: (path) => realpath(path),
  stat: (path) => stat(path),
  open: async (path) => {
    // The path was resolved before; a link that took its place meanwhile is not followed.
    const handle = await openToRead(path, { followsLinks: false })
    return {
      stat: () => handle.stat(),
      readStart: async (most) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0)
        return buffer.subarray(0, bytesRead)
      },
      readAt: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
      readAtMost: (most, expected) => readAtMost(handle, most, expected),
      close: () => handle.close(),
    }
  },
}

type Reading = Readonly<{
  bytes: Buffer
  changedTs: number
  isStable: boolean
  pieces?: PiecesReading & { readonly head: FileHead }
}>

function fail(
  code: ImportFailure['code'],
  path: string,
  reason: string,
  hint: string,
  cause?: unknown,
): never {
  throw new ImportFailure({ code, message: `${basename(path)} ${reason}`, where: path, hint, cause })
}

function failTooLarge(path: string, size: string, limits: ImportLimits): never {
  const most = `${Math.ceil(limits.fileBytes / 2 ** 20).toLocaleString('en-US')} MB`
  fail(
    'too-large',
    path,
    size,
    `It is one document or a log of requests, which has to be read whole, and no text can be larger than ${most}. Open what its agent keeps with a record a line, which may be of any size, or save fewer sessions in one file.`,
  )
}

function failSpecial(path: string): never {
  fail('unreadable', path, 'is no ordinary file', 'Copy its content into a file first.')
}

function failPacked(path: string): never {
  fail(
    'unreadable',
    path,
    'is compressed and cannot be unpacked, or is too large',
    'Unpack it with `zstd -d` first.',
  )
}

/** Of a large file this much is looked at before the rest is read. */
const headBytes = 2 ** 20
/** What a format of bytes begins with is shorter than this. */
const magicBytes = 16

/** A file that was made larger and never written, or lost to a crash: hundreds of megabytes of nothing. */
async function refuseNuls(handle: OpenFile, path: string): Promise<void> {
  const head = await handle.readStart(headBytes)
  if (head.some((byte) => byte !== 0)) return
  const count = head.length.toLocaleString('en-US')
  fail(
    'unreadable',
    path,
    `begins with ${count} NUL characters`,
    'Take it from a backup: it was never written whole.',
  )
}

async function readOnce(path: string, { files, limits, name, ...options }: ReadOptions): Promise<Reading> {
  const handle = await files.open(path)
  try {
    const before = await handle.stat()
    if (!before.isFile()) failSpecial(path)
    const start = await handle.readStart(magicBytes)
    // A database is read from a copy of it, page by page.
    if (isDatabase(start))
      return { bytes: Buffer.from(start), changedTs: Math.round(before.mtimeMs), isStable: true }
    // So is an archive, entry by entry, from where it lies.
    if (isArchive(start))
      return {
        bytes: Buffer.from(start.subarray(0, 4)),
        changedTs: Math.round(before.mtimeMs),
        isStable: true,
      }
    if (before.size >= limits.pieceFrom) {
      const read = await readByPieces(handle, before.size, { limits, name, ...options })
      if (read !== null) return { ...read, changedTs: Math.round(before.mtimeMs) }
    }
    if (before.size > limits.fileBytes) {
      failTooLarge(path, `is ${Math.ceil(before.size / 2 ** 20).toLocaleString('en-US')} MB large`, limits)
    }
    if (before.size > headBytes) await refuseNuls(handle, path)
    const bytes = await handle.readAtMost(limits.fileBytes, before.size)
    if (bytes === null) return failTooLarge(path, 'has become too large', limits)
    const after = await handle.stat()
    const isStable =
      before.size === after.size && before.mtimeMs === after.mtimeMs && bytes.length === after.size
    return { bytes, changedTs: Math.round(after.mtimeMs), isStable }
  } finally {
    await handle.close()
  }
}

/** A large file piece by piece; null where it has no record a line, or nobody reads these. */
async function readByPieces(
  handle: OpenFile,
  size: number,
  { limits, name, findUnread, mostBytes = Infinity, onRead }: Omit<ReadOptions, 'files' | 'root'>,
): Promise<Omit<Reading, 'changedTs'> | null> {
  const start = await handle.readStart(headBytes)
  const head = readFileHead(name, start, new Uint8Array())
  const unread = beginsWithLines(start) ? (findUnread?.(head) ?? null) : null
  if (unread === null) return null
  const readAt: OpenFile['readAt'] = (buffer, position) => handle.readAt(buffer, position)
  const span = { size: Math.min(size, mostBytes), isBeginning: mostBytes < size }
  const pieces = await readPieces({ readAt, name, ...span, limits, unread, onRead })
  return { bytes: Buffer.alloc(0), isStable: !pieces.isCut, pieces: { ...pieces, head } }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Turns an error of the operating system into a failure with a sentence. */
export function explainFileError(path: string, error: unknown): ImportFailure {
  if (error instanceof ImportFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const base = { where: path, cause: error }
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ImportFailure({
        ...base,
        code: 'not-found',
        message: `${path} does not exist`,
        hint: 'Check the path. The folder may have been moved or deleted.',
      })
    case 'EACCES':
    case 'EPERM':
      return new ImportFailure({
        ...base,
        code: 'not-allowed',
        message: `${basename(path)} may not be read by this user`,
        hint: 'Give yourself the right to read it.',
      })
    case 'ELOOP':
      return new ImportFailure({
        ...base,
        code: 'not-allowed',
        message: `${basename(path)} is a link that leads to itself`,
        hint: 'Open the file that the link was meant for.',
      })
    case 'ERR_STRING_TOO_LONG':
    case 'ERR_FS_FILE_TOO_LARGE':
      return new ImportFailure({
        ...base,
        code: 'too-large',
        message: `${basename(path)} is too large to be read whole`,
        hint: 'No text can be larger than 512 MB. Save fewer sessions in one file.',
      })
    default:
      return new ImportFailure({
        ...base,
        code: 'unreadable',
        message: `${basename(path)} cannot be read (${code})`,
        hint: 'Check the disk and the rights.',
      })
  }
}

export type ReadOptions = Readonly<{
  /** Real path of the folder that the file must lie in; null for a file that was named itself. */
  root: string | null
  name: string
  limits: ImportLimits
  files: FileSystem
  /**
   * Fields that the reader of a file with a record a line never looks at, by its beginning; null for files that have to be
   * read whole. Where it is left out, all have.
   */
  findUnread?: (head: FileHead) => readonly string[] | null
  /** Of a file that is read piece by piece so many bytes are enough. */
  mostBytes?: number
  onRead?: HearPieces | undefined
}>

/**
 * Reads one file, never writing. A file that changes meanwhile is read a second time; links that leave `root`,
 * folders, pipes and devices are refused. Throws `ImportFailure`.
 */
export async function readSourceFile(path: string, options: ReadOptions): Promise<SourceFile> {
  const { root, name, limits, files } = options
  try {
    const real = await files.realpath(path)
    if (root !== null && !isInside(root, real)) {
      fail('not-allowed', path, 'is a link that leads out of its folder', 'Open the file that it leads to.')
    }
    const kind = await files.stat(real)
    if (kind.isDirectory()) fail('unreadable', path, 'is a folder, not a file', 'Open the folder itself.')
    if (!kind.isFile()) failSpecial(path)
    let reading = await readOnce(real, options)
    if (!reading.isStable) reading = await readOnce(real, options)
    if (reading.pieces !== undefined) return buildFileOfPieces(name, reading, reading.pieces)
    const unpacked = unpackBytes(reading.bytes, limits.fileBytes)
    if (unpacked === null) return failPacked(path)
    const { bytes, torn } = unpacked
    const decoded = decodeText(bytes)
    const { utf8, bom, exact, encoding, lossAt } = decoded
    const problems = [
      ...listUnstable(name, reading),
      ...listTorn(name, torn),
      ...listLoss(name, lossAt, encoding),
    ]
    const sha256 = computeSha256(reading.bytes)
    return {
      name,
      get text() {
        return decoded.text
      },
      utf8,
      bytes,
      bom,
      exact,
      sha256,
      changedTs: reading.changedTs,
      problems,
    }
  } catch (error) {
    throw explainFileError(path, error)
  }
}

function listUnstable(file: string, { isStable }: Reading): readonly ImportProblem[] {
  const reason = 'it changed while it was read, so what was read may be incomplete: open it again'
  return isStable ? [] : [{ file, place: '', reason, severity: 'warning' }]
}

function listTorn(file: string, torn: number): readonly ImportProblem[] {
  if (torn === 0) return []
  const place = `last ${torn.toLocaleString('en-US')} bytes`
  const reason = 'they are cut: what is compressed in them is still being written, or lost'
  return [{ file, place, reason, severity: 'warning' }]
}

function listLoss(file: string, lossAt: number | null, encoding: string): readonly ImportProblem[] {
  if (lossAt === null) return []
  const place = `byte ${lossAt.toLocaleString('en-US')}`
  const reason = `from here on, bytes that are no ${encoding} were read as the replacement character`
  return [{ file, place, reason, severity: 'warning' }]
}

/** What was read piece by piece has no text. */
function buildFileOfPieces(
  name: string,
  reading: Reading,
  { lines, head, lossAt }: NonNullable<Reading['pieces']>,
): SourceFile {
  return {
    name,
    text: '',
    utf8: null,
    bytes: null,
    bom: false,
    exact: false,
    sha256: null,
    changedTs: reading.changedTs,
    problems: [...listUnstable(name, reading), ...listLoss(name, lossAt, 'UTF-8')],
    pieces: { lines, head },
  }
}
