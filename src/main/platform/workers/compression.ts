import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib'
import { computeSha256 } from '../files/compute-sha256.ts'
import { unpackZstd } from '../files/unpack.ts'

/** Bytes as they are kept: UTF-8 JSON under zstd, named by the SHA-256 of the JSON. */
export type PackedJson = { readonly hash: string; readonly bytes: Uint8Array }

/** Packs a JSON value. Level 3 of zstd is the default: faster than the disk on every machine that we know. */
export function packJson(value: unknown): PackedJson {
  return packBytes(Buffer.from(JSON.stringify(value)))
}

/** Packs JSON that is written already, in UTF-8. */
export function packBytes(json: Uint8Array): PackedJson {
  return { hash: computeSha256(json), bytes: zstdCompressSync(json) }
}

/** The JSON text that was packed. Throws where the bytes are damaged, or become more than a text may be long. */
export function unpackText(bytes: Uint8Array): string {
  return unpackZstd(bytes).toString('utf8')
}

const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
}

/** Bytes of a text, compressed by Brotli at quality 9 with a window of 2^24. */
export function measureCompressedSize(text: string): number {
  return brotliCompressSync(text, brotli).length
}
