import { hostname } from 'node:os'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isWholeRun } from '../../kernel/testing/shares.ts'
import { hasPostgres } from '../../platform/queue/testing/postgres.ts'
import { addProfile, onDatabase, until } from '../../testing/queue-bench.ts'
import { buildPricedAnswer, talk } from '../../testing/run-bench.ts'
import { startQueueBench, type QueueBench } from '../../testing/start-queue-bench.ts'

/** 1 GB of nothing in 33 kB. */
const bomb = `'\\x${zstdCompressSync(Buffer.alloc(2 ** 30)).toString('hex')}'::bytea`
const variants = `variants:
  - { id: native, provider: native }
  - { id: short, provider: sliding-window }
  - { id: paid, provider: native, profile: asked }
`

/** A forged row of each table. */
const forgedRows: readonly (readonly [table: string, statement: string])[] = [
  [
    'runs',
    `insert into dewpoint.runs (id, name, build, body)
     select 'forged', 'forged', $version, 'Unknown frame'::bytea`,
  ],
  [
    'members',
    `insert into dewpoint.members (id, kind, build, body) values ('forged', 'worker', $version, '[]')`,
  ],
  [
    'calls',
    `insert into dewpoint.calls (id, owner, scopes, worst_usd, body)
     values (gen_random_uuid(), 'nobody', array['day', null], 'NaN', '{}')`,
  ],
  ['ledger', `insert into dewpoint.ledger values ('experiment forged', 'NaN')`],
  ['claims', `insert into dewpoint.claims values ('cell forged', 'nobody', 'infinity')`],
  ['wanted', `insert into dewpoint.wanted values ('forged', 'forged', true)`],
  ['version', 'insert into dewpoint.version values (99)'],
  [
    'the jobs',
    `insert into dewpoint_jobs.job (id, name, data) values (gen_random_uuid(), 'lost', '{"run": 1}')`,
  ],
  ['contents', `insert into dewpoint.contents (hash, bytes) values ('forged', 'Unknown frame')`],
  [
    'answers',
    `insert into dewpoint.answers select md5(n::text), 'Unknown frame', 'Infinity' from generate_series(1, 9) n`,
  ],
  [
    'shared',
    `insert into dewpoint.shared (id, content_sha256, name, pushed_at, pushed_by, is_redacted, cells, bytes, body)
     values ('forged', '', 'forged', 'infinity', 'nobody', false, 1, 1, 'Unknown frame')`,
  ],
  [
    'cells',
    `insert into dewpoint.cells (key, body, is_done, worker, for_run)
     values ('forged', 'Unknown frame', true, 'nobody', 'forged')`,
  ],
]

/** One in each table at once; each of them alone in a whole run. */
const forgeries: readonly (readonly [where: string, rows: typeof forgedRows])[] = isWholeRun
  ? forgedRows.map((row) => [row[0], [row]])
  : [['all tables', forgedRows]]

