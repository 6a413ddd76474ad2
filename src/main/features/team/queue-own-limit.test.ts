import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres } from '../../platform/queue/testing/postgres.ts'
import { addProfile, until } from '../../testing/queue-bench.ts'
import { buildPricedAnswer } from '../../testing/run-bench.ts'
import { startQueueBench, type QueueBench } from '../../testing/start-queue-bench.ts'

describe.skipIf(!(await hasPostgres()))('a worker with a budget of its own', () => {
  let queue: QueueBench
  beforeAll(async () => {
    queue = await startQueueBench(2)
  })
  afterAll(() => queue.clean())

  it('spends no more on the work of others, which goes on without it', async () => {
    const address = await queue.postgres.database()
    const server = await queue.bench.serve('dear', () => buildPricedAnswer('A summary.'))
    for (const dewpoint of queue.machines) await addProfile(dewpoint, 'dear', server.url)
    const [poor, rich] = queue.machines
    await poor!.client.policy.set({ ...(await poor!.client.policy.get()), budgetPerDayUsd: 0.0001 })
    const text = queue.yaml('variants:\n  - { id: one, provider: native, profile: dear }\n')
    const workers = await queue.startWorkers(address, 1)
    const running = queue.runOn(address, { text })
    await until(() => workers.said.length > 0)
    expect(workers.said).toEqual([
      expect.stringMatching(/left to other workers: what this machine may spend/),
    ])
    expect([server.requests.length, workers.did.length]).toEqual([0, 0])
    const controller = new AbortController()
    const { signal } = controller
    const team = await rich!.connect({ address, signal, tell: () => undefined })
    const working = team.work({ signal, concurrency: 2, untilIdle: false, onCell: () => undefined })
    const { detail } = await running
    expect(detail.summary).toMatchObject({ status: 'finished', cells: { done: 6 } })
    controller.abort()
    await working
    await team.close()
    await workers.stop()
    // What it did for others is in its own book, too.
    expect((await rich!.client.policy.spendingToday()).spentUsd).toBeCloseTo(6 * 0.0045, 9)
    expect((await poor!.client.policy.spendingToday()).spentUsd).toBe(0)
  })
})
