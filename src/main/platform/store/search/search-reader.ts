import type Database from 'better-sqlite3'
import { z } from 'zod'
import { Recent } from '../../../../shared/kernel/recent.ts'
import { unpackZstd } from '../../files/unpack.ts'

/** A message that matches, with the whole text that it was found by. */
export type FoundMessage = {
  readonly taskId: string
  readonly messageIndex: number
  readonly role: string
  readonly ts: number | null
  readonly text: string
}

/** Which of the messages that match are wanted. */
export type SearchRange = {
  /** How many, of the newest. */
  readonly limit: number
  /** Ids of the only tasks whose messages are wanted; null for all. */
  readonly within: readonly string[] | null
}

export type SearchReader = {
  /** What is made of the messages that match an expression of FTS5, the newest first; one text is held at a time. */
  readonly find: <T>(expression: string, range: SearchRange, make: (found: FoundMessage) => T) => readonly T[]
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

const boundsSchema = z.object({ first: z.int().nullable(), last: z.int().nullable() })

/** Of so many tasks it pays to look up between which times they stand; more of them stand everywhere. */
const fewTasks = 64
const everyPlace: z.infer<typeof boundsSchema> = { first: 0, last: Number.MAX_SAFE_INTEGER }

/** Reads from an open index. */
export function createSearchReader(database: Database.Database): SearchReader {
  const findPlaces = preparePlaces(database)
  const chunkOf = database.prepare('select bytes from chunks where id = ?')
  const snapshotsOf = database.prepare(
    `select task_id as taskId, snapshot_sha256 as snapshotSha256 from tasks
     where task_id in (select value from json_each(?))`,
  )
  const taskIds = database.prepare('select task_id from tasks').pluck()
  return {
    find: (expression, range, make) =>
      database.transaction(() => {
        const rows = findPlaces(expression, range)
        const texts = new Recent<Buffer, number>(heldChunks)
        const open = (chunk: number): Buffer => unpackZstd(chunkSchema.parse(chunkOf.get(chunk)).bytes)
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

/** Places of the messages that match, within the tasks that are wanted; the newest first. */
function preparePlaces(
  database: Database.Database,
): (expression: string, range: SearchRange) => readonly z.infer<typeof foundSchema>[] {
  // The words first and alone: joined, the planner may begin with the other table.
  const prepareSearch = (within: string): Database.Statement =>
    database.prepare(
      `select t.task_id as taskId, m.message_index as messageIndex, m.role, m.ts, m.chunk, m.start, m.length
       from (select rowid as place from words where words match :expression ${within}
         order by rowid desc limit :limit) found
       cross join messages m on m.place = found.place
       cross join tasks t on t.number = m.task
       order by found.place desc`,
    )
  const wanted = 'select number from tasks where task_id in (select value from json_each(:within))'
  const everywhere = prepareSearch('')
  const inTasks = prepareSearch(
    `and rowid between :first and :last
     and (select task from messages where messages.place = words.rowid) in (${wanted})`,
  )
  const bounds = database.prepare(
    `select min(place) as first, max(place) as last from messages where task in (${wanted})`,
  )
  return (expression, { limit, within }) => {
    const readPlaces = (): unknown[] => {
      if (within === null) return everywhere.all({ expression, limit })
      const ids = JSON.stringify(within)
      const places = within.length > fewTasks ? everyPlace : boundsSchema.parse(bounds.get({ within: ids }))
      // What is bound as a number becomes a float where it is large, and FTS5 takes no float as a bound.
      const [first, last] = [BigInt(places.first ?? 0), BigInt(places.last ?? -1)]
      return inTasks.all({ expression, limit, within: ids, first, last })
    }
    return z.array(foundSchema).parse(readPlaces())
  }
}
