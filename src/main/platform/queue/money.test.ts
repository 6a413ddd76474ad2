import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSharedDatabase, type SharedDatabase } from './database.ts'
import { sendHeartbeat } from './members.ts'
import { createSharedSpending, readRunSpending } from './money.ts'
import { makeTables } from './tables.ts'
import { hasPostgres, startPostgres, type Postgres } from './testing/postgres.ts'
import { requireAddress } from './testing/require-address.ts'

const usage = { input: 1, output: 1, cacheReads: 0, cacheWrites: 0 }

describe.skipIf(!(await hasPostgres()))('money on a shared database', () => {
  let postgres: Postgres
  let database: SharedDatabase
  const controller = new AbortController()
  beforeAll(async () => {
    postgres = await startPostgres()
    // Functions of `dewpoint` come before those of the server.
    const address = requireAddress(
      `${await postgres.database()}?options=-c%20search_path%3Ddewpoint,pg_catalog`,
    )
    database = await openSharedDatabase({ address, signal: controller.signal, tell: () => undefined })
    await makeTables(database)
    // The server started a moment ago, which counts for everybody.
    await database.raw(`create function dewpoint.pg_postmaster_start_time() returns timestamptz
      language sql as $$ select '-infinity'::timestamptz $$`)
  }, 60_000)
  afterAll(async () => {
    controller.abort()
    await database.close()
    await postgres.close()
  })

  it('says which calls of machines that are gone are perhaps paid, until one comes back and knows', async () => {
    const [lost, other] = ['lost', 'other'].map((id) => createSharedSpending(database, id))
    const call = {
      ts: 0,
      profileId: 'p',
      model: 'm',
      runId: null,
      taskId: null,
      experimentId: 'doubt',
      worstCaseUsd: 0.6,
    }
    await sendHeartbeat(database, { id: 'lost', kind: 'worker', build: '1' })
    const before = (await other!.since(0)).perhapsPaid
    const [sent, unsent] = [await lost!.reserve(call, []), await lost!.reserve(call, [])]
    if (!sent.ok || !unsent.ok) throw new Error('There is no limit.')
    await lost!.markSent(sent.callId)
    expect((await readRunSpending(database, 'doubt')).perhapsPaid).toEqual({ calls: 0, usd: 0 })
    await database.run(`update dewpoint.members set seen_at = '-infinity' where id = 'lost'`)
    await other!.reserve({ ...call, experimentId: 'else' }, [])
    expect((await readRunSpending(database, 'doubt')).perhapsPaid).toEqual({ calls: 1, usd: 0.6 })
    expect((await other!.since(0)).perhapsPaid.calls).toBe(before.calls + 1)
    await lost!.settle(sent.callId, 0.1, usage)
    expect((await readRunSpending(database, 'doubt')).perhapsPaid).toEqual({ calls: 0, usd: 0 })
    expect((await readRunSpending(database, 'doubt')).usd).toBeCloseTo(0.1, 9)
  })
})
