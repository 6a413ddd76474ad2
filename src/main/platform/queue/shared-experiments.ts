import { z } from 'zod'
import type { SharedDatabase } from './database.ts'
import { packColumn, packedColumn, selectBeginning, selectBytes } from './packed-column.ts'

const listedSchema = z.object({
  /** Of the experiment where it was run. */
  id: z.string(),
  contentSha256: z.string(),
  /** Of its content, its start and its cells: the same experiment may be run again, or gone on with. */
  runSha256: z.string(),
  name: z.string(),
  pushedTs: z.coerce.number(),
  /** Machine and Dewpoint that pushed it. */
  pushedBy: z.string(),
  isRedacted: z.boolean(),
  cells: z.int(),
  /** Compressed. */
  bytes: z.int(),
})
/** An experiment of the team, as it is listed. */
export type SharedExperiment = Readonly<z.infer<typeof listedSchema>>

const bodySchema = z.object({ json: z.string(), html: z.string() })
/** What is kept of it: what can be imported again, and a report to read. */
export type SharedBody = Readonly<z.infer<typeof bodySchema>>

const rowSchema = z.object({ id: z.string(), pushedBy: z.string(), body: packedColumn(bodySchema) })

/** Keeps an experiment for the team, in the place of what was pushed of it before; its size, compressed. */
export async function putShared(
  database: SharedDatabase,
  shared: Omit<SharedExperiment, 'pushedTs' | 'bytes'>,
  body: SharedBody,
): Promise<number> {
  const packed = packColumn(body)
  const { id, contentSha256, runSha256, name, pushedBy, isRedacted, cells } = shared
  await database.run(
    `insert into dewpoint.shared (id, content_sha256, name, pushed_by, is_redacted, cells, bytes, body, run_sha256)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (id) do update set content_sha256 = $2, name = $3, pushed_by = $4, is_redacted = $5, cells = $6,
       bytes = $7, body = $8, run_sha256 = $9, pushed_at = now()`,
    [id, contentSha256, name, pushedBy, isRedacted, cells, packed.length, packed, runSha256],
  )
  return packed.length
}

/** Newest first. */
export function listShared({ list }: Pick<SharedDatabase, 'list'>): Promise<SharedExperiment[]> {
  return list('dewpoint.shared', listedSchema, {
    sql: `select id, left(content_sha256, 100) as "contentSha256", left(run_sha256, 100) as "runSha256", ${selectBeginning('name')} as name, extract(epoch from pushed_at) * 1000 as "pushedTs",
       ${selectBeginning('pushed_by')} as "pushedBy", is_redacted as "isRedacted", cells, bytes
     from dewpoint.shared order by pushed_at desc`,
  })
}

/** Null where nobody has pushed it; what was pushed and cannot be read is told. */
export async function getShared(
  { list }: Pick<SharedDatabase, 'list'>,
  id: string,
): Promise<(SharedBody & { readonly pushedBy: string }) | 'unreadable' | null> {
  const sql = `select id, ${selectBeginning('pushed_by')} as "pushedBy", ${selectBytes('body')} as body
    from dewpoint.shared where id = $1`
  let isSkipped = false
  const [row] = await list('dewpoint.shared', rowSchema, { sql, values: [id] }, () => (isSkipped = true))
  if (row !== undefined) return { ...row.body, pushedBy: row.pushedBy }
  return isSkipped ? 'unreadable' : null
}
