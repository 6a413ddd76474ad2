import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseAddress } from './address.ts'
import { createSharedClaims, hasClaim } from './claims.ts'
import { createSharedAnswers } from './contents.ts'
import { readDatabaseClock, openSharedDatabase, type SharedDatabase } from './database.ts'
import { startJobs, type Jobs } from './jobs.ts'
import { sendHeartbeat, leave, listLiveWorkers } from './members.ts'
import { createSharedSpending, readRunSpending } from './money.ts'
import { makeTables } from './tables.ts'
import { hasPostgres, startPostgres, type Postgres } from './testing/postgres.ts'
import { startProxy } from './testing/proxy.ts'
import { requireAddress } from './testing/require-address.ts'

const usage = { input: 1, output: 1, cacheReads: 0, cacheWrites: 0 }

describe.skipIf(!(await hasPostgres()))('a shared database', () => {
  let postgres: Postgres
  let database: SharedDatabase
  let jobs: Jobs
  let address: DatabaseAddress
  const said: string[] = []
  const controller = new AbortController()
  beforeAll(async () => {
    postgres = await startPostgres()
    // Functions of `dewpoint` come before those of the server, see `longAgo`.
    address = requireAddress(`${await postgres.database()}?options=-c%20search_path%3Ddewpoint,pg_catalog`)
    const tell = (sentence: string): void => void said.push(sentence)
    database = await openSharedDatabase({ address, signal: controller.signal, tell })
    await makeTables(database)
    jobs = await startJobs(database)
  })
  afterAll(async () => {
    controller.abort()
    await jobs.close()
    await database.close()
    await postgres.close()
  })

  const member = (id: string) => ({ id, kind: 'worker' as const, build: '1' })
  /** As if nothing had been heard of a member for longer than its lease. */
  const silence = (id: string) =>
    database.run(`update dewpoint.members set seen_at = '-infinity' where id = $1`, [id])
  /** The server may have started a moment ago, which counts for everybody. */
  const longAgo = async (): Promise<void> => {
    await database.raw(`create or replace function dewpoint.pg_postmaster_start_time() returns timestamptz
      language sql as $$ select '-infinity'::timestamptz $$`)
  }

  it('makes its tables once, whoever comes first', async () => {
    await Promise.all([makeTables(database), makeTables(database), makeTables(database)])
    await database.run('update dewpoint.version set version = 99')
    await expect(makeTables(database)).rejects.toThrow('a newer Dewpoint has made its tables (version 99')
    await database.run('update dewpoint.version set version = 2')
  })

  it('gives a unit to one machine, and adds the same one once', async () => {
    const unit = { queue: 'q', cells: [{ id: 'a/t@1/1', key: 'k1' }] }
    await jobs.makeQueue('q')
    await Promise.all([jobs.add('r1', [unit]), jobs.add('r2', [unit])])
    const taken = (await Promise.all([jobs.take('q', 5), jobs.take('q', 5)])).flat()
    expect(taken).toHaveLength(1)
    await jobs.add('r2', [unit])
    expect(await jobs.take('q', 5)).toEqual([])
    await database.transaction((session) => jobs.end(taken[0]!, session))
    await jobs.add('r2', [unit])
    const [again] = await jobs.take('q', 5)
    expect(again).toMatchObject({ runId: 'r2', cells: unit.cells })
    await jobs.giveBack(again!, 'too busy')
    expect(await jobs.take('q', 5)).toMatchObject([{ attempt: 1 }])
  })

  it('gives a unit back whose machine sends no heartbeat, and to nobody after four', async () => {
    const unit = { queue: 'lease', cells: [{ id: 'b/t@1/1', key: 'k2' }] }
    await jobs.makeQueue('lease')
    await jobs.add('r1', [unit])
    for (const attempt of [0, 1, 2, 3]) {
      const [taken] = await jobs.take('lease', 1)
      expect(taken).toMatchObject({ attempt })
      if (attempt > 0) {
        await jobs.giveBack(taken!, 'too large')
        continue
      }
      await database.run(
        `update dewpoint_jobs.job set heartbeat_on = now() - interval '1 minute' where name = 'lease'`,
      )
      await database.run(`update dewpoint_jobs.queue set monitor_on = null`)
      await jobs.lookForLost()
    }
    expect(await jobs.take('lease', 1)).toEqual([])
    expect(await jobs.takeLost()).toMatchObject([unit])
    await jobs.add('r1', [unit])
    expect(await jobs.take('lease', 1)).toHaveLength(1)
  })

  it('counts no try of a unit whose machine was stopped', async () => {
    const unit = { queue: 'stopped', cells: [{ id: 'c/t@1/1', key: 'k3' }] }
    await jobs.makeQueue('stopped')
    await jobs.add('r1', [unit])
    const [first] = await jobs.take('stopped', 1)
    await jobs.giveBack(first!, 'too large')
    for (const _ of Array.from({ length: 5 })) {
      const [taken] = await jobs.take('stopped', 1)
      expect(taken).toMatchObject({ ...unit, runId: 'r1', triesLeft: 2 })
      await jobs.putBack(taken!)
    }
    for (const triesLeft of [2, 1, 0]) {
      const [taken] = await jobs.take('stopped', 1)
      expect(taken).toMatchObject({ triesLeft })
      await jobs.giveBack(taken!, 'too large')
    }
    expect(await jobs.take('stopped', 1)).toEqual([])
    expect(await jobs.takeLost()).toMatchObject([unit])
  })

  it('tells the age of answers by its own clock', async () => {
    const answers = createSharedAnswers(database)
    const answer = { requestSha256: 'r', model: 'm', text: 'Yes.', usage, createdTs: 1 }
    const before = await readDatabaseClock(database)
    await answers.put(answer)
    const kept = await answers.get('r')
    expect(kept).toMatchObject({ text: 'Yes.' })
    expect(kept?.createdTs).toBeGreaterThanOrEqual(before)
  })

  it('is used by whoever owns its schemas and may make none', async () => {
    if (postgres.restart === null) return
    const own = requireAddress(await postgres.database())
    const options = { signal: controller.signal, tell: () => undefined }
    const owner = await openSharedDatabase({ ...options, address: own })
    await makeTables(owner)
    const role = `member_${process.pid}`
    await owner.raw(`create role ${role} login`)
    await owner.raw(`alter schema dewpoint owner to ${role}`)
    await owner.raw(`create schema dewpoint_jobs authorization ${role}`)
    await owner.raw(`grant all on all tables in schema dewpoint to ${role}`)
    const address = requireAddress(own.connectionString.replace(/\/\/[^@]*@/, `//${role}@`))
    const limited = await openSharedDatabase({ ...options, address })
    await expect(makeTables(limited)).resolves.toBeUndefined()
    await (await startJobs(limited)).close()
    await limited.close()
    await owner.raw(`drop schema dewpoint, dewpoint_jobs cascade`)
    await owner.raw(`drop role ${role}`)
    await owner.close()
  })

  it('lets one have a claim at a time, and takes it from who is gone', async () => {
    await longAgo()
    await sendHeartbeat(database, member('one'))
    await sendHeartbeat(database, member('two'))
    const [one, two] = [createSharedClaims(database, 'one'), createSharedClaims(database, 'two')]
    expect(await one.take('cell k', 60_000)).toBe(true)
    expect(await one.take('cell k', 60_000)).toBe(true)
    expect(await two.take('cell k', 60_000)).toBe(false)
    await silence('one')
    expect(await two.take('cell k', 60_000)).toBe(true)
    expect(await database.transaction((session) => hasClaim(session, 'cell k', 'one'))).toBe(false)
    expect(await database.transaction((session) => hasClaim(session, 'cell k', 'two'))).toBe(true)
    await leave(database, 'two')
    expect(await one.take('cell k', 60_000)).toBe(true)
    expect((await listLiveWorkers(database)).map(({ id }) => id)).toEqual([])
  })

  it('never reserves more than a limit, however many ask at once', async () => {
    for (const id of ['m1', 'm2', 'm3', 'm4']) await sendHeartbeat(database, member(id))
    const spenders = ['m1', 'm2', 'm3', 'm4'].map((id) => createSharedSpending(database, id))
    const call = {
      ts: 0,
      profileId: 'p',
      model: 'm',
      runId: null,
      taskId: null,
      experimentId: 'money',
      worstCaseUsd: 0.1,
    }
    const limits = [
      { name: 'experiment', limitUsd: 1, experimentId: 'money' },
      { name: 'day', limitUsd: 5, sinceTs: 0 },
    ]
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, index) => spenders[index % 4]!.reserve(call, limits)),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(10)
    expect(all.find(({ ok }) => !ok)).toMatchObject({ limit: { name: 'experiment' } })
    expect((await readRunSpending(database, 'money')).usd).toBeCloseTo(1, 9)
    const mine = all.flatMap((one, index) => (one.ok && index % 4 === 0 ? [one.callId] : []))
    for (const callId of mine) {
      await spenders[0]!.markSent(callId)
      await spenders[0]!.settle(callId, 0.02, usage)
      await spenders[0]!.settle(callId, 0.02, usage)
    }
    expect((await readRunSpending(database, 'money')).usd).toBeCloseTo(1 - 0.08 * mine.length, 9)
    const tight = [{ name: 'day', limitUsd: 1.04, sinceTs: 0 }]
    expect(await spenders[1]!.reserve({ ...call, experimentId: 'other' }, tight)).toMatchObject({
      ok: mine.length >= 1,
    })
  })

  it('reserves anew for a machine that slept, and only where there is room', async () => {
    await longAgo()
    const asleep = createSharedSpending(database, 'asleep')
    const call = {
      ts: 0,
      profileId: 'p',
      model: 'm',
      runId: null,
      taskId: null,
      experimentId: 'slept',
      worstCaseUsd: 0.6,
    }
    const limits = [{ name: 'experiment', limitUsd: 1, experimentId: 'slept' }]
    const reserve = async (spending: typeof asleep): Promise<number> => {
      const done = await spending.reserve(call, limits)
      if (!done.ok) throw new Error('There is no room.')
      return done.callId
    }
    await sendHeartbeat(database, member('asleep'))
    const first = await reserve(asleep)
    await silence('asleep')
    await sendHeartbeat(database, member('awake'))
    const awake = createSharedSpending(database, 'awake')
    const other = await reserve(awake)
    await sendHeartbeat(database, member('asleep'))
    expect(await asleep.markSent(first)).toMatchObject({
      ok: false,
      limit: { name: 'experiment' },
      takenUsd: 0.6,
    })
    expect(await asleep.markSent(first)).toMatchObject({ ok: false })
    await awake.settle(other, 0.1, usage)
    const second = await reserve(asleep)
    await silence('asleep')
    await awake.settle(await reserve(awake), 0.2, usage)
    await sendHeartbeat(database, member('asleep'))
    expect(await asleep.markSent(second)).toBeNull()
    expect((await readRunSpending(database, 'slept')).usd).toBeCloseTo(0.1 + 0.2 + 0.6, 9)
    await asleep.settle(second, 0.05, usage)
    expect((await readRunSpending(database, 'slept')).usd).toBeCloseTo(0.1 + 0.2 + 0.05, 9)
  })

  it('says what is wrong with an address, without repeating it', async () => {
    const wrong = requireAddress(address.connectionString.replace(/\/[^/]+$/, '/nowhere'))
    const options = { signal: controller.signal, tell: () => undefined, patienceMs: 10 }
    await expect(openSharedDatabase({ ...options, address: wrong })).rejects.toMatchObject({
      where: wrong.shown,
      hint: 'There is no database of this name: create it first.',
    })
    const secret = requireAddress('postgres://me:s3cr%40t@127.0.0.1:9/x')
    const failure = await openSharedDatabase({ ...options, address: secret }).catch((error: unknown) => error)
    expect(String(failure)).not.toMatch(/s3cr|me:/)
    expect(secret.shown).toBe('postgres://127.0.0.1:9/x')
  })

  it('says what can be done about one that takes no changes', async () => {
    const own = requireAddress(await postgres.database())
    const options = { signal: controller.signal, tell: () => undefined, address: own }
    const owner = await openSharedDatabase(options)
    await owner.raw(
      `alter database ${own.connectionString.replace(/^.*\//, '')} set default_transaction_read_only = on`,
    )
    await owner.close()
    const limited = await openSharedDatabase(options)
    const failure = await makeTables(limited).catch((error: unknown) => error)
    await limited.close()
    expect(failure).toMatchObject({ hint: expect.stringContaining('It takes no changes') })
  })

  it('gives a connection up that falls silent, and asks on another one', async () => {
    const own = new URL(await postgres.database())
    const proxy = await startProxy(Number(own.port))
    own.port = String(proxy.port)
    const heard: string[] = []
    const tell = (sentence: string): void => void heard.push(sentence)
    const options = { signal: controller.signal, tell, silenceMs: 200 }
    const silent = await openSharedDatabase({ ...options, address: requireAddress(own.href) })
    proxy.fallSilent()
    expect(await silent.run('select 1')).toBe(1)
    proxy.fallSilent()
    expect(await silent.transaction(({ run }) => run('select 1'))).toBe(1)
    expect(heard.join(' ')).toContain('(query read timeout). Trying again.')
    await silent.close()
    await proxy.close()
  })

  it('waits for a database that goes away, and does what it was asked for then', async () => {
    if (postgres.restart === null) return
    said.length = 0
    let answered: Promise<unknown> = Promise.resolve()
    await postgres.restart(async () => {
      answered = database.run(`insert into dewpoint.ledger values ('after', 1) on conflict do nothing`)
      await expect.poll(() => said).toHaveLength(1)
    })
    await answered
    expect(await database.run(`select 1 from dewpoint.ledger where scope = 'after'`)).toBe(1)
    expect(said).toEqual([
      expect.stringMatching(/^The database postgres:\/\/127.0.0.1:\d+\/\w+ cannot be reached/),
      expect.stringMatching(/answers again\.$/),
    ])
  })
})
