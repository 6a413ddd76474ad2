import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReplayedPolicy, ReplayInput } from '../../../shared/replay/contract.ts'
import { samplePath, startRunBench, talk, type RunBench } from '../../testing/run-bench.ts'

let bench: RunBench
let taskId: string
beforeAll(async () => {
  bench = await startRunBench()
  taskId = await bench.openPath(samplePath)
})
afterAll(() => bench.clean())

const shared = { provider: 'native', window: 60_000, threshold: 50 }

async function play(policies: ReplayInput['policies']): Promise<ReplayedPolicy> {
  for await (const event of await bench.client.replay.run({ taskId, policies }))
    if (event.kind === 'finished') return event.result.policies[0]!
  throw new Error('It ended without a result.')
}

describe('the estimate of a replay', () => {
  it('is of the policies that ask a model, and asks none', async () => {
    const server = await bench.serve('priced', [])
    const policies = [
      { id: 'none' },
      { id: 'free', ...shared },
      { id: 'asks', ...shared, profile: 'priced' },
      { id: 'rare', ...shared, profile: 'priced', window: 90_000, threshold: 90 },
    ]
    const estimate = await bench.client.replay.estimate({ taskId, policies })
    expect(estimate.map(({ policyId, models, isPriced }) => [policyId, models, isPriced])).toEqual([
      ['asks', ['Profile priced (model-1)'], true],
      ['rare', ['Profile priced (model-1)'], true],
    ])
    const [asks, rare] = estimate
    expect(asks!.condensations).toBeGreaterThan(rare!.condensations)
    for (const { condensations, calls, costUsd } of estimate) {
      expect(calls).toBeGreaterThanOrEqual(condensations)
      // Each sends 5,000 tokens at least, at 3 dollars a million.
      expect(costUsd).toBeGreaterThan(condensations * 0.015)
    }
    expect(server.requests).toEqual([])
  })

  it('comes near to how often a model is asked that answers as is to be expected', async () => {
    const texts = ['What was done and what is left to do, in short. '.repeat(120)]
    const server = await bench.serve('usual', () => ({ kind: 'answer', texts }))
    const policies = [{ id: 'asks', ...shared, window: 100_000, profile: 'usual' }]
    const [guessed] = await bench.client.replay.estimate({ taskId, policies })
    const { firings } = await play(policies)
    expect(firings.length).toBeGreaterThan(1)
    expect(Math.abs(guessed!.condensations - firings.length)).toBeLessThanOrEqual(1)
    expect(Math.abs(guessed!.calls - server.requests.length)).toBeLessThanOrEqual(1)
  })

  it('says where a price is missing', async () => {
    await bench.serve('unpriced', [])
    const { profiles } = await bench.client.profiles.list()
    const { profile } = profiles.find((own) => own.profile.id === 'unpriced')!
    await bench.client.profiles.save({ ...profile, prices: { input: 3 } })
    const policies = [{ id: 'asks', ...shared, profile: 'unpriced' }]
    expect(await bench.client.replay.estimate({ taskId, policies })).toMatchObject([
      { policyId: 'asks', isPriced: false },
    ])
  })

  it('says why a model cannot be asked', async () => {
    await bench.client.profiles.save({
      id: 'shut',
      name: 'Shut',
      vendor: 'anthropic',
      model: 'claude-sonnet-4',
      windowTokens: 200_000,
      maxOutputTokens: 4096,
    })
    const policies = [{ id: 'asks', ...shared, profile: 'shut' }]
    expect(await bench.client.replay.estimate({ taskId, policies })).toMatchObject([
      { policyId: 'asks', obstacle: expect.stringMatching(/^The profile shut cannot be used: .*key/i) },
    ])
  })

  it('is nothing where nobody asks', async () => {
    expect(await bench.client.replay.estimate({ taskId })).toEqual([])
  })
})

describe('the estimate of a drift', () => {
  const policies = [
    { id: 'free', provider: 'native' },
    { id: 'asks', provider: 'native', profile: 'drifting' },
  ]

  it('is of as many condensations as are asked for, and asks no model', async () => {
    const server = await bench.serve('drifting', [])
    const estimate = await bench.client.drift.estimate({ taskId, policies, cycles: 3 })
    expect(estimate).toEqual([
      {
        policyId: 'asks',
        models: ['Profile drifting (model-1)'],
        condensations: 3,
        calls: 3,
        costUsd: expect.any(Number),
        isPriced: true,
        obstacle: null,
      },
    ])
    expect(estimate[0]!.costUsd).toBeGreaterThan(0.03)
    expect(server.requests).toEqual([])
  })

  it('of a history that is too short is of none', async () => {
    const short = await bench.open(talk(3))
    expect(await bench.client.drift.estimate({ taskId: short, policies, cycles: 9 })).toMatchObject([
      { policyId: 'asks', condensations: 0, calls: 0, costUsd: 0 },
    ])
  })
})
