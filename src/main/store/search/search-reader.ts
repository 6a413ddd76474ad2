import type Database from 'better-sqlite3'
import { zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { Recent } from '../../../shared/lib/recent.ts'

/** A message that matches, with the whole text that it was found by. */
export type FoundMessage = {
  readonly taskId: string
  readonly messageIndex: number
  readonly role: string
  readonly ts: number | null
  readonly text: string
}

export type SearchReader = {
  /** What is made of the messages that match an expression of FTS5, the newest first; one text is held at a time. */
  readonly find: <T>(expression: string, limit: number, make: (found: FoundMessage) => T) => readonly T[]
  /** The snapshot at which each of these tasks was put, by task id. */
  readonly snapshots: (taskIds: readonly string[]) => ReadonlyMap<string, string>
  /** Every task that was put. */
  readonly taskIds: () => readonly string[]
}

const foundSchema = z.object({
  taskId: z.string(),
  messageIndex: z.int(),
  role: z.string(),
  ts: z.number().nullable(),
  chunk: z.int(),
  start: z.int(),
  length: z.int(),
})
const chunkSchema = z.object({ bytes: z.instanceof(Uint8Array) })
const snapshotSchema = z.object({ taskId: z.string(), snapshotSha256: z.string() })

/** Matches that follow each other in time mostly stand in the same few chunks. */
const heldChunks = 16

/** Reads from an open index. */
export function createSearchReader(database: Database.Database): SearchReader {
  // The words first and alone: joined, the planner may begin with the other table.
  const match = database.prepare(
    `select t.task_id as taskId, m.message_index as messageIndex, m.role, m.ts, m.chunk, m.start, m.length
     from (select rowid as place from words where words match ? order by rowid desc limit ?) found
     cross join messages m on m.place = found.place
     cross join tasks t on t.number = m.task
     order by found.place desc`,
  )
  const chunkOf = database.prepare('select bytes from chunks where id = ?')
  const snapshotsOf = database.prepare(
    `select task_id as taskId, snapshot_sha256 as snapshotSha256 from tasks
     where task_id in (select value from json_each(?))`,
  )
  const taskIds = database.prepare('select task_id from tasks').pluck()
  return {
    find: (expression, limit, make) =>
      database.transaction(() => {
        const rows = z.array(foundSchema).parse(match.all(expression, limit))
        const texts = new Recent<Buffer, number>(heldChunks)
        const open = (chunk: number): Buffer =>
          zstdDecompressSync(chunkSchema.parse(chunkOf.get(chunk)).bytes)
        return rows.map(({ chunk, start, length, ...found }) => {
          const text = texts.get(chunk, () => open(chunk)).toString('utf8', start, start + length)
          return make({ ...found, text })
        })
      })(),
    taskIds: () => z.array(z.string()).parse(taskIds.all()),
    snapshots: (ids) => {
      const rows = z.array(snapshotSchema).parse(snapshotsOf.all(JSON.stringify(ids)))
      return new Map(rows.map(({ taskId, snapshotSha256 }) => [taskId, snapshotSha256]))
    },
  }
}
