import {
  computeGrowthLimit,
  unpackFirstZstdFrame,
  unpackZstdFrames,
  type UnpackedFrames,
} from '../platform/files/unpack.ts'

const sqlite = Buffer.from('SQLite format 3\0', 'latin1')
const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04])

const beginsWith = (bytes: Uint8Array | undefined, magic: Buffer): boolean =>
  bytes !== undefined && magic.equals(bytes.subarray(0, magic.length))

/** Whether a file that begins so is an SQLite database; folders begin with nothing. */
export function isDatabase(start: Uint8Array | undefined): boolean {
  return beginsWith(start, sqlite)
}

/** Whether a file that begins so is a ZIP archive. */
export function isArchive(start: Uint8Array | undefined): boolean {
  return beginsWith(start, zip)
}

/** What the first frame of a compressed file says, of whose bytes these are the first; the bytes of any other file. */
export function unpackStart(start: Uint8Array, most: number): Uint8Array {
  if (!beginsWith(start, zstd)) return start
  try {
    return unpackFirstZstdFrame(start, most) ?? start
  } catch {
    return start
  }
}

/** The bytes of a file without the compression around it; null where they cannot be had, or are more than `most`. */
export function unpackBytes(bytes: Buffer, most: number): UnpackedFrames | null {
  if (!beginsWith(bytes, zstd)) return { bytes, torn: 0 }
  try {
    return unpackZstdFrames(bytes, computeGrowthLimit(bytes, most))
  } catch {
    return null
  }
}
