import { constants, createZstdDecompress, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

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

/** More frames than a program writes in years; each takes a while to begin. */
const mostFrames = 1_000_000

/** What frames of zstd say. */
export type UnpackedFrames = Readonly<{
  bytes: Buffer
  /** So many of the packed bytes at the end are of no whole frame. */
  torn: number
}>

/**
 * Unpacks frames of zstd that stand one behind the other, of which Node reads the first alone. A file that is being written
 * ends within its last one: what can be read of that is in. Throws as `unpackZstd` does.
 */
export function unpackZstdFrames(packed: Uint8Array, most: number = longestText): UnpackedFrames {
  const pieces: Buffer[] = []
  let [at, room] = [0, most]
  for (let end = findFrameEnd(packed, 0); end !== null; end = findFrameEnd(packed, at)) {
    if (pieces.length === mostFrames) throw new Error(`it has more than ${mostFrames} frames`)
    const piece = unpackZstd(packed.subarray(at, end), room)
    pieces.push(piece)
    room -= piece.length
    at = end
  }
  if (pieces.length === 0) throw new Error('its first frame is cut')
  const torn = packed.length - at
  if (torn > 0) pieces.push(unpackTornFrame(packed.subarray(at), room))
  const [only] = pieces
  return { bytes: pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces), torn }
}

/** What the first frame says; null where it is cut. Throws as `unpackZstd` does. */
export function unpackFirstZstdFrame(packed: Uint8Array, most: number): Buffer | null {
  const end = findFrameEnd(packed, 0)
  return end === null ? null : unpackZstd(packed.subarray(0, end), most)
}

/** The whole blocks of a frame that is cut; nothing where not even they can be read. */
function unpackTornFrame(packed: Uint8Array, most: number): Buffer {
  try {
    return unpackWithLimit(most, (maxOutputLength) =>
      zstdDecompressSync(packed, { maxOutputLength, finishFlush: constants.ZSTD_e_flush }),
    )
  } catch (error) {
    if (error instanceof UnpackedTooLong) throw error
    return Buffer.alloc(0)
  }
}

/** Where the frame that begins at `start` ends (RFC 8878, 3.1); null where it is cut or anything else. */
function findFrameEnd(packed: Uint8Array, start: number): number | null {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  const has = (end: number): boolean => end <= packed.length
  if (!has(start + 8)) return null
  if (view.getUint32(start, true) !== 0xfd_2f_b5_28) return null
  const descriptor = view.getUint8(start + 4)
  const isSingle = (descriptor & 0x20) !== 0
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  let at = start + 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0) + sizeBytes
  for (let isLast = false; !isLast;) {
    if (!has(at + 3)) return null
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
    isLast = (header & 1) === 1
    // A block of one repeated byte has that byte alone.
    at += 3 + ((header >> 1) % 4 === 1 ? 1 : header >> 3)
  }
  const end = at + ((descriptor & 4) === 0 ? 0 : 4)
  return has(end) ? end : null
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
