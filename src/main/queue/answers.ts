import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { storedAnswerSchema } from '../store/records.ts'
import type { AnswerRepository } from '../store/store.ts'
import type { SharedDatabase } from './database.ts'

const rowSchema = z.object({ body: z.instanceof(Uint8Array) })

/** Answers of models, for all machines on a database: a call that one has paid for is none for the next. */
export function createSharedAnswers(database: SharedDatabase): AnswerRepository {
  return {
    async get(requestSha256) {
      const sql = 'select body from dewpoint.answers where request_sha256 = $1'
      const [row] = await database.rows(rowSchema, sql, [requestSha256])
      if (row === undefined) return null
      return storedAnswerSchema.parse(JSON.parse(zstdDecompressSync(row.body).toString('utf8')))
    },
    async put(answer) {
      const body = zstdCompressSync(JSON.stringify(storedAnswerSchema.parse(answer)))
      await database.run(
        `insert into dewpoint.answers values ($1, $2, $3)
         on conflict (request_sha256) do update set body = excluded.body, created_ts = excluded.created_ts`,
        [answer.requestSha256, body, answer.createdTs],
      )
    },
  }
}
