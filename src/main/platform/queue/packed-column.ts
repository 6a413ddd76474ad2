import { zstdCompressSync } from 'node:zlib'
import { z } from 'zod'
import { parseJson } from '../../../shared/kernel/json-values.ts'
import { computeGrowthLimit, longestText, unpackZstd } from '../files/unpack.ts'

/** Packs a JSON value for a column. */
export function packColumn(value: unknown): Buffer {
  return zstdCompressSync(JSON.stringify(value))
}

/**
 * What a column that `packColumn` filled holds. Whoever may write into the database may have put anything there: what
 * becomes more than `most` bytes, is no JSON or does not fit is refused by an error that says so.
 */
export function packedColumn<T>(schema: z.ZodType<T>, most: number = longestText) {
  return z
    .instanceof(Uint8Array)
    .transform((bytes) =>
      schema.parse(parseJson(unpackZstd(bytes, computeGrowthLimit(bytes, most)).toString('utf8'))),
    )
}
