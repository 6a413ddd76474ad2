import { z } from 'zod'
import { otherAnswerText, otherContentText } from '../../../shared/team/queue-words.ts'
import { computeSha256 } from '../files/compute-sha256.ts'
import { isBlobIntact } from '../store/database/blob-content.ts'
import { storedAnswerSchema, type StoredBlob } from '../store/records.ts'
import type { AnswerRepository } from '../store/store.ts'
import type { Session, SharedDatabase } from './database.ts'
import { bytesColumn, packColumn, packedColumn, selectBytes } from './packed-column.ts'

const answerRowSchema = z.object({
  requestSha256: z.string(),
  body: packedColumn(storedAnswerSchema),
  createdTs: z.number(),
})
const bytesSchema = z.object({ hash: z.string(), bytes: bytesColumn })

/**
 * Packed histories and results, each once, under the hash of what they hold. What somebody else has put there under that
 * hash is replaced where it is not the same.
 */
export async function putContents({ run }: Session, blobs: readonly StoredBlob[]): Promise<void> {
  for (const { hash, bytes } of blobs)
    await run(
      `insert into dewpoint.contents as c (hash, bytes) values ($1, $2)
       on conflict (hash) do update set bytes = excluded.bytes where c.bytes <> excluded.bytes`,
      [hash, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
    )
}

/** Whether a content is there, byte by byte. */
export async function hasContent({ run }: Session, { hash, bytes }: StoredBlob): Promise<boolean> {
  const sql = `select 1 from dewpoint.contents where hash = $1 and encode(sha256(bytes), 'hex') = $2`
  return (await run(sql, [hash, computeSha256(bytes)])) > 0
}

/** Null where nobody has put it, and where what was put is not what its hash says, which is told. */
export async function getContent({ list, skip }: Session, hash: string): Promise<Uint8Array | null> {
  const sql = `select hash, ${selectBytes('bytes')} as bytes from dewpoint.contents where hash = $1`
  const [row] = await list('dewpoint.contents', bytesSchema, { sql, values: [hash] })
  if (row === undefined) return null
  if (await isBlobIntact(hash, row.bytes)) return row.bytes
  skip('dewpoint.contents', hash, otherContentText)
  return null
}

/**
 * Answers of models, for all machines on a database: a call that one has paid for is none for the next. How old one is
 * goes by the clock of the database, since those of the machines may differ.
 */
export function createSharedAnswers(database: SharedDatabase): AnswerRepository {
  return {
    async get(requestSha256) {
      const sql = `select request_sha256 as "requestSha256", ${selectBytes('body')} as body, created_ts as "createdTs"
        from dewpoint.answers where request_sha256 = $1`
      const [row] = await database.list('dewpoint.answers', answerRowSchema, { sql, values: [requestSha256] })
      if (row === undefined) return null
      const { body: answer, createdTs } = row
      if (answer.requestSha256 === requestSha256) return { ...answer, createdTs }
      database.skip('dewpoint.answers', requestSha256, otherAnswerText)
      return null
    },
    async put(answer) {
      const body = packColumn(storedAnswerSchema.parse(answer))
      await database.run(
        `insert into dewpoint.answers values ($1, $2, extract(epoch from now()) * 1000)
         on conflict (request_sha256) do update set body = excluded.body, created_ts = excluded.created_ts`,
        [answer.requestSha256, body],
      )
    },
  }
}
