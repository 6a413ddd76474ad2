import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, type Postgres } from '../../platform/queue/testing/postgres.ts'
import {
  addProfile,
  addRunOfNewer,
  passLease,
  reopenRuns,
  runStates,
  takeClaims,
  until,
} from '../../testing/queue-bench.ts'
import { buildPricedAnswer, startRunBench, talk, type RunBench } from '../../testing/run-bench.ts'
import { startQueueBench, type QueueBench } from '../../testing/start-queue-bench.ts'

describe.skipIf(!(await hasPostgres()))('an experiment on a shared database', () => {
  let queue: QueueBench
  let postgres: Postgres
  let bench: RunBench
  let machines: QueueBench['machines']
  beforeAll(async () => {
    queue = await startQueueBench(3)
    ;({ postgres, bench, machines } = queue)
  })
  afterAll(() => queue.clean())

  const yaml = (body: string): string => queue.yaml(body)
  const runOn: QueueBench['runOn'] = (address, request) => queue.runOn(address, request)
  const startWorkers: QueueBench['startWorkers'] = (address, count) => queue.startWorkers(address, count)
  const variants = `variants:
  - { id: native, provider: native }
  - { id: short, provider: sliding-window }
  - { id: twin, provider: sliding-window }
`

  it('pays for a cell once when two run the same at once, and the second takes what is there', async () => {
    const address = await postgres.database()
    const server = await bench.serve('asked', () => buildPricedAnswer('A summary of what was done so far.'))
    await addProfile(machines[0]!, 'asked', server.url)
    await addProfile(machines[1]!, 'asked', server.url)
    const text = yaml('variants:\n  - { id: one, provider: native, profile: asked }\nrepeats: 2\n')
    const workers = await startWorkers(address, 2)
    const both = await Promise.all([runOn(address, { text }), runOn(address, { text })])
    expect(server.requests.length).toBe(12)
    for (const { detail } of both)
      expect(detail.summary).toMatchObject({ status: 'finished', cells: { total: 12, done: 12 } })
    const paid = both.map(({ detail }) => detail.summary.costUsd)
    expect(paid[0]! + paid[1]!).toBeCloseTo(12 * 0.0045, 9)
    await workers.stop()
  })

  it('never spends more than its budget, however many workers there are', async () => {
    const address = await postgres.database()
    const server = await bench.serve('dear', () => buildPricedAnswer('A summary.'), {
      profile: { prices: { input: 30, output: 150 } },
    })
    for (const dewpoint of machines)
      await addProfile(dewpoint, 'dear', server.url, { input: 30, output: 150 })
    const text = yaml('variants:\n  - { id: one, provider: native, profile: dear }\nrepeats: 3\n')
    const workers = await startWorkers(address, 3)
    const { detail } = await runOn(address, { text, maxCostUsd: 1.5 })
    await workers.stop()
    expect(detail.summary.status).toBe('stopped')
    expect(detail.summary.reason).toContain('for this experiment')
    expect(server.requests.length).toBeGreaterThan(0)
    expect(detail.summary.costUsd).toBeLessThanOrEqual(1.5)
    expect(detail.summary.costUsd).toBeCloseTo(server.requests.length * 0.045, 6)
  })

  it('leaves cells to others whose profile a worker lacks, and those of another version', async () => {
    const address = await postgres.database()
    const server = await bench.serve('held', () => buildPricedAnswer('A summary.'))
    const text = yaml(
      'variants:\n  - { id: one, provider: native, profile: held }\n  - { id: two, provider: native }\n',
    )
    const workers = await startWorkers(address, 1)
    const running = runOn(address, { text })
    await until(() => workers.did.length === 6)
    expect(workers.did.every((id) => id.startsWith('two/'))).toBe(true)
    expect(server.requests).toHaveLength(0)
    expect(workers.said).toEqual([
      'Some cells of “shared” are left to other workers: this machine has no profile held.',
    ])
    await addRunOfNewer(address)
    await until(() => workers.said.length === 2)
    expect(workers.said[1]).toMatch(/^The run “newer” is of Dewpoint 99\.0\.0, and this worker is \d/)
    await addProfile(machines[0]!, 'held', server.url)
    const { detail } = await running
    expect(detail.summary).toMatchObject({ status: 'finished', cells: { done: 12 } })
    await workers.stop()
  })

  it('leaves cells to others where whoever runs them has a key and a worker has none', async () => {
    const address = await postgres.database()
    const keyed = await startRunBench({ environment: { DEWPOINT_KEY_GATE: 'sk-gate-0123456789abcdef' } })
    const server = await keyed.serve('gate', () => buildPricedAnswer('A summary.'))
    await addProfile(machines[0]!, 'gate', server.url)
    const text = (id: string): string =>
      `name: gate\ntasks: [${id}]\ncheckpoints: { at: [0.7] }\nvariants:\n  - { id: one, provider: native, profile: gate }\n`
    const { signal } = new AbortController()
    const workers = await startWorkers(address, 1)
    const team = await keyed.dewpoint.connect({ address, signal, tell: () => undefined })
    const { summary } = await team.start({ text: text(await keyed.open(talk(20))) })
    await until(() => workers.said.length > 0 || server.requests.length > 0)
    expect(server.requests).toHaveLength(0)
    expect(workers.said[0]).toContain('this machine has no key for gate, and whoever runs them has one')
    await keyed.client.experiments.cancel({ experimentId: summary.id })
    await team.close()
    await workers.stop()
    await keyed.clean()
  })

  it('is cancelled also where the database is away', async () => {
    if (postgres.restart === null) return
    const address = await postgres.database()
    const controller = new AbortController()
    const said: string[] = []
    const { signal } = controller
    const team = await bench.dewpoint.connect({ address, signal, tell: (text) => void said.push(text) })
    const { summary } = await team.start({ text: yaml(variants), ignoreCache: true })
    await until(async () => (await runStates(address)).length > 0)
    const { client } = bench
    await postgres.restart(async () => {
      await until(() => said.some((text) => text.includes('cannot be reached')))
      controller.abort()
      await client.experiments.cancel({ experimentId: summary.id })
    })
    await team.close()
    const { summary: ended } = await client.experiments.get({ experimentId: summary.id })
    expect(ended.status).toBe('cancelled')
    expect(said.join(' ')).toContain('could not be told that this run has ended')
  })

  it('lets others pull what was pushed, with its evidence or redacted', async () => {
    const address = await postgres.database()
    const { client } = bench
    const { summary } = await client.experiments.start({ text: yaml(variants) })
    for await (const event of await client.experiments.watch({ experimentId: summary.id })) void event
    const other = machines[0]!
    const options = { address, signal: new AbortController().signal, tell: () => undefined }
    const [mine, theirs] = [await bench.dewpoint.connect(options), await other.connect(options)]
    await mine.push({ experimentId: summary.id, redact: false })
    expect(await theirs.list()).toMatchObject([{ id: summary.id, name: 'shared', localId: null, cells: 18 }])
    const pulled = await theirs.pull(summary.id)
    expect(await theirs.list()).toMatchObject([{ localId: pulled.id }])
    expect(await mine.list()).toMatchObject([{ localId: summary.id }])
    const results = await client.experiments.results({ experimentId: summary.id })
    expect(await other.client.experiments.results({ experimentId: pulled.id })).toEqual(results)
    const { text } = await other.client.experiments.export({
      experimentId: pulled.id,
      format: 'json',
      withResults: true,
    })
    expect(Object.keys(JSON.parse(text).results)).not.toHaveLength(0)
    expect(await other.client.experiments.verify({ text: await theirs.report(summary.id) })).toMatchObject({
      ok: true,
    })
    await mine.push({ experimentId: summary.id, redact: true })
    expect(await theirs.list()).toMatchObject([{ id: summary.id, isRedacted: true }])
    const redacted = await theirs.pull(summary.id)
    const { text: without } = await other.client.experiments.export({
      experimentId: redacted.id,
      format: 'json',
      withResults: true,
    })
    expect(Object.keys(JSON.parse(without).results)).toHaveLength(0)
    expect(await other.client.experiments.results({ experimentId: redacted.id })).toMatchObject({
      cells: results.cells,
    })
    expect(await theirs.list()).toMatchObject([{ localId: expect.any(String) }])
    const again = await queue.runHere({ text: yaml(variants) })
    await mine.push({ experimentId: again.detail.summary.id, redact: false })
    // The same experiment, run once more, is not the one that was pulled.
    expect(await theirs.list()).toMatchObject([
      { id: again.detail.summary.id, localId: null },
      { id: summary.id, localId: expect.any(String) },
    ])
    await expect(theirs.pull('nothing')).rejects.toThrow('The team has no experiment nothing')
    await mine.close()
    await theirs.close()
  })

  it('does what a killed worker had, and asks again only what it had not heard', async () => {
    const address = await postgres.database()
    const { promise: isKilled, resolve: noteKill } = Promise.withResolvers<void>()
    let held = 0
    const server = await bench.serve('slow', () => ({
      ...buildPricedAnswer('A summary.'),
      // The first answers come at once; what is asked then is not answered before the worker is gone.
      between: async () => {
        if (server.requests.length <= 2) return
        held += 1
        await isKilled
      },
    }))
    for (const dewpoint of machines) await addProfile(dewpoint, 'slow', server.url)
    const folder = await mkdtemp(join(tmpdir(), 'dewpoint-killed-'))
    const killed = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../testing/worker-process.ts'), folder],
      {
        env: { ...process.env, DEWPOINT_DATABASE: address, WORKER_PROFILE: server.url },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    const text = yaml('variants:\n  - { id: one, provider: native, profile: slow }\n')
    const running = runOn(address, { text })
    await until(() => held === 2)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    noteKill()
    await passLease(address)
    const workers = await startWorkers(address, 2)
    const { detail } = await running
    await workers.stop()
    await rm(folder, { recursive: true, force: true })
    expect(detail.summary).toMatchObject({ status: 'finished', cells: { total: 6, done: 6, failed: 0 } })
    // Two were answered, two were on their way when it was killed and are asked again, and two were never asked.
    expect(server.requests).toHaveLength(8)
    // Those two may have been paid for: they are booked at their worst case.
    expect(detail.summary.costUsd).toBeGreaterThan(6 * 0.0045)
  })

  it('takes no failure from a worker that others had to take for gone', async () => {
    const address = await postgres.database()
    const { promise: isPassed, resolve: notePassed } = Promise.withResolvers<void>()
    let held = 0
    const server = await bench.serve('asleep', () => {
      if (server.requests.length > 2) return buildPricedAnswer('A summary.')
      const between = async (): Promise<void> => {
        held += 1
        await isPassed
      }
      return { ...buildPricedAnswer(''), between }
    })
    await addProfile(machines[0]!, 'asleep', server.url)
    const workers = await startWorkers(address, 1)
    const running = runOn(address, {
      text: yaml(
        'variants:\n  - { id: one, provider: native, profile: asleep, settings: { keepLast: 2 } }\n',
      ),
    })
    await until(() => held === 2)
    await takeClaims(address)
    notePassed()
    const { detail } = await running
    await workers.stop()
    expect(detail.summary).toMatchObject({ status: 'finished', cells: { total: 6, done: 6, failed: 0 } })
  })

  it('ends a run whose process was killed after its last result', async () => {
    const address = await postgres.database()
    const { client, dewpoint } = bench
    const text = yaml('variants:\n  - { id: one, provider: sliding-window, settings: { fraction: 0.7 } }\n')
    const team = await dewpoint.connect({
      address,
      signal: new AbortController().signal,
      tell: () => undefined,
    })
    const { summary } = await team.start({ text })
    await until(async () => (await runStates(address)).length > 0)
    await client.experiments.cancel({ experimentId: summary.id })
    await team.close()
    await reopenRuns(address)
    await queue.runHere({ text })
    const { detail } = await runOn(address, { text, resume: true })
    expect(detail.summary).toMatchObject({ id: summary.id, status: 'finished', cells: { done: 6 } })
    expect(await runStates(address)).toEqual(['closed'])
  })

  it('goes on after the database was away, and pays for nothing twice', async () => {
    if (postgres.restart === null) return
    const address = await postgres.database()
    const server = await bench.serve('steady', () => buildPricedAnswer('A summary.'))
    for (const dewpoint of machines) await addProfile(dewpoint, 'steady', server.url)
    const text = yaml(
      'variants:\n  - { id: one, provider: native, profile: steady }\n  - { id: two, provider: native, profile: steady, target: 300 }\nrepeats: 2\n',
    )
    const workers = await startWorkers(address, 2)
    const running = runOn(address, { text })
    await until(() => server.requests.length >= 4)
    await postgres.restart()
    const { detail, said } = await running
    await workers.stop()
    expect(detail.summary).toMatchObject({ status: 'finished', cells: { total: 24, done: 24 } })
    expect(new Set(server.requests.map(({ text: asked }) => asked)).size * 2).toBe(server.requests.length)
    expect(detail.summary.costUsd).toBeCloseTo(server.requests.length * 0.0045, 6)
    expect([...said, ...workers.said].join(' ')).toContain('cannot be reached')
  })
})
