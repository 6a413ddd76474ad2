import { zstdCompressSync } from 'node:zlib'
import { z } from 'zod'
import { parseJson } from '../../../shared/kernel/json-values.ts'
import { computeGrowthLimit, longestText, unpackZstd } from '../files/unpack.ts'

/** Bytes of a column that are read. As text, in which the database sends them, more would end the process. */
const mostBytes = 200 * 2 ** 20

/** SQL for a column of bytes, null where somebody else has put in more than anybody could read. */
export const selectBytes = (column: string): string =>
  `case when octet_length(${column}) <= ${mostBytes} then ${column} end`

/** SQL for the beginning of a text that has no end where somebody else wrote it. */
export const selectBeginning = (column: string): string => `left(${column}, 300)`

/** What such a column holds. */
export const bytesColumn = z.instanceof(Uint8Array, {
  error: `it takes more than ${mostBytes / 2 ** 20} MiB, which is the most that is read`,
})

/** Packs a JSON value for a column. */
export function packColumn(value: unknown): Buffer {
  return zstdCompressSync(JSON.stringify(value))
}

/**
 * What a column that `packColumn` filled holds. Whoever may write into the database may have put anything there: what
 * becomes more than `most` bytes, is no JSON or does not fit is refused by an error that says so.
 */
export function packedColumn<T>(schema: z.ZodType<T>, most: number = longestText) {
  return bytesColumn.transform((bytes) =>
    schema.parse(parseJson(unpackZstd(bytes, computeGrowthLimit(bytes, most)).toString('utf8'))),
  )
}
