import { createZstdDecompress, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/**
 * Everything that is unpacked is unpacked here, with a limit: a few kilobytes from elsewhere can become gigabytes. The linter
 * keeps the functions of `node:zlib` that unpack out of every other file.
 */

/** In bytes; V8 holds no longer text. */
export const longestText = 512 * 2 ** 20 - 1024
/** In bytes; histories are opened message by message, and their files may be several. */
export const longestHistory = 2 ** 32

/** What anything from elsewhere may become, in bytes; what is larger may grow by a factor that no history reaches. */
const alwaysBytes = 64 * 2 ** 20
const mostGrowth = 500

/** Packed bytes become more than is taken. */
export class UnpackedTooLong extends Error {
  constructor(mostBytes: number) {
    super(`it becomes more than ${formatSize(mostBytes)} when unpacked, which is the most that is taken`)
    this.name = 'UnpackedTooLong'
  }
}

/**
 * What packed bytes from elsewhere may become, `most` bytes at the longest: nothing of a few kilobytes becomes hundreds of
 * megabytes, which would be read for minutes.
 */
export function computeGrowthLimit(packed: Uint8Array, most: number = longestText): number {
  return Math.min(most, alwaysBytes + mostGrowth * packed.length)
}

/** Unpacks zstd to `most` bytes. Throws `UnpackedTooLong` where it becomes more, and another error where it is damaged. */
export function unpackZstd(packed: Uint8Array, most: number = longestText): Buffer {
  return unpackWithLimit(most, (maxOutputLength) => zstdDecompressSync(packed, { maxOutputLength }))
}

/** The same for gzip. */
export function unpackGzip(packed: Uint8Array, most: number): Buffer {
  return unpackWithLimit(most, (maxOutputLength) => gunzipSync(packed, { maxOutputLength }))
}

/** The same for deflate with the dictionary that it was packed with. */
export function unpackDeflate(
  packed: Uint8Array,
  { most, dictionary }: { readonly most: number; readonly dictionary: Buffer },
): Buffer {
  return unpackWithLimit(most, (maxOutputLength) => inflateSync(packed, { maxOutputLength, dictionary }))
}

/** Unpacks zstd piece by piece, for who need not hold it all. Throws as `unpackZstd` does. */
export async function* unpackZstdInPieces(
  packed: Uint8Array,
  { most, pieceBytes }: { readonly most: number; readonly pieceBytes?: number },
): AsyncGenerator<Buffer, void> {
  const unpacker = createZstdDecompress(pieceBytes === undefined ? {} : { chunkSize: pieceBytes })
  unpacker.end(packed)
  const pieces: AsyncIterable<Buffer> = unpacker
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > most) throw new UnpackedTooLong(most)
    yield piece
  }
}

function unpackWithLimit(most: number, unpack: (most: number) => Buffer): Buffer {
  try {
    return unpack(Math.max(1, most))
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLong ? new UnpackedTooLong(most) : error
  }
}

function formatSize(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes} bytes` : `${Math.floor(bytes / 2 ** 20)} MiB`
}
