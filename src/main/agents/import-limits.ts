import { deepestJson } from '../../shared/kernel/json-values.ts'
import { hugeBytes } from '../../shared/library/task-types.ts'

/** Bounds that keep a hostile or a mistaken file from taking the machine down. */
export type ImportLimits = Readonly<{
  /** Largest file that is read whole, in bytes; of one with a record a line only its lines are. */
  fileBytes: number
  /** A file with a record a line is read piece by piece, and what it says is kept packed, from so many bytes on. */
  pieceFrom: number
  /** Bytes of a piece. */
  pieceBytes: number
  /** Longest line that is read, in bytes. */
  lineBytes: number
  /** Deepest nesting of arrays and objects in a message; what writes JSON recurses and would overflow. */
  depth: number
  /** How many problems of one file are listed before the rest is summed up. */
  problemsPerFile: number
}>

/** 512 MB is where V8 stops to hold a file in one string. */
export const defaultImportLimits: ImportLimits = {
  fileBytes: 512 * 1024 * 1024 - 1024,
  pieceFrom: hugeBytes,
  pieceBytes: 4 * 2 ** 20,
  lineBytes: 256 * 2 ** 20,
  depth: deepestJson,
  problemsPerFile: 50,
}
