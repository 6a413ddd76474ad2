import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { readLog, type LogFile } from './log-file.ts'

/** The pages of a database as its file and its log hold them, whatever SQLite says of the file. Read-only. */
export type PageFile = Readonly<{
  /** Bytes of a page, all of which hold data in what Dewpoint writes. */
  pageSize: number
  /** Pages are numbered from 1. */
  pageCount: number
  /** Pages that the head counts and the file has not. */
  missingPages: number
  /** The schema's version as the file states it; null where its head is damaged. */
  version: number | null
  log: LogFile
  isHeadDamaged: boolean
  /** Null where the file ends before the page does. */
  read(page: number): Buffer | null
  close(): void
}>

const magic = 'SQLite format 3\0'
const headBytes = 100
/** What SQLite makes pages of; the first is what every database of Dewpoint has. */
const pageSizes = [4096, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536] as const
/** So many pages of each size are looked at, spread over the file. */
const sampledPages = 400

/** The first bytes of a file, zeros where it ends before. Throws what the file system throws. */
export function readHead(path: string): Buffer {
  const head = Buffer.alloc(headBytes)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, headBytes, 0)
    return head
  } finally {
    closeSync(file)
  }
}

/** Opens the pages of a database. Throws what the file system throws. */
export function openPageFile(path: string): PageFile {
  const file = openSync(path, 'r')
  try {
    return createPageFile(file, path)
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function createPageFile(file: number, path: string): PageFile {
  const head = Buffer.alloc(headBytes)
  readSync(file, head, 0, headBytes, 0)
  const fileBytes = statSync(path).size
  const stated = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
  const pageSize = findPageSize(file, fileBytes, stated)
  const hasMagic = head.toString('latin1', 0, 16) === magic
  const isHeadDamaged = !hasMagic || stated !== pageSize || !isUsual(head)
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
  const current = hasMagic ? (first ?? head) : null
  const pageCount = findLargest(log.pages.keys(), Math.floor(fileBytes / pageSize))
  return {
    pageSize,
    pageCount,
    missingPages: current === null || isHeadDamaged ? 0 : Math.max(0, readStatedPages(current) - pageCount),
    version: current?.readUInt32BE(60) ?? null,
    log,
    isHeadDamaged,
    read,
    close: () => closeSync(file),
  }
}

/** Formats, fractions and the encoding, which are the same in all that Dewpoint writes. */
function isUsual(head: Buffer): boolean {
  const formats = [head.readUInt8(18), head.readUInt8(19)]
  const encoding = head.readUInt32BE(56)
  return (
    formats.every((format) => format === 1 || format === 2) &&
    head.subarray(20, 24).equals(Buffer.from([0, 64, 32, 32])) &&
    head.readUInt32BE(44) <= 4 &&
    encoding <= 1
  )
}

/** The size at which most pages are such of a tree; the stated one, or the usual one, before others as good. */
function findPageSize(file: number, fileBytes: number, stated: number): number {
  const counts = pageSizes.map((size) => ({ size, pages: countTreePages(file, fileBytes, size) }))
  const most = findLargest(counts.map(({ pages }) => pages))
  const best = counts.filter(({ pages }) => pages === most)
  return (best.find(({ size }) => size === stated) ?? best[0])?.size ?? pageSizes[0]
}

/** About how many pages of a tree there are, if pages have this size. */
function countTreePages(file: number, fileBytes: number, size: number): number {
  const pages = Math.floor(fileBytes / size) - 1
  const step = Math.max(1, Math.ceil(pages / sampledPages))
  const bytes = Buffer.alloc(size)
  let found = 0
  let looked = 0
  for (let page = 1; page <= pages; page += step) {
    looked += 1
    if (readSync(file, bytes, 0, size, page * size) === size && isTreePage(bytes)) found += 1
  }
  return looked === 0 ? 0 : (found / looked) * pages
}

const treePageHeads: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 }

/** Whether a page's head and all places that it names lie where they can. */
function isTreePage(bytes: Buffer): boolean {
  const head = treePageHeads[bytes.readUInt8(0)]
  const cells = bytes.readUInt16BE(3)
  if (head === undefined || cells === 0 || head + 2 * cells > bytes.length) return false
  const content = bytes.readUInt16BE(5) || 65_536
  return Array.from({ length: cells }, (_, index) => bytes.readUInt16BE(head + 2 * index)).every(
    (at) => at >= content && at < bytes.length,
  )
}

/** The count in the head holds where it is of the last change. */
function readStatedPages(head: Buffer): number {
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
