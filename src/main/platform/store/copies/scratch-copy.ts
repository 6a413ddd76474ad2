import { accessSync, constants } from 'node:fs'
import * as files from '../../files/copy-database.ts'
import { refuseSpecialBeside } from './special-beside.ts'

/**
 * Copies a database with its log into the folder for temporary files; one that is not there stays so. Throws
 * `StoreFailure` for what lies beside it and is no ordinary file, and what the file system throws.
 */
export function copyToScratch(filePath: string): files.ScratchCopy {
  refuseSpecialBeside(filePath)
  return files.copyToScratch(filePath)
}

/** The same to a place of one's own. */
export function copyDatabase(from: string, to: string): void {
  refuseSpecialBeside(from)
  files.copyDatabase(from, to)
}

/** Whether this process may write to a file or folder that is there. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
