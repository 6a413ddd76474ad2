import { deepestJson } from '../../shared/kernel/json-values.ts'

/** Bounds that keep a hostile or a mistaken file from taking the machine down. */
export type ImportLimits = Readonly<{
  /** Largest file that is read, in bytes. */
  fileBytes: number
  /** Deepest nesting of arrays and objects in a message; what writes JSON recurses and would overflow. */
  depth: number
  /** How many problems of one file are listed before the rest is summed up. */
  problemsPerFile: number
}>

/** 512 MB is where V8 stops to hold a file in one string. */
export const defaultImportLimits: ImportLimits = {
  fileBytes: 512 * 1024 * 1024 - 1024,
  depth: deepestJson,
  problemsPerFile: 50,
}
