import { sql, type Transaction } from 'kysely'
import { tokenUsageSchema } from '../../../../shared/models/pricing-types.ts'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import { storedAnswerSchema } from '../records.ts'
import type { AnswerRepository } from '../store.ts'
import type { Tables } from '../tables.ts'

/** How much is kept: the newest answers, up to either bound. Bytes of their texts. */
export type AnswerBounds = Readonly<{ answers: number; bytes: number }>

/** Some 40 KB an answer: both are out of reach of a person, and within reach of experiments. */
const defaultBounds: AnswerBounds = { answers: 5000, bytes: 200_000_000 }

export const answerRowSchema = storedAnswerSchema.extend({ usage: jsonColumn(tokenUsageSchema) })

/** Answers over a connection. Adding one drops the oldest ones beyond the bounds, never the one that was added. */
export function createAnswerRepository(
  connection: Connection,
  bounds: AnswerBounds = defaultBounds,
): AnswerRepository {
  return {
    get: (requestSha256) =>
      connection.one(answerRowSchema, 'answers', (db) =>
        db
          .selectFrom('answers')
          .select(['requestSha256', 'model', 'text', 'usage', 'createdTs'])
          .where('requestSha256', '=', requestSha256),
      ),
    put: (answer) =>
      connection.write(async (db) => {
        const whole = storedAnswerSchema.parse(answer)
        const bytes = new TextEncoder().encode(whole.text).length
        const row = { ...whole, usage: JSON.stringify(whole.usage), bytes }
        await db
          .insertInto('answers')
          .values(row)
          .onConflict((conflict) => conflict.column('requestSha256').doUpdateSet(row))
          .execute()
        await dropOldest(db, bounds, whole.requestSha256)
      }),
  }
}

async function dropOldest(db: Transaction<Tables>, bounds: AnswerBounds, kept: string): Promise<void> {
  await sql`
    delete from answers where request_sha256 <> ${kept} and request_sha256 in (
      select request_sha256 from (
        select request_sha256, row_number() over newest as place, sum(bytes) over newest as total
        from answers
        window newest as (order by created_ts desc, request_sha256 desc)
      ) where place > ${bounds.answers} or total > ${bounds.bytes}
    )`.execute(db)
}
