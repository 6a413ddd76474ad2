import { createHash } from 'node:crypto'
import { computeSha256 } from '../../files/compute-sha256.ts'
import { computeGrowthLimit, longestHistory, unpackZstd, unpackZstdInPieces } from '../../files/unpack.ts'

/** Packed bytes up to this length are opened at once; longer ones piece by piece, for they may hold a whole history. */
const atOnceBytes = 64 * 1024
const mostOpenedBytes = 16 * 2 ** 20

/**
 * Whether bytes are what their name says: zstd of a text whose SHA-256 is the name. Asked of contents wherever they come in:
 * from a team, from a backup, and by the doctor.
 */
export async function isBlobIntact(hash: string, bytes: Uint8Array): Promise<boolean> {
  if (bytes.length < atOnceBytes && hashAtOnce(bytes) === hash) return true
  return (await hashInPieces(bytes).catch(() => null)) === hash
}

/** Null where the bytes are damaged, or hold more than is opened at once. */
function hashAtOnce(bytes: Uint8Array): string | null {
  try {
    return computeSha256(unpackZstd(bytes, mostOpenedBytes))
  } catch {
    return null
  }
}

async function hashInPieces(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of unpackZstdInPieces(bytes, { most: computeGrowthLimit(bytes, longestHistory) }))
    hash.update(piece)
  return hash.digest('hex')
}
