import { z } from 'zod'
import { cellSchema, type Cell } from '../../../shared/experiments/experiment-types.ts'
import type { StoredBlob } from '../store/records.ts'
import { putContents } from './contents.ts'
import type { Session } from './database.ts'
import { packColumn, packedColumn, selectBeginning, selectBytes } from './packed-column.ts'

/** A cell that has ended, under the hash of all that decides it. */
export type SharedCell = {
  readonly key: string
  readonly cell: Cell
  readonly payloadBlob: string | null
  readonly judgementsBlob: string | null
  /** The run that it was done for. */
  readonly forRun: string
  /** The machine that did it, as it calls itself. */
  readonly worker: string
}

/** One that is not done for good is done again for the next who wants it: it failed, or its judge could not be had. */
export type FoundCell = SharedCell & { readonly isDone: boolean }

/** What a machine claims while it does a cell. */
export const buildCellClaim = (key: string): string => `cell ${key}`

const rowSchema = z
  .object({
    key: z.string(),
    body: packedColumn(cellSchema),
    payload: z.string().nullable(),
    judgements: z.string().nullable(),
    forRun: z.string(),
    isDone: z.boolean(),
    worker: z.string(),
  })
  .transform(({ key, body, payload, judgements, forRun, isDone, worker }): FoundCell => ({
    forRun,
    worker,
    isDone,
    key,
    cell: body,
    payloadBlob: payload,
    judgementsBlob: judgements,
  }))
const keySchema = z.object({ key: z.string() })

const columns = `c.key, ${selectBytes('c.body')} as body, ${selectBeginning('c.payload')} as payload,
  ${selectBeginning('c.judgements')} as judgements, ${selectBeginning('c.for_run')} as "forRun", c.is_done as "isDone",
  ${selectBeginning('c.worker')} as worker`

/** Cells that can be used. One that cannot counts as not done from then on, so that somebody does it again. */
async function readCells(
  session: Session,
  query: { readonly sql: string; readonly values: readonly unknown[] },
): Promise<FoundCell[]> {
  const bad: string[] = []
  const cells = await session.list('dewpoint.cells', rowSchema, query, (key) => void bad.push(key))
  for (const key of bad) await distrustCell(session, key)
  return cells
}

/** Takes a cell for not done, whatever it says of itself: the next who does it may replace it. */
export async function distrustCell({ run }: Session, key: string): Promise<void> {
  await run('update dewpoint.cells set is_done = false where key = $1', [key])
  await run('update dewpoint.wanted set is_ready = false, since = now() where key = $1', [key])
}

/** Notes which cells a run waits for; those that are done already are ready at once. */
export async function wantCells({ run }: Session, runId: string, keys: readonly string[]): Promise<void> {
  await run(
    `insert into dewpoint.wanted (run_id, key, is_ready)
     select $1, k, exists (select 1 from dewpoint.cells c where c.key = k and c.is_done)
     from unnest($2::text[]) k
     on conflict (run_id, key) do update set is_ready = excluded.is_ready, since = now()`,
    [runId, keys],
  )
}

/** Cells that have ended and that a run has not taken yet, some of them. */
export function listReadyCells(session: Session, runId: string, most: number): Promise<SharedCell[]> {
  return readCells(session, {
    sql: `select ${columns} from dewpoint.wanted w join dewpoint.cells c on c.key = w.key
     where w.run_id = $1 and w.is_ready limit $2`,
    values: [runId, most],
  })
}

/** A run has kept these. */
export async function markCellsTaken(
  { run }: Session,
  runId: string,
  keys: readonly string[],
): Promise<void> {
  await run('delete from dewpoint.wanted where run_id = $1 and key = any($2)', [runId, keys])
}

/** Marks what has ended since a run began to wait and was not marked: two transactions may not see each other. */
export async function markReady({ run }: Session, runId: string): Promise<void> {
  await run(
    `update dewpoint.wanted w set is_ready = true from dewpoint.cells c
     where w.run_id = $1 and not w.is_ready and c.key = w.key and (c.is_done or c.finished_at >= w.since)`,
    [runId],
  )
}

/** What came of a cell on any machine; null where it has not ended yet. */
export async function findCell(session: Session, key: string): Promise<FoundCell | null> {
  const sql = `select ${columns} from dewpoint.cells c where c.key = $1`
  return (await readCells(session, { sql, values: [key] }))[0] ?? null
}

/** Cells that are there already are ready for whoever waits for them. */
export async function markCellsReady({ run }: Session, keys: readonly string[]): Promise<void> {
  await run('update dewpoint.wanted set is_ready = true where key = any($1)', [keys])
}

/** Whether somebody still waits for a cell. */
export async function findWantedElsewhere(
  { rows }: Session,
  runId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const sql = 'select distinct key from dewpoint.wanted where run_id <> $1 and key = any($2)'
  return new Set((await rows(keySchema, sql, [runId, keys])).map(({ key }) => key))
}

/** Keeps a cell with its contents. One that was done stays as it is, whoever does it again. */
export async function putCell(
  session: Session,
  { key, cell, payloadBlob, judgementsBlob, forRun, worker }: SharedCell,
  { blobs, isWhole }: { readonly blobs: readonly StoredBlob[]; readonly isWhole: boolean },
): Promise<void> {
  await putContents(session, blobs)
  await session.run(
    `insert into dewpoint.cells as c (key, body, payload, judgements, is_done, worker, for_run)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (key) do update set body = excluded.body, payload = excluded.payload,
       judgements = excluded.judgements, is_done = excluded.is_done, worker = excluded.worker, for_run = excluded.for_run,
       finished_at = now()
     where not c.is_done`,
    [key, packColumn(cell), payloadBlob, judgementsBlob, cell.status === 'done' && isWhole, worker, forRun],
  )
  await session.run('update dewpoint.wanted set is_ready = true where key = $1', [key])
}
