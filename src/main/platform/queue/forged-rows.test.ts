import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isWholeRun } from '../../kernel/testing/shares.ts'
import { packJson } from '../workers/compression.ts'
import { createSharedClaims } from './claims.ts'
import { createSharedAnswers, getContent, putContents } from './contents.ts'
import { openSharedDatabase, type SharedDatabase } from './database.ts'
import { startJobs, type Jobs } from './jobs.ts'
import { listLiveWorkers, sendHeartbeat } from './members.ts'
import { createSharedSpending, readRunSpending } from './money.ts'
import { openRuns, readRun, readRunState } from './runs.ts'
import { makeTables } from './tables.ts'
import { hasPostgres, startPostgres, type Postgres } from './testing/postgres.ts'
import { requireAddress } from './testing/require-address.ts'

const usage = { input: 1, output: 1, cacheReads: 0, cacheWrites: 0 }

describe.skipIf(!(await hasPostgres()))('rows that somebody else wrote', () => {
  let postgres: Postgres
  let database: SharedDatabase
  let jobs: Jobs
  const said: string[] = []
  const controller = new AbortController()
  beforeAll(async () => {
    postgres = await startPostgres()
    const address = requireAddress(await postgres.database())
    const tell = (sentence: string): void => void said.push(sentence)
    database = await openSharedDatabase({ address, signal: controller.signal, tell })
    await makeTables(database)
    jobs = await startJobs(database)
  }, 60_000)
  beforeEach(() => void (said.length = 0))
  afterAll(async () => {
    controller.abort()
    await jobs.close()
    await database.close()
    await postgres.close()
  })

  it('skips a job that is no unit of cells, and says so', async () => {
    const unit = { queue: 'odd', cells: [{ id: 'd/t@1/1', key: 'k4' }] }
    await jobs.makeQueue('odd')
    await jobs.add('r1', [unit, { queue: 'odd', cells: [{ id: 'd/t@1/2', key: 'k5' }] }])
    await database.run(
      `update dewpoint_jobs.job set data = '{"run": 1}' where name = 'odd' and data->'cells'->0->>'key' = 'k5'`,
    )
    expect(await jobs.take('odd', 5)).toMatchObject([unit])
    expect(said).toEqual([
      expect.stringMatching(/^A row of dewpoint_jobs\.job .+ skipped: .+ \(it is no unit of cells\)\.$/),
    ])
    const left = await database.raw(`select 1 from dewpoint_jobs.job where name = 'odd'`)
    expect(left.rows).toHaveLength(1)
  })

  it('spends nothing where nobody can tell what was spent', async () => {
    const spending = createSharedSpending(database, 'worker lost sum')
    const call = {
      ts: 0,
      profileId: 'p',
      model: 'm',
      runId: null,
      experimentId: 'lost',
      taskId: null,
      worstCaseUsd: 1,
    }
    await database.run(`insert into dewpoint.ledger values ('experiment lost', 'NaN')`)
    await expect(spending.reserve(call, [])).rejects.toThrow('nobody can tell what was spent')
    await database.run(`update dewpoint.ledger set taken_usd = -5 where scope = 'experiment lost'`)
    await expect(spending.reserve(call, [])).rejects.toThrow('nobody can tell what was spent')
  })

  it('add nothing to what a run has spent that no call can cost', async () => {
    await database.run(
      `insert into dewpoint.calls (id, owner, scopes, worst_usd, cost_usd, is_sent, body)
       select gen_random_uuid(), 'nobody', array['experiment sums'], abs(usd), usd, true, '{}'
       from unnest(array['NaN', 'Infinity', -1e9, 0.5]::numeric[]) usd`,
    )
    await database.run(`insert into dewpoint.ledger values ('experiment sums', 'NaN')`)
    expect(await readRunSpending(database, 'sums')).toEqual({ usd: 0.5, perhapsPaid: { calls: 1, usd: 0.5 } })
  })

  // Many bytes go through the server for it.
  it.runIf(isWholeRun)(
    'are too large for any process, and are named',
    async () => {
      const huge = `decode(repeat('61', 300000000), 'hex')`
      await database.run(`insert into dewpoint.runs (id, name, build, body) values ('huge', '', '', ${huge})`)
      expect(await readRun(database, 'huge')).toBeNull()
      expect(said).toEqual([
        'A row of dewpoint.runs in the shared database was skipped: huge (body does not fit: it takes more than 200 MiB, which is the most that is read).',
      ])
      await database.run(`delete from dewpoint.runs where id = 'huge'`)
    },
    60_000,
  )

  it('are read as far as somebody would read their texts', async () => {
    await database.run(
      `insert into dewpoint.runs (id, name, build, reason, body)
       values ('long', repeat('n', 2000000), repeat('b', 2000000), repeat('r', 2000000), '')`,
    )
    await database.run(
      `insert into dewpoint.members (id, kind, build, body)
       values ('long', 'worker', repeat('b', 2000000), jsonb_build_object('queues', repeat('q', 2000000)))`,
    )
    const read = [
      await openRuns(database),
      await readRunState(database, 'long'),
      await listLiveWorkers(database),
    ]
    expect(JSON.stringify(read)).toContain('nnn')
    expect(JSON.stringify(read).length).toBeLessThan(5000)
    for (const table of ['runs', 'members'])
      await database.run(`delete from dewpoint.${table} where id = 'long'`)
  })

  it('give no content that is not what its hash says, and whoever has it puts it back', async () => {
    const content = packJson({ mine: true })
    const { hash } = content
    await putContents(database, [content])
    await database.run(`update dewpoint.contents set bytes = $1 where hash = $2`, [
      Buffer.from(packJson({ forged: true }).bytes),
      hash,
    ])
    expect(await getContent(database, hash)).toBeNull()
    expect(await getContent(database, hash)).toBeNull()
    expect(said).toEqual([
      `A row of dewpoint.contents in the shared database was skipped: ${hash} (its bytes are not what its hash says).`,
    ])
    await putContents(database, [content])
    expect(await getContent(database, hash)).not.toBeNull()
  })

  it('give no answer to another request, and none that cannot be read', async () => {
    const answers = createSharedAnswers(database)
    await answers.put({ requestSha256: 'one', model: 'm', text: 'Yes.', usage, createdTs: 1 })
    await answers.put({ requestSha256: 'two', model: 'm', text: 'No.', usage, createdTs: 1 })
    await database.run(`update dewpoint.answers set body =
      (select body from dewpoint.answers where request_sha256 = 'two') where request_sha256 = 'one'`)
    await database.run(`update dewpoint.answers set body = 'Unknown frame' where request_sha256 = 'two'`)
    expect([await answers.get('one'), await answers.get('two')]).toEqual([null, null])
    expect(said).toEqual([expect.stringContaining('another request'), expect.stringContaining('two')])
  })

  it('hold nothing for ever', async () => {
    await sendHeartbeat(database, { id: 'worker late', kind: 'worker', build: '1' }, { queues: [] })
    await database.run(
      `insert into dewpoint.members (id, kind, build, seen_at) values ('worker eternal', 'worker', '1', 'infinity')`,
    )
    await database.run(`insert into dewpoint.claims values ('cell c', 'worker eternal', 'infinity')`)
    expect(await createSharedClaims(database, 'worker late').take('cell c', 1000)).toBe(true)
    expect((await listLiveWorkers(database)).map(({ id }) => id)).toEqual(['worker late'])
    await database.run('delete from dewpoint.members')
  })

  it('hide no worker', async () => {
    await sendHeartbeat(database, { id: 'worker real', kind: 'worker', build: '1' }, { queues: [] })
    await database.run(
      `insert into dewpoint.members (id, kind, build, body) values ('\u001b[2Jodd', 'worker', '1', '[]')`,
    )
    expect(await listLiveWorkers(database)).toMatchObject([{ id: 'worker real' }])
    expect(said).toEqual([expect.stringContaining('⟨U+001B⟩[2Jodd')])
  })
})
