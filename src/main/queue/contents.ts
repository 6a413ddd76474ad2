import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { storedAnswerSchema, type StoredBlob } from '../store/records.ts'
import type { AnswerRepository } from '../store/store.ts'
import type { Session, SharedDatabase } from './database.ts'

const hashSchema = z.object({ hash: z.string() })
const answerRowSchema = z.object({ body: z.instanceof(Uint8Array), createdTs: z.number() })
const bytesSchema = z.object({ bytes: z.instanceof(Uint8Array) })

/** Packed histories and results, each once, under the hash of what they hold. */
export async function putContents({ run }: Session, blobs: readonly StoredBlob[]): Promise<void> {
  for (const { hash, bytes } of blobs)
    await run('insert into dewpoint.contents (hash, bytes) values ($1, $2) on conflict do nothing', [
      hash,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    ])
}

/** Which of some contents are there. */
export async function knownContents({ rows }: Session, hashes: readonly string[]): Promise<Set<string>> {
  const sql = 'select hash from dewpoint.contents where hash = any($1)'
  return new Set((await rows(hashSchema, sql, [hashes])).map(({ hash }) => hash))
}

/** Null where nobody has put it. */
export async function getContent({ rows }: Session, hash: string): Promise<Uint8Array | null> {
  const [row] = await rows(bytesSchema, 'select bytes from dewpoint.contents where hash = $1', [hash])
  return row?.bytes ?? null
}

/**
 * Answers of models, for all machines on a database: a call that one has paid for is none for the next. How old one is
 * goes by the clock of the database, since those of the machines may differ.
 */
export function createSharedAnswers(database: SharedDatabase): AnswerRepository {
  return {
    async get(requestSha256) {
      const sql = 'select body, created_ts as "createdTs" from dewpoint.answers where request_sha256 = $1'
      const [row] = await database.rows(answerRowSchema, sql, [requestSha256])
      if (row === undefined) return null
      const answer = storedAnswerSchema.parse(JSON.parse(zstdDecompressSync(row.body).toString('utf8')))
      return { ...answer, createdTs: row.createdTs }
    },
    async put(answer) {
      const body = zstdCompressSync(JSON.stringify(storedAnswerSchema.parse(answer)))
      await database.run(
        `insert into dewpoint.answers values ($1, $2, extract(epoch from now()) * 1000)
         on conflict (request_sha256) do update set body = excluded.body, created_ts = excluded.created_ts`,
        [answer.requestSha256, body],
      )
    },
  }
}
