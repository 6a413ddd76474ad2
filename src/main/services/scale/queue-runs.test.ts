import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExperimentResults } from '../../../shared/domain/experiment-results.ts'
import { answerOf, startRunBench, talk, type RunBench } from '../../api/testing/run-bench.ts'
import { startDewpoint } from '../../api/testing/start-dewpoint.ts'
import type { Dewpoint } from '../../compose.ts'
import { hasPostgres, startPostgres, type Postgres } from '../../queue/testing/postgres.ts'

/** Everything but how long it took, and what was there before. */
function untimed({ variants, comparisons, metrics, cells: _cells, ...rest }: ExperimentResults): unknown {
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

describe.skipIf(!(await hasPostgres()))('an experiment on a shared database', () => {
  let postgres: Postgres
  let bench: RunBench
  let machines: { readonly dewpoint: Dewpoint; readonly folder: string }[]
  let tasks: string[]
  beforeAll(async () => {
    postgres = await startPostgres()
    bench = await startRunBench()
    machines = await Promise.all(
      [1, 2, 3].map(async () => {
        const folder = await mkdtemp(join(tmpdir(), 'dewpoint-worker-'))
        return { folder, dewpoint: await startDewpoint(folder) }
      }),
    )
    tasks = []
    for (const [index, count] of [14, 18, 22].entries())
      tasks.push(await bench.open(talk(count, index * 100)))
  }, 60_000)
  afterAll(async () => {
    await bench.clean()
    for (const { dewpoint, folder } of machines) {
      await dewpoint.close()
      await rm(folder, { recursive: true, force: true })
    }
    await postgres.close()
  })

  const yaml = (body: string): string =>
    `name: shared\ntasks: ${JSON.stringify(tasks)}\ncheckpoints: { at: [0.5, 0.7] }\n${body}`
  const variants = `variants:
  - { id: native, provider: native }
  - { id: short, provider: sliding-window }
  - { id: twin, provider: sliding-window }
`

  /** Starts workers on a database; `stop` waits until they have ended. */
  async function startWorkers(address: string, count: number) {
    const controller = new AbortController()
    const said: string[] = []
    const did: string[] = []
    const { signal } = controller
    const working = machines.slice(0, count).map(async ({ dewpoint }) => {
      const team = await dewpoint.connect({ address, signal, tell: (text) => void said.push(text) })
      const options = { signal, concurrency: 2, untilIdle: false, onCell: (id: string) => void did.push(id) }
      return team.work(options).finally(team.close)
    })
    return {
      said,
      did,
      stop: async () => {
        controller.abort()
        return Promise.all(working)
      },
    }
  }

  async function runOn(
    address: string,
    request: { text: string; maxCostUsd?: number; ignoreCache?: boolean },
  ) {
    const said: string[] = []
    const { signal } = new AbortController()
    const team = await bench.dewpoint.connect({ address, signal, tell: (text) => void said.push(text) })
    const { summary } = await team.start(request)
    const experimentId = summary.id
    for await (const event of await bench.client.experiments.watch({ experimentId })) void event
    await team.close()
    const detail = await bench.client.experiments.get({ experimentId })
    const results = await bench.client.experiments.results({ experimentId })
    return { said, detail, results }
  }

  async function runHere(text: string) {
    const { summary } = await bench.client.experiments.start({ text, ignoreCache: true })
    const experimentId = summary.id
    for await (const event of await bench.client.experiments.watch({ experimentId })) void event
    return bench.client.experiments.results({ experimentId })
  }

  it('comes to the same figures with three workers as in one process', async () => {
    const address = await postgres.database()
    const workers = await startWorkers(address, 3)
    const shared = await runOn(address, { text: yaml(variants), ignoreCache: true })
    const did = await workers.stop()
    expect(shared.detail.summary).toMatchObject({
      status: 'finished',
      cells: { total: 18, done: 18, reused: 6 },
    })
    expect(did.reduce((sum, count) => sum + count, 0)).toBe(12)
    const alone = await runHere(yaml(variants))
    expect(untimed(shared.results)).toEqual(untimed(alone))
    const cellId = shared.detail.cells[0]?.id ?? ''
    const at = { experimentId: shared.detail.summary.id, cellId }
    expect(await bench.client.experiments.cell(at)).toMatchObject({ missing: '' })
    expect(workers.said).toEqual([])
  }, 60_000)

  it('pays for a cell once when two run the same at once, and the second takes what is there', async () => {
    const address = await postgres.database()
    const server = await bench.serve('asked', () => answerOf('A summary of what was done so far.'))
    await addProfile(machines[0]!.dewpoint, 'asked', server.url)
    await addProfile(machines[1]!.dewpoint, 'asked', server.url)
    const text = yaml('variants:\n  - { id: one, provider: native, profile: asked }\nrepeats: 2\n')
    const workers = await startWorkers(address, 2)
    const both = await Promise.all([runOn(address, { text }), runOn(address, { text })])
    expect(server.requests.length).toBe(12)
    for (const { detail } of both)
      expect(detail.summary).toMatchObject({ status: 'finished', cells: { total: 12, done: 12 } })
    const paid = both.map(({ detail }) => detail.summary.costUsd)
    expect(paid[0]! + paid[1]!).toBeCloseTo(12 * 0.0045, 9)
    await workers.stop()
  }, 60_000)

  it('never spends more than its budget, however many workers there are', async () => {
    const address = await postgres.database()
    const server = await bench.serve('dear', () => answerOf('A summary.'), {
      profile: { prices: { input: 30, output: 150 } },
    })
    for (const { dewpoint } of machines)
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
  }, 60_000)

  it('leaves cells to others whose profile a worker lacks, and those of another version', async () => {
    const address = await postgres.database()
    const server = await bench.serve('held', () => answerOf('A summary.'))
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
    await addProfile(machines[0]!.dewpoint, 'held', server.url)
    const { detail } = await running
    expect(detail.summary).toMatchObject({ status: 'finished', cells: { done: 12 } })
    await workers.stop()
  }, 60_000)
})

async function addProfile(
  { client }: Dewpoint,
  id: string,
  baseUrl: string,
  prices = { input: 3, output: 15 },
): Promise<void> {
  const sizes = { windowTokens: 100_000, maxOutputTokens: 4096 }
  const asked = { vendor: 'openai-compatible', model: 'model-1', baseUrl } as const
  await client.profiles.save({ id, name: `Profile ${id}`, ...asked, ...sizes, prices })
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20))
}
