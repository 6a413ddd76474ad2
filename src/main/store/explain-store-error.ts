import { StoreFailure, type StoreFailureCode } from './store-failure.ts'

type Explanation = Readonly<{ message: string; hint: string }>

const explanations: Readonly<Record<Exclude<StoreFailureCode, 'newer'>, Explanation>> = {
  corrupt: {
    message: 'The database is damaged',
    hint: 'It was left as it is. Move it away and put a backup in its place; a file ending in .backup may lie beside it.',
  },
  'disk-full': {
    message: 'The disk is full; the last change was not stored',
    hint: 'Make room on the disk of the data folder, then try again.',
  },
  locked: {
    message: 'The database is locked by another program',
    hint: 'Close the other program that has it open, then try again.',
  },
  'read-only': {
    message: 'The data folder cannot be written to',
    hint: 'Give yourself the right to write there, or set DEWPOINT_HOME to another folder.',
  },
  failed: { message: 'The database could not do this', hint: 'Run the doctor; it checks the database.' },
}

/** Beginnings of SQLite's and the operating system's codes; longer ones come first. */
const codes: readonly (readonly [string, Exclude<StoreFailureCode, 'newer'>])[] = [
  ['SQLITE_FULL', 'disk-full'],
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CANTOPEN', 'read-only'],
  ['SQLITE_PERM', 'read-only'],
  ['SQLITE_IOERR_DELETE', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['EROFS', 'read-only'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
]

/** Turns whatever was thrown into a `StoreFailure` about the file; leaves a `StoreFailure` as it is. */
export function explainStoreError(where: string, error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error
  const raw = error instanceof Error && 'code' in error ? String(error.code) : ''
  const code = codes.find(([start]) => raw.startsWith(start))?.[1] ?? 'failed'
  const { message, hint } = explanations[code]
  const detail = code === 'failed' ? `: ${error instanceof Error ? error.message : String(error)}` : ''
  return new StoreFailure({ code, message: `${message}${detail}`, where, hint, cause: error })
}
