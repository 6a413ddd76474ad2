import { closeSync, openSync, readSync, statSync } from 'node:fs'

const headBytes = 100
/** Of a page in every database of Dewpoint. */
const pageBytes = 4096

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

/**
 * Pages that the head of a database counts and the file has not, for the doctor, whom SQLite only tells that the file is
 * damaged. 0 where the count in the head is not of the last change, or the head itself is damaged. Throws what the file
 * system throws.
 */
export function countMissingPages(path: string): number {
  const head = readHead(path)
  if (head.readUInt16BE(16) !== pageBytes || head.readUInt32BE(24) !== head.readUInt32BE(92)) return 0
  return Math.max(0, head.readUInt32BE(28) - Math.floor(statSync(path).size / pageBytes))
}