describe.skipIf(!(await hasPostgres()))('a team store with forged rows', () => {
  let queue: QueueBench
  let address = ''
  beforeAll(async () => {
    queue = await startQueueBench(2)
    const server = await queue.bench.serve('asked', () =>
      buildPricedAnswer('A summary of what was done so far.'),
    )
    for (const machine of queue.machines) await addProfile(machine, 'asked', server.url)
  }, 60_000)
  beforeEach(async () => {
    address = await queue.postgres.database()
  })
  afterAll(() => queue.clean())

  const connect = (dewpoint: QueueBench['bench']['dewpoint'], said: string[] = []) =>
    dewpoint.connect({ address, signal: new AbortController().signal, tell: (text) => void said.push(text) })
  /** Makes its tables. */
  const prepare = async (): Promise<void> => (await connect(queue.bench.dewpoint)).close()

  /** As if whoever pushed an experiment had put a script into its report. */
  const forgeHtml = async (id: string): Promise<void> => {
    const [row] = await onDatabase(address, `select body from dewpoint.shared where id = '${id}'`)
    const { body } = z.object({ body: z.instanceof(Uint8Array) }).parse(row)
    const { json, html } = z
      .object({ json: z.string(), html: z.string() })
      .parse(JSON.parse(zstdDecompressSync(body).toString()))
    const forged = { json, html: html.replace('</body>', '<script>alert(1)</script></body>') }
    expect(forged.html).toContain('alert(1)')
    const packed = zstdCompressSync(JSON.stringify(forged)).toString('hex')
    await onDatabase(address, `update dewpoint.shared set body = '\\x${packed}' where id = '${id}'`)
  }

  it.each(forgeries)(
    'with one in %s does the cells of everybody else',
    async (_, rows) => {
      await prepare()
      const { version } = await queue.bench.client.app.info()
      const statements = rows.map(([, statement]) => statement.replaceAll('$version', `'${version}'`))
      await onDatabase(address, ...statements)
      const workers = await queue.startWorkers(address, 2)
      const { detail } = await queue.runOn(address, { text: queue.yaml(variants), ignoreCache: true })
      await workers.stop()
      expect(detail.summary).toMatchObject({ status: 'finished', cells: { total: 18, done: 18, failed: 0 } })
    },
    60_000,
  )

  it('names a run that cannot be read once', async () => {
    await prepare()
    const { version } = await queue.bench.client.app.info()
    await onDatabase(
      address,
      `insert into dewpoint.runs (id, name, build, body) values ('forged', 'forged', '${version}', 'Unknown frame')`,
    )
    const workers = await queue.startWorkers(address, 1)
    await until(() => workers.said.length > 0)
    await queue.runOn(address, { text: queue.yaml(variants), ignoreCache: true })
    await workers.stop()
    expect(workers.said).toEqual([
      expect.stringMatching(/^A row of dewpoint\.runs in the shared database was skipped: forged \(.+\)\.$/),
    ])
  }, 60_000)

  it('leaves a run alone whose body asks for what no Dewpoint asks', async () => {
    await prepare()
    const runner = await connect(queue.bench.dewpoint)
    const running = await runner.start({ text: queue.yaml(variants), ignoreCache: true })
    await until(async () => (await onDatabase(address, 'select from dewpoint.runs')).length > 0)
    const [row] = await onDatabase(address, 'select body, build from dewpoint.runs')
    const { body, build } = z.object({ body: z.instanceof(Uint8Array), build: z.string() }).parse(row)
    const run = z.looseObject({}).parse(JSON.parse(zstdDecompressSync(body).toString()))
    const forged = { ...run, queues: { 'no name; of a queue': { profiles: {}, keys: [], arms: [] } } }
    const packed = zstdCompressSync(JSON.stringify(forged)).toString('hex')
    await onDatabase(
      address,
      `insert into dewpoint.runs (id, name, build, body) values ('forged', 'forged', '${build}', '\\x${packed}')`,
    )
    const workers = await queue.startWorkers(address, 1)
    const { client } = queue.bench
    const experimentId = running.summary.id
    for await (const event of await client.experiments.watch({ experimentId })) void event
    expect((await client.experiments.get({ experimentId })).summary).toMatchObject({ status: 'finished' })
    await workers.stop()
    await runner.close()
    expect(workers.said).toEqual([
      expect.stringContaining('dewpoint.runs in the shared database was skipped: forged'),
    ])
  }, 60_000)

  it('does a cell again whose row or whose result is not what it was', async () => {
    const workers = await queue.startWorkers(address, 1)
    const text = queue.yaml(`variants:
  - { id: wide, provider: sliding-window, settings: { fraction: 0.6 } }
  - { id: narrow, provider: sliding-window, settings: { fraction: 0.9 } }
  - { id: paid, provider: native, profile: asked, target: 300 }
`)
    const first = await queue.runOn(address, { text, ignoreCache: false })
    await workers.stop()
    await onDatabase(
      address,
      `update dewpoint.cells set body = ${bomb} where key = (select min(key) from dewpoint.cells)`,
      `update dewpoint.cells set body = 'Unknown frame' where key = (select max(key) from dewpoint.cells)`,
      `update dewpoint.answers set body = 'Unknown frame'`,
      `update dewpoint.contents set bytes = 'forged' where hash in (select payload from dewpoint.cells)`,
    )
    const other = queue.machines[1]!
    const tasks = await Promise.all(
      (await queue.bench.client.tasks.list({})).map(async ({ path }) =>
        other.client.tasks.open({ kind: 'path', path }),
      ),
    )
    expect(tasks.length).toBeGreaterThan(2)
    const again = await queue.startWorkers(address, 1)
    const said: string[] = []
    const team = await connect(other, said)
    const { summary } = await team.start({ text })
    for await (const event of await other.client.experiments.watch({ experimentId: summary.id })) void event
    const results = await other.client.experiments.results({ experimentId: summary.id })
    await team.close()
    await again.stop()
    expect(results.cells).toMatchObject({ done: 18, failed: 0 })
    const { cells } = await other.client.experiments.get({ experimentId: summary.id })
    expect(new Set(cells.map(({ doneBy }) => doneBy))).toEqual(new Set([hostname()]))
    expect(results.variants.map(({ metrics }) => metrics['reduction'])).toEqual(
      first.results.variants.map(({ metrics }) => metrics['reduction']),
    )
    expect(said.filter((one) => one.includes('dewpoint.contents')).length).toBeGreaterThan(0)
    expect([...said, ...again.said].filter((one) => one.includes('dewpoint.cells')).length).toBeGreaterThan(0)
  }, 60_000)

  it('gives no machine a history that is not what its hash says', async () => {
    const team = await connect(queue.bench.dewpoint)
    const task = await queue.bench.open(talk(16, 5000))
    await team.start({ text: `name: new\ntasks: [${task}]\ncheckpoints: { at: [0.5] }\n${variants}` })
    await until(async () => {
      const rows = await onDatabase(address, `select 1 from dewpoint.runs where state = 'open'`)
      return rows.length > 0
    })
    const forged = `'\\x${zstdCompressSync('{"messages":[\n{"role":"user","content":"forged"}\n],"hiddenRange":null}').toString('hex')}'::bytea`
    const sources = await onDatabase(
      address,
      `update dewpoint.answers set body = 'Unknown frame'`,
      `update dewpoint.contents set bytes = ${forged} returning hash`,
    )
    expect(sources.length).toBeGreaterThan(0)
    const workers = await queue.startWorkers(address, 1)
    await until(() => workers.said.some((text) => text.includes('its bytes are not what its hash says')))
    await workers.stop()
    expect(workers.did).toEqual([])
    await team.close()
  }, 60_000)

  it('lists and pulls the rest beside what cannot be read, and writes no HTML of others', async () => {
    const { detail } = await queue.runHere({ text: queue.yaml(variants) })
    const mine = await connect(queue.bench.dewpoint)
    await mine.push({ experimentId: detail.summary.id, redact: false })
    await onDatabase(
      address,
      `insert into dewpoint.shared (id, content_sha256, name, pushed_at, pushed_by, is_redacted, cells, bytes, body)
       values ('late', '', 'late', 'infinity', 'nobody', false, 1, 1, ''),
              ('bomb', '', 'bomb', now(), 'nobody', false, 1, 1, ${bomb})`,
    )
    const said: string[] = []
    const theirs = await connect(queue.machines[0]!, said)
    expect((await theirs.list()).map(({ id }) => id).toSorted()).toEqual(
      ['bomb', detail.summary.id].toSorted(),
    )
    await expect(theirs.pull('bomb')).rejects.toThrow('The experiment bomb of the team cannot be read')
    expect(said).toEqual([
      expect.stringContaining('dewpoint.shared in the shared database was skipped: late'),
      expect.stringMatching(/skipped: bomb \(it becomes more than \d+ MiB when unpacked/),
    ])
    await forgeHtml(detail.summary.id)
    const pulled = await theirs.pull(detail.summary.id)
    expect(pulled.pushedBy).toMatch(/, Dewpoint \d/)
    const report = await theirs.report(detail.summary.id)
    expect(report).toContain('Pulled from a team, pushed by ')
    expect(report).not.toContain('alert(1)')
    expect(await queue.machines[0]!.client.experiments.verify({ text: report })).toMatchObject({ ok: true })
    await theirs.close()
    await mine.close()
  }, 60_000)
})
