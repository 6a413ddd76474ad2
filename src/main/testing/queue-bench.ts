import { Client } from 'pg'
import { z } from 'zod'
import type { ExperimentResults } from '../../shared/experiments/experiment-results-types.ts'
import type { Dewpoint } from '../features/common/dewpoint.ts'

/** Everything but how long it took, and what was there before. */
export function untimed({
  variants,
  comparisons,
  metrics,
  cells: _cells,
  ...rest
}: ExperimentResults): unknown {
  const timed = new Set(metrics.filter(({ group }) => group === 'time').map(({ id }) => id))
  return {
    ...rest,
    variants: variants.map(({ meanDurationMs: _ms, metrics: own, ...variant }) => ({
      ...variant,
      metrics: Object.fromEntries(Object.entries(own).filter(([id]) => !timed.has(id))),
    })),
    comparisons: comparisons.filter(({ metric }) => !timed.has(metric)),
  }
}

/** Gives a machine a profile that asks a server. */
export async function addProfile(
  { client }: Dewpoint,
  id: string,
  baseUrl: string,
  prices = { input: 3, output: 15 },
): Promise<void> {
  const sizes = { windowTokens: 100_000, maxOutputTokens: 4096 }
  const asked = { vendor: 'openai-compatible', model: 'model-1', baseUrl } as const
  await client.profiles.save({ id, name: `Profile ${id}`, ...asked, ...sizes, prices })
}

/** Runs statements on a database, past Dewpoint; gives the rows of the last one. */
export async function onDatabase(
  address: string,
  ...statements: readonly string[]
): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  let rows: readonly unknown[] = []
  for (const statement of statements) ({ rows } = await client.query(statement))
  await client.end()
  return rows
}

/** As if the lease of whoever has sent no heartbeat for a moment had passed. */
export async function passLease(address: string): Promise<void> {
  await onDatabase(
    address,
    `update dewpoint_jobs.job set heartbeat_on = now() - interval '1 minute'`,
    `update dewpoint.members set seen_at = '-infinity' where kind = 'worker'`,
  )
}

/** As if what is being done had been taken over by a machine that ended since. */
export async function takeClaims(address: string): Promise<void> {
  await onDatabase(address, `update dewpoint.claims set owner = 'another', until = now()`)
}

/** A run that a newer Dewpoint has made. */
export async function addRunOfNewer(address: string): Promise<void> {
  await onDatabase(
    address,
    `insert into dewpoint.runs (id, name, build, body) values ('n', 'newer', '99.0.0', '')`,
  )
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** As if whoever ran something had been killed before its end was noted. */
export async function reopenRuns(address: string): Promise<void> {
  await onDatabase(address, `update dewpoint.runs set state = 'open'`)
}

/** How the runs on a database stand. */
export async function runStates(address: string): Promise<readonly string[]> {
  return z
    .array(z.object({ state: z.string() }))
    .parse(await onDatabase(address, 'select state from dewpoint.runs'))
    .map(({ state }) => state)
}
