/** Why a file could not be read or written; stable, for code that reacts to it. */
export type FileFailureCode =
  /** The place is, or lies in, a source. */
  | 'source'
  /** The place lies among what Dewpoint keeps for itself. */
  | 'own-data'
  | 'exists'
  | 'not-found'
  | 'not-allowed'
  /** A folder, a pipe, a device or a socket. */
  | 'not-a-file'
  | 'too-large'
  | 'disk-full'
  | 'read-only'
  | 'bad-name'
  | 'failed'

type FileFailureDetails = Readonly<{
  code: FileFailureCode
  /** A sentence for a person. */
  message: string
  /** The file or folder that it is about. */
  where: string
  /** What a person can do next. */
  hint: string
  cause?: unknown
}>

/** The one error of this layer. */
export class FileFailure extends Error {
  readonly code: FileFailureCode
  readonly where: string
  readonly hint: string

  constructor(details: FileFailureDetails) {
    super(details.message, { cause: details.cause })
    this.name = 'FileFailure'
    this.code = details.code
    this.where = details.where
    this.hint = details.hint
  }
}

/** Code of an error of the operating system, such as `ENOENT`; empty where it is none. */
export function readSystemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
