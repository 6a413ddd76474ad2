import { z } from 'zod'
import type { SharedDatabase } from './database.ts'
import { selectBeginning } from './packed-column.ts'

/** Somebody who is connected: a worker, or whoever runs an experiment. */
export type Member = { readonly id: string; readonly kind: 'worker' | 'run'; readonly build: string }

const memberSchema = z.object({ id: z.string(), build: z.string(), body: z.record(z.string(), z.unknown()) })

/** Of what a member says about itself: its queues. */
const mostBodyBytes = 1e6

/** After so many seconds without a heartbeat, a member is gone and gives back what it had. */
const leaseSeconds = 15

/**
 * SQL that is true for a member `m` whose last heartbeat is recent. While the database was down there could be none:
 * every lease begins anew when it starts. The database writes the time of a heartbeat, so one from the future is none.
 */
export const isAlive = `(greatest(m.seen_at, pg_postmaster_start_time()) > now() - interval '${leaseSeconds} seconds'
  and m.seen_at <= clock_timestamp())`

/** Renews the lease of a member. */
export async function sendHeartbeat(
  database: SharedDatabase,
  { id, kind, build }: Member,
  body: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await database.run(
    `insert into dewpoint.members (id, kind, build, body) values ($1, $2, $3, $4)
     on conflict (id) do update set seen_at = now(), body = $4`,
    [id, kind, build, JSON.stringify(body)],
  )
}

/** Takes a member off the list, with whatever it had claimed, so that nobody waits for it. */
export async function leave(database: SharedDatabase, id: string): Promise<void> {
  await database.transaction(async ({ run }) => {
    await run('delete from dewpoint.claims where owner = $1', [id])
    await run('delete from dewpoint.members where id = $1', [id])
  })
}

/** Workers whose last heartbeat is recent. */
export function listLiveWorkers(database: SharedDatabase): Promise<z.infer<typeof memberSchema>[]> {
  const sql = `select id, ${selectBeginning('build')} as build,
      case when octet_length(body::text) <= ${mostBodyBytes} then body else '{}' end as body
    from dewpoint.members m where kind = 'worker' and ${isAlive}`
  return database.list('dewpoint.members', memberSchema, { sql })
}
