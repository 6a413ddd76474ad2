import { createHash } from 'node:crypto'
import { createZstdDecompress, zstdDecompressSync } from 'node:zlib'

/** Packed bytes up to this length are opened at once; longer ones piece by piece, for they may hold a whole history. */
const atOnceBytes = 64 * 1024
const mostOpenedBytes = 16 * 2 ** 20

/** Whether bytes are what their name says: zstd of a text whose SHA-256 is the name. */
export async function isBlobIntact(hash: string, bytes: Buffer): Promise<boolean> {
  if (bytes.length < atOnceBytes && hashAtOnce(bytes) === hash) return true
  return (await hashInPieces(bytes).catch(() => null)) === hash
}

/** Null where the bytes are damaged, or hold more than is opened at once. */
function hashAtOnce(bytes: Buffer): string | null {
  try {
    const text = zstdDecompressSync(bytes, { maxOutputLength: mostOpenedBytes })
    return createHash('sha256').update(text).digest('hex')
  } catch {
    return null
  }
}

async function hashInPieces(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256')
  const unpacker = createZstdDecompress()
  unpacker.end(bytes)
  const pieces: AsyncIterable<Buffer> = unpacker
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
