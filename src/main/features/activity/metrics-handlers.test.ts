import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricsGroupings } from '../../../shared/activity/metrics-types.ts'
import type { ContractClient } from '../../../shared/api/contract.ts'
import type { RunSummary } from '../../../shared/condense/run-types.ts'
import type { RunRequest } from '../../../shared/condense/runs-contract.ts'
import { findRunArm, describeArm } from '../../../shared/methods/ab-arms.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
let client: ContractClient
let taskId: string
const made: RunSummary[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-metrics-'))
  dewpoint = await startDewpoint(folder)
  client = dewpoint.client
  taskId = (await client.tasks.list())[0]!.id
  const prompt = await client.prompts.create({ name: 'Short', purpose: 'conversation', text: 'Be short.' })
  await run({ providerId: 'truncation', presetId: 'balanced' })
  await run({ providerId: 'truncation' })
  await run({ providerId: 'native', prompt: { promptId: prompt.id } })
  // A profile that is not there fails before it asks; lossless takes over.
  await run({ providerId: 'native', profileId: 'nobody', fallback: [{ providerId: 'lossless' }] })
})
afterAll(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(request: Omit<RunRequest, 'taskId'>): Promise<void> {
  const { id: runId } = await client.runs.start({ taskId, ...request })
  for await (const event of await client.runs.watch({ runId }))
    if (event.kind === 'finished') made.push(event.run)
}

describe('A/B assignment', () => {
  const settings = (key: string) => ({ key, arms: [{ providerId: 'truncation' }, { providerId: 'native' }] })

  it('has each arm by itself: its failures, fallbacks left out, and the runs behind it', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'dewpoint-arms-'))
    const other = await startDewpoint(fresh)
    try {
      const [task] = await other.client.tasks.list()
      const runs: RunSummary[] = []
      const start = async (key: string, more: Partial<RunRequest> = {}) => {
        const request = { taskId: task!.id, providerId: 'ab', settings: settings(key), ...more }
        const { id: runId } = await other.client.runs.start(request)
        for await (const event of await other.client.runs.watch({ runId }))
          if (event.kind === 'finished') runs.push(event.run)
      }
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await start(key)
      // Native has nobody to ask; truncation has nothing to ask.
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f'])
        await start(key, { profileId: 'nobody', fallback: [{ providerId: 'lossless' }] })
      const { groups } = await other.client.metrics.report({ by: 'arm' })
      const expected = Map.groupBy(runs, (run) => describeArm(findRunArm(run)!))
      const arms = groups.filter(({ arm }) => arm !== null)
      expect(arms.map(({ label }) => label).toSorted()).toEqual([
        'A: truncation, against native',
        'B: native, against truncation',
      ])
      for (const { label, id, figures } of arms) {
        const own = expected.get(label.split(',')[0] ?? '') ?? []
        expect(figures.attempts).toBe(own.length)
        expect((await other.client.metrics.runs({ by: 'arm', groupId: id })).toSorted()).toEqual(
          own.map((run) => run.id).toSorted(),
        )
      }
      expect(arms.find(({ label }) => label.startsWith('A'))?.figures.failurePercent).toBe(0)
      expect(arms.find(({ label }) => label.startsWith('B'))?.figures.failurePercent).toBe(50)
      expect(groups.find(({ id }) => id === '-')).toMatchObject({ label: 'No A/B assignment' })
    } finally {
      await other.close()
      await rm(fresh, { recursive: true, force: true })
    }
  })
})

describe('the figures', () => {
  it('by provider agree with the runs', async () => {
    const report = await client.metrics.report({ by: 'provider' })
    expect(report.runs).toBe(4)
    expect(report.total.attempts).toBe(5)
    const truncation = report.groups.find(({ id }) => id === 'truncation')
    const stats = made.slice(0, 2).map(({ outcome }) => outcome!.stats)
    expect(truncation).toMatchObject({ label: 'Truncation', figures: { attempts: 2, failurePercent: 0 } })
    expect(truncation?.figures.reductionPercent).toMatchObject({
      n: 2,
      median: expect.closeTo((stats[0]!.reductionPercent + stats[1]!.reductionPercent) / 2, 9),
    })
    expect(truncation?.figures.tokensSaved).toBe(
      stats.reduce((sum, { originalTokens, finalTokens }) => sum + originalTokens - finalTokens, 0),
    )
    expect(report.groups.find(({ id }) => id === 'native')?.figures).toMatchObject({
      attempts: 2,
      failurePercent: 50,
      failures: [{ code: 'handler-invalid', attempts: 1, percent: 50 }],
    })
    expect(report.groups.find(({ id }) => id === 'lossless')?.figures).toMatchObject({ attempts: 1 })
  })

  it.each([
    ['preset', 'truncation:balanced', 'Truncation, balanced'],
    ['preset', 'truncation', 'Truncation, no preset'],
    ['profile', 'extractive', 'Extractive (built in)'],
    ['profile', '-', 'No model'],
    ['profile', 'nobody', 'nobody'],
    ['prompt', '-', 'No prompt of the library'],
  ] as const)('by %s call %s %s', async (by, id, label) => {
    const { groups } = await client.metrics.report({ by })
    expect(groups.find((group) => group.id === id)).toMatchObject({ label })
  })

  it('by prompt name its version', async () => {
    const { groups } = await client.metrics.report({ by: 'prompt' })
    expect(groups.map(({ label }) => label)).toContain('Short, version 1')
  })

  it('add up to the same whichever way they are grouped', async () => {
    for (const by of metricsGroupings) {
      const { total, groups } = await client.metrics.report({ by })
      const sum = groups.reduce((attempts, { figures }) => attempts + figures.attempts, 0)
      expect({ by, sum }).toEqual({ by, sum: total.attempts })
    }
  })

  it('are of one task, or since a moment', async () => {
    expect(await client.metrics.report({ taskId })).toMatchObject({ by: 'provider', runs: 4 })
    const sinceTs = made[2]!.startedTs
    expect(await client.metrics.report({ sinceTs })).toMatchObject({ runs: 2 })
    expect(await client.metrics.report({ sinceTs: sinceTs + 1e9 })).toMatchObject({ runs: 0, groups: [] })
    expect(await catchProblem(client.metrics.report({ taskId: 'nowhere' }))).toMatchObject({
      code: 'not-found',
    })
  })

  it('lead to the runs behind them', async () => {
    const failed = { by: 'provider', groupId: 'native', status: 'failed' } as const
    expect(await client.metrics.runs({ ...failed, code: 'handler-invalid' })).toEqual([made[3]!.id])
    expect(await client.metrics.runs({ ...failed, code: 'timeout' })).toEqual([])
    expect(await client.metrics.runs({ ...failed, groupId: 'truncation' })).toEqual([])
    expect(await client.metrics.runs({ by: 'provider', groupId: 'lossless' })).toEqual([made[3]!.id])
  })
})
