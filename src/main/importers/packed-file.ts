import * as zlib from 'node:zlib'

const sqlite = Buffer.from('SQLite format 3\0', 'latin1')
const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04])

const beginsWith = (bytes: Uint8Array, magic: Buffer): boolean =>
  magic.equals(bytes.subarray(0, magic.length))

/** Whether a file that begins so is an SQLite database. */
export function isDatabase(start: Uint8Array): boolean {
  return beginsWith(start, sqlite)
}

/** Whether a file that begins so is a ZIP archive. */
export function isArchive(start: Uint8Array): boolean {
  return beginsWith(start, zip)
}

/** What any packed file may become, in bytes; a larger one may grow by a factor that no history reaches. */
const alwaysBytes = 64 * 2 ** 20
const mostGrowth = 500

/**
 * The bytes of a file without the compression around it; null where they cannot be had, or are more than `most`. Nothing of
 * a few kilobytes becomes hundreds of megabytes, which would be read for minutes.
 */
export function unpacked(bytes: Buffer, most: number): Buffer | null {
  if (!beginsWith(bytes, zstd)) return bytes
  try {
    const maxOutputLength = Math.min(most, alwaysBytes + mostGrowth * bytes.length)
    return zlib.zstdDecompressSync(bytes, { maxOutputLength })
  } catch {
    return null
  }
}
