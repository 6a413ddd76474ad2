import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '../../../shared/experiments/experiment-types.ts'
import type { ModelServer } from '../../platform/llm/testing/model-server.ts'
import { hasPostgres } from '../../platform/queue/testing/postgres.ts'
import { answerToAll } from '../../testing/answer-to-all.ts'
import { addProfile, until, untimed } from '../../testing/queue-bench.ts'
import { buildPricedAnswer } from '../../testing/run-bench.ts'
import { startQueueBench, type QueueBench } from '../../testing/start-queue-bench.ts'

const judged = (variants: string, judge: string): string =>
  `variants:\n${variants}baseline: base\nmetrics: [compression, probes, judge]\njudge: { profile: ${judge}, probes: 4 }\n`
const base = '  - { id: base, provider: sliding-window }\n'
const native = '  - { id: native, provider: native }\n'
const half = '  - { id: half, provider: sliding-window, settings: { fraction: 0.8 } }\n'

/** All that cells say but when and where they were done, and how long that took. */
const figures = (cells: readonly Cell[]): readonly unknown[] =>
  cells
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ finishedTs: _at, timeMs: _ms, isReused: _reused, doneBy: _by, stats, ...cell }) => ({
      ...cell,
      stats: { ...stats, durationMs: 0 },
    }))
const bodies = ({ requests }: ModelServer, from = 0): readonly string[] =>
  requests
    .slice(from)
    .map(({ text }) => text)
    .toSorted()

describe.skipIf(!(await hasPostgres()))('figures of a shared database', () => {
  let queue: QueueBench
  beforeAll(async () => {
    queue = await startQueueBench(4)
  })
  afterAll(() => queue.clean())

  /** A server that answers all machines. */
  async function serve(
    id: string,
    script: Parameters<QueueBench['bench']['serve']>[1],
  ): Promise<ModelServer> {
    const server = await queue.bench.serve(id, script)
    for (const machine of queue.machines) await addProfile(machine, id, server.url)
    return server
  }

  const pairwise = (results: Awaited<ReturnType<QueueBench['runHere']>>['results']) =>
    results.variants.map(({ id, metrics }) => [id, metrics['pairwise']?.mean, metrics['pairwise']?.n])
  const all = (...ids: string[]) => ids.map((id) => [id, 0.5, 6])

  it('are those of one process with four workers, to the digit, and so is what models are asked', async () => {
    const address = await queue.postgres.database()
    const server = await serve('even', () => buildPricedAnswer('A summary of what was done so far.'))
    const text = queue.yaml(`variants:
  - { id: native, provider: native }
  - { id: short, provider: sliding-window }
  - { id: twin, provider: sliding-window }
  - { id: paid, provider: native, profile: even }
repeats: 2
metrics: [compression, facts, continuation, cost]
`)
    const workers = await queue.startWorkers(address, 4)
    const shared = await queue.runOn(address, { text, ignoreCache: true })
    const did = await workers.stop()
    const asked = server.requests.length
    const alone = await queue.runHere({ text, ignoreCache: true })
    expect(shared.detail.summary).toMatchObject({
      status: 'finished',
      cells: { total: 30, done: 30, reused: 6 },
    })
    expect(did.reduce((sum, count) => sum + count, 0)).toBe(24)
    expect(workers.said).toEqual([])
    expect(untimed(shared.results)).toEqual(untimed(alone.results))
    expect(figures(shared.detail.cells)).toEqual(figures(alone.detail.cells))
    expect(shared.detail.summary.costUsd).toBeCloseTo(alone.detail.summary.costUsd, 9)
    expect(bodies(server).slice(0, asked)).toHaveLength(12)
    expect(bodies({ ...server, requests: server.requests.slice(0, asked) })).toEqual(bodies(server, asked))
  })

  it('hold cells against a baseline that was done before, elsewhere', async () => {
    const address = await queue.postgres.database()
    await serve('fair', () => buildPricedAnswer(answerToAll))
    await queue.runHere({ text: queue.yaml(judged(base + native, 'fair')) })
    const workers = await queue.startWorkers(address, 2)
    const { results, detail } = await queue.runOn(address, {
      text: queue.yaml(judged(base + native + half, 'fair')),
    })
    await workers.stop()
    expect(detail.summary.cells).toMatchObject({ done: 18, reused: 12 })
    expect(pairwise(results)).toEqual(all('base', 'native', 'half'))
  })

  it('hold them against it also after the worker that did it was gone, where everything is done anew', async () => {
    const address = await queue.postgres.database()
    let isHeld = true
    const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>()
    const server = await serve('anew', () => ({
      ...buildPricedAnswer(answerToAll),
      between: () => (isHeld && server.requests.length > 16 ? isOver : Promise.resolve()),
    }))
    const first = await queue.startWorkers(address, 1)
    const text = queue.yaml(judged(base + native + half, 'anew'))
    const running = queue.runOn(address, { text, ignoreCache: true })
    await until(() => server.requests.length > 16 && first.did.some((id) => id.startsWith('base/')))
    isHeld = false
    const stopped = first.stop()
    goOn()
    await stopped
    const second = await queue.startWorkers(address, 1)
    const { results } = await running
    await second.stop()
    expect(pairwise(results)).toEqual(all('base', 'native', 'half'))
  })

  it('are asked for anew where the answers of a judge could not be used', async () => {
    const address = await queue.postgres.database()
    let answer = 'I would rather talk about the weather.'
    await serve('mute', () => buildPricedAnswer(answer))
    const text = queue.yaml(judged(base + native, 'mute'))
    const workers = await queue.startWorkers(address, 2)
    const { results: none } = await queue.runOn(address, { text })
    expect(none.variants.map(({ metrics }) => metrics['probe-grade']?.mean)).toEqual([undefined, undefined])
    answer = answerToAll
    const { results } = await queue.runOn(address, { text, resume: true, retryFailed: true })
    await workers.stop()
    expect(results.variants.map(({ metrics }) => metrics['probe-grade']?.mean)).toEqual([3, 3])
    expect(pairwise(results)).toEqual(all('base', 'native'))
  })

  it('never cost more than the budget, whether it was spent here before or there', async () => {
    const address = await queue.postgres.database()
    const usage = { input: 1000, output: 4000, cacheReads: 0, cacheWrites: 0 }
    const callUsd = 0.063
    const server = await serve('dear', () => ({ ...buildPricedAnswer('A summary.'), usage }))
    const budgetUsd = 0.2
    const workers = await queue.startWorkers(address, 2)
    const spent = async (prompt: string, ...runs: (typeof queue.runHere)[]): Promise<number> => {
      const variant = `{ id: one, provider: native, profile: dear, settings: { customPrompt: ${prompt} } }`
      const text = queue.yaml(`variants:\n  - ${variant}\nbudgetUsd: ${budgetUsd}\n`)
      const from = server.requests.length
      for (const run of runs) {
        const { detail } = await run({ text, resume: true })
        expect(detail.summary.status).toBe('stopped')
        expect(detail.summary.costUsd).toBeCloseTo((server.requests.length - from) * callUsd, 9)
      }
      return (server.requests.length - from) * callUsd
    }
    const there: typeof queue.runHere = (request) => queue.runOn(address, request)
    expect(await spent('Here first.', queue.runHere, there)).toBeLessThanOrEqual(budgetUsd)
    expect(await spent('There first.', there, queue.runHere)).toBeLessThanOrEqual(budgetUsd)
    await workers.stop()
  })
})
