import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { readLog, type LogFile } from './log-file.ts'

/** The pages of a database as its file and its log hold them, whatever SQLite says of the file. Read-only. */
export type PageFile = Readonly<{
  /** Bytes of a page that hold data. */
  usableBytes: number
  /** Pages are numbered from 1. */
  pageCount: number
  /** Pages that the head counts and the file has not. */
  missingPages: number
  /** The schema's version as the file states it; null where its head is damaged. */
  version: number | null
  log: LogFile
  /** First page of the list of free pages; 0 where there is none. */
  firstFree: number
  isHeadDamaged: boolean
  /** Null where the file ends before the page does. */
  read(page: number): Buffer | null
  close(): void
}>

const magic = 'SQLite format 3\0'
const headBytes = 100
/** What every database of Dewpoint has; where the head is damaged there is nothing else to go by. */
const usualPageSize = 4096

/** Opens the pages of a database. Throws what the file system throws. */
export function openPageFile(path: string): PageFile {
  const file = openSync(path, 'r')
  try {
    return pagesOf(file, path)
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function pagesOf(file: number, path: string): PageFile {
  const head = Buffer.alloc(headBytes)
  readSync(file, head, 0, headBytes, 0)
  const fileBytes = statSync(path).size
  const stated = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
  const isPlausible = stated >= 512 && (stated & (stated - 1)) === 0
  const isHeadDamaged = head.toString('latin1', 0, 16) !== magic || !isPlausible
  const pageSize = isHeadDamaged ? usualPageSize : stated
  const log = readLog(`${path}-wal`, pageSize)
  const read = (page: number): Buffer | null => {
    const bytes = Buffer.alloc(pageSize)
    const inLog = log.pages.get(page)
    if (inLog !== undefined) {
      readFromLog(`${path}-wal`, bytes, inLog)
      return bytes
    }
    return readSync(file, bytes, 0, pageSize, (page - 1) * pageSize) === pageSize ? bytes : null
  }
  const first = log.pages.has(1) ? read(1) : head
  const current = isHeadDamaged ? null : (first ?? head)
  const pageCount = Math.max(Math.floor(fileBytes / pageSize), ...log.pages.keys())
  return {
    usableBytes: pageSize - (current?.readUInt8(20) ?? 0),
    pageCount,
    missingPages: current === null ? 0 : Math.max(0, statedPages(current) - pageCount),
    version: current?.readUInt32BE(60) ?? null,
    firstFree: current?.readUInt32BE(32) ?? 0,
    log,
    isHeadDamaged,
    read,
    close: () => closeSync(file),
  }
}

/** The count in the head holds where it is of the last change. */
function statedPages(head: Buffer): number {
  return head.readUInt32BE(24) === head.readUInt32BE(92) ? head.readUInt32BE(28) : 0
}

function readFromLog(path: string, bytes: Buffer, at: number): void {
  const file = openSync(path, 'r')
  try {
    readSync(file, bytes, 0, bytes.length, at)
  } finally {
    closeSync(file)
  }
}
