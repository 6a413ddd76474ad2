import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeUsedTrigger } from '../../../shared/methods/arms-words.ts'
import type { ReplayedPolicy, ReplayInput } from '../../../shared/replay/contract.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { samplePath, startRunBench, type RunBench } from '../../testing/run-bench.ts'

let bench: RunBench
let taskId: string
beforeAll(async () => {
  bench = await startRunBench()
  taskId = await bench.openPath(samplePath)
})
afterAll(() => bench.clean())

async function play(policies: ReplayInput['policies']): Promise<readonly ReplayedPolicy[]> {
  for await (const event of await bench.client.replay.run({ taskId, policies }))
    if (event.kind === 'finished') return event.result.policies
  throw new Error('It ended without a result.')
}

describe('the arms', () => {
  it('are those of agents and vendors and our own, each once, with what it follows', async () => {
    const arms = await bench.client.arms.list()
    const ids = arms.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining(['claude-code', 'clear-tool-uses', 'roo-classic', 'lossless', 'smart-balanced']),
    )
    const followed = arms.filter(({ providerId }) => providerId === 'composed')
    expect(followed.filter(({ hasOwnTrigger }) => !hasOwnTrigger)).toEqual([])
    expect(followed.filter(({ origin }) => origin === null).map(({ id, group }) => [id, group])).toEqual([
      ['model-free', 'own'],
    ])
    const certain = (id: string) => arms.find((arm) => arm.id === id)?.origin?.certainty
    expect(['codex-local', 'goose', 'copilot-threshold-only', 'roo-current'].map(certain)).toEqual([
      'exact',
      'approximation',
      'threshold-only',
      'exact',
    ])
  })

  it('run by their ids alone, and not beside a provider', async () => {
    const { estimate } = await bench.client.runs.estimate({ taskId, arm: 'codex-local' })
    expect(estimate.status).toBe('condensed')
    const both = bench.client.runs.estimate({ taskId, arm: 'codex-local', providerId: 'lossless' })
    expect(await catchProblem(both)).toMatchObject({ code: 'bad-input', where: 'arm' })
    expect(await catchProblem(bench.client.runs.estimate({ taskId, arm: 'nobody' }))).toMatchObject({
      code: 'not-found',
      hint: expect.stringContaining('claude-code'),
    })
  })
})

describe('a policy of an arm', () => {
  it('condenses when its agent would, unless a threshold says otherwise', async () => {
    const window = 60_000
    const played = await play([
      { id: 'own', arm: 'codex-local', window },
      { id: 'named', provider: 'composed', preset: 'codex-local', window, trigger: 'own' },
      { id: 'at-60', arm: 'codex-local', window, threshold: 60 },
      { id: 'usual', arm: 'codex-local', window, trigger: 'threshold' },
      { id: 'with-output', arm: 'claude-code', window, maxTokens: 5000 },
      { id: 'with-limit', arm: 'opencode', window, inputLimit: 50_000, maxTokens: 8000 },
      { id: 'always', arm: 'swe-agent-last-5', window },
      { id: 'native', provider: 'native', window, threshold: 50 },
    ])
    expect(played.map(({ id, trigger }) => [id, trigger?.kind, trigger?.tokens])).toEqual([
      ['own', 'own', 54_000],
      ['named', 'own', 54_000],
      ['at-60', 'threshold', 36_000],
      ['usual', 'threshold', 45_000],
      ['with-output', 'own', 42_000],
      ['with-limit', 'own', 42_000],
      ['always', 'own', null],
      ['native', 'threshold', 30_000],
    ])
    const [own, named, at60] = played
    expect(named?.firings).toEqual(own?.firings)
    expect(at60!.firings.length).toBeGreaterThan(own!.firings.length)
    for (const { before } of own!.firings) expect(before).toBeGreaterThanOrEqual(54_000)
    const always = played.find(({ id }) => id === 'always')!
    expect(always.firings.length).toBeGreaterThan(10)
    expect(describeUsedTrigger(always.trigger!)).toBe('own trigger, before every request')
    expect(describeUsedTrigger(own!.trigger!)).toBe('own trigger, at 54,000 tokens')
  })
})
