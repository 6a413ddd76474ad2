import { parseJson } from '../../../shared/kernel/json-values.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { unpackZstd } from '../../platform/files/unpack.ts'
import type { StoredBlob } from '../../platform/store/records.ts'

/** Largest packed result of a cell that is taken from elsewhere, unpacked, in bytes. */
const largestResult = 64 * 2 ** 20

/**
 * A packed result of a cell that came in a file or from a team, as base64, under the hash of what it holds. Opened with a
 * limit, before anything is kept. Throws where it is damaged or too long.
 */
export function openResult(packed: string): StoredBlob {
  const bytes = new Uint8Array(Buffer.from(packed, 'base64'))
  const json = unpackZstd(bytes, largestResult).toString('utf8')
  parseJson(json)
  return { hash: computeSha256(json), bytes }
}
