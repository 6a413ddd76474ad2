import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { describeError } from '../../../../shared/kernel/describe-error.ts'
import { StoreFailure, type StoreFailureCode } from '../store-failure.ts'

type Explanation = Readonly<{ message: string; hint: string }>

const explanations: Readonly<Record<Exclude<StoreFailureCode, 'newer'>, Explanation>> = {
  corrupt: {
    message: 'The database is damaged',
    hint: 'It was left as it is. `dewpoint doctor` says what is damaged, `dewpoint doctor --salvage <new file>` saves what can be read, `dewpoint restore <file>` puts a backup in its place.',
  },
  'disk-full': {
    message: 'The disk is full, and the last change was not stored',
    hint: 'Make room on the disk of this file, then try again.',
  },
  'file-limit': {
    message: 'A file has reached the size that this process may write, and the last change was not stored',
    hint: 'Raise the limit of the shell (`ulimit -f`) or of the service, then try again.',
  },
  io: {
    message: 'The disk reported an error',
    hint: 'Check the disk and its connection, then try again. `dewpoint doctor` checks the database.',
  },
  locked: {
    message: 'The database is locked by another program',
    hint: 'Close the other program that has it open, then try again.',
  },
  'read-only': {
    message: 'The data folder cannot be written to',
    hint: 'Give yourself the right to write there, or set DEWPOINT_HOME to another folder.',
  },
  'no-binary': {
    message: `Dewpoint keeps what it has read in SQLite, and better-sqlite3 brings no program for this system (${process.platform} ${process.arch}) that can be loaded`,
    hint: 'It comes built for Linux, macOS and Windows on x64 and arm64. Install Dewpoint once more if it is one of these; elsewhere build it with a C++ compiler: `npm explore better-sqlite3 -- npx node-gyp rebuild --release --force_build=1`.',
  },
  failed: { message: 'The database could not do this', hint: '`dewpoint doctor` checks the database.' },
}

/** Beginnings of SQLite's and the operating system's codes; longer ones come first. */
const codes: readonly (readonly [string, Exclude<StoreFailureCode, 'newer'>])[] = [
  ['SQLITE_FULL', 'disk-full'],
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_READONLY', 'read-only'],
  ['EISDIR', 'corrupt'],
  ['SQLITE_CANTOPEN', 'read-only'],
  ['SQLITE_PERM', 'read-only'],
  ['SQLITE_IOERR_DELETE', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['EROFS', 'read-only'],
  ['EFBIG', 'file-limit'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  ['SQLITE_IOERR', 'io'],
  ['MODULE_NOT_FOUND', 'no-binary'],
  ['ERR_DLOPEN_FAILED', 'no-binary'],
  ['EIO', 'io'],
]

/** Codes that also come from a full disk: the log or its index could not grow, or a file could not be made. */
const alsoOfFullDisks = /^SQLITE_(IOERR|CANTOPEN)/

/** Room that a change of a few pages needs, with the log and its index; a disk with less is full. Bytes. */
const leastFreeBytes = 128 * 1024

function isDiskFull(where: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(dirname(where))
    // File systems that make their inodes as they need them count none at all.
    return bavail * bsize < leastFreeBytes || (files > 0 && ffree === 0)
  } catch {
    return false
  }
}

/** What the disk says of an error that may have several causes; null where it says nothing. */
function findDiskCause(raw: string, where: string): 'corrupt' | 'disk-full' | 'file-limit' | null {
  if (!alsoOfFullDisks.test(raw)) return null
  if (statSync(where, { throwIfNoEntry: false })?.isDirectory() === true) return 'corrupt'
  if (isDiskFull(where)) return 'disk-full'
  return isFileLimited(where) ? 'file-limit' : null
}

const limitsSchema = z.object({ userLimits: z.object({ file_size_blocks: z.object({ soft: z.number() }) }) })
/** SQLite lets the index of a log grow by so much at once. Bytes. */
const growthBytes = 64 * 1024

/** Whether a file of the database can hardly grow within what the system lets this process write. */
function isFileLimited(where: string): boolean {
  const limits = limitsSchema.safeParse(process.report.getReport())
  // "unlimited" is no number.
  if (!limits.success) return false
  const limit = limits.data.userLimits.file_size_blocks.soft
  return ['', '-wal', '-shm', '-journal']
    .map((ending) => statSync(`${where}${ending}`, { throwIfNoEntry: false })?.size ?? 0)
    .some((size) => size + growthBytes > limit)
}

/** Turns whatever was thrown into a `StoreFailure` about the file; leaves a `StoreFailure` as it is. */
export function explainStoreError(where: string, error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error
  const raw = error instanceof Error && 'code' in error ? String(error.code) : ''
  const named = codes.find(([start]) => raw.startsWith(start))?.[1] ?? 'failed'
  const code = findDiskCause(raw, where) ?? named
  const { message, hint } = explanations[code]
  const detail = code === 'failed' || code === 'io' ? `: ${describeError(error)}` : ''
  return new StoreFailure({ code, message: `${message}${detail}`, where, hint, cause: error })
}
