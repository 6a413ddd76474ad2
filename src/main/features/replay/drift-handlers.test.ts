import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DriftEvent, DriftResult } from '../../../shared/replay/drift-contract.ts'
import { hasRealHistories, realTaskPaths } from '../../kernel/testing/real-histories.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { samplePath, startRunBench, talk, type RunBench } from '../../testing/run-bench.ts'

let bench: RunBench
let taskId: string
beforeAll(async () => {
  bench = await startRunBench()
  taskId = await bench.openPath(samplePath)
})
afterAll(() => bench.clean())

type Request = Parameters<RunBench['client']['drift']['run']>[0]

async function drift(request: Omit<Request, 'taskId'> = {}, id = taskId): Promise<DriftResult> {
  for await (const event of await bench.client.drift.run({ taskId: id, ...request }))
    if (event.kind === 'finished') return event.result
  throw new Error('It ended without a result.')
}

/** What of a result breaks the laws of drift; empty where nothing does. */
function brokenLaws({ cuts, policies }: DriftResult): readonly string[] {
  const ascending = cuts.every((cut, index) => index === 0 || cut > (cuts[index - 1] ?? 0))
  return [...(ascending ? [] : ['cuts do not ascend']), ...policies.flatMap((policy) => ofPolicy(policy))]
}

function ofPolicy({ id, facts, cycles, halfLifeCycles, notes }: DriftResult['policies'][number]): string[] {
  const broken = cycles.flatMap((cycle, index) => {
    const before = cycles[index - 1]?.survival ?? 1
    const survival = cycle.survival ?? 0
    if (cycle.survival === null) return facts === 0 ? [] : ['no survival']
    if (survival > before) return ['survival rises']
    if (cycle.isCondensed) return cycle.tokensAfter < cycle.tokensBefore ? [] : ['condensed to more']
    if (survival !== before) return ['a refusal loses facts']
    return notes.some(({ cycle: at }) => at === index) ? [] : ['a refusal without its reason']
  })
  const isPositive = halfLifeCycles === null || halfLifeCycles > 0
  return [...broken, ...(isPositive ? [] : ['half-life below zero'])].map((law) => `${id}: ${law}`)
}

describe('drift', () => {
  it('follows the usual policies', async () => {
    const result = await drift()
    expect(brokenLaws(result)).toEqual([])
    expect(result.policies.map(({ id }) => id)).toEqual(['native', 'lossless', 'truncation', 'smart'])
    expect(result.cuts).toHaveLength(5)
    const [native, lossless] = result.policies
    expect(native?.cycles.at(-1)?.survival).toBeLessThan(lossless?.cycles.at(-1)?.survival ?? 0)
  })

  it('leaves out policies that condense nothing, and takes the cycles that are asked for', async () => {
    const policies = [{ id: 'none' }, { id: 'recorded' }, { id: 'a', provider: 'truncation' }]
    const result = await drift({ policies, cycles: 3 })
    expect(result.policies.map(({ id, cycles }) => [id, cycles.length])).toEqual([['a', 3]])
  })

  it('charges what the model of the task would take where the built-in summariser stands in for it', async () => {
    const policies = [
      { id: 'stands-in', provider: 'native' },
      { id: 'chosen', provider: 'native', profile: 'extractive' },
      { id: 'asks-none', provider: 'truncation' },
    ]
    const [standsIn, ...free] = (await drift({ policies, cycles: 2 })).policies
    for (const { costUsd, isCostEstimated } of standsIn?.cycles ?? []) {
      expect(costUsd).toBeGreaterThan(0)
      expect(isCostEstimated).toBe(true)
    }
    expect(standsIn?.notes.map(({ text }) => text)).toEqual([expect.stringMatching(/^No model was asked:/)])
    for (const { cycles } of free)
      expect(cycles.map(({ costUsd, isCostEstimated }) => [costUsd, isCostEstimated])).toEqual([
        [0, undefined],
        [0, undefined],
      ])
  })

  it('says why a cycle condensed nothing, and counts no loss for it', async () => {
    const policies = [{ id: 'a', provider: 'truncation', minimumGain: 100 }]
    const [refused] = (await drift({ policies, cycles: 2 })).policies
    expect(refused?.cycles.map(({ isCondensed, survival }) => [isCondensed, survival])).toEqual([
      [false, 1],
      [false, 1],
    ])
    expect(refused?.halfLifeCycles).toBeNull()
    expect(refused?.notes.map(({ cycle }) => cycle)).toEqual([0, 1])
    expect(refused?.notes[0]?.text).toMatch(/^Not condensed: It saves/)
  })

  it.each([
    [{ policies: [{ id: 'none' }] }, /^None of the policies condenses/],
    [{ policies: [{ id: 'a', provider: 'nothing' }] }, /no provider "nothing"/],
  ] as const)('of %j is refused', async (request, message) => {
    const policies = request.policies.map((policy) => ({ ...policy }))
    expect(await catchProblem(drift({ policies }))).toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
    })
  })

  it('of a history that is too short says how often it could be cut', async () => {
    const short = await bench.open(talk(5))
    expect(await catchProblem(drift({}, short))).toMatchObject({
      code: 'bad-input',
      message: 'The history is too short to be condensed 5 times: its 5 messages can be cut at 3 places',
      hint: 'Choose 3 cycles or fewer, or a longer task.',
    })
    expect(brokenLaws(await drift({ cycles: 3 }, short))).toEqual([])
  })

  it('ends without a result when it is aborted', async () => {
    const controller = new AbortController()
    const kinds: DriftEvent['kind'][] = []
    const { signal } = controller
    for await (const { kind } of await bench.client.drift.run({ taskId }, { signal })) {
      kinds.push(kind)
      controller.abort()
    }
    expect(kinds).not.toContain('finished')
  })

  it.skipIf(!hasRealHistories)('is lawful on every real task', async () => {
    let drifted = 0
    for (const path of realTaskPaths()) {
      const id = await bench.openPath(path)
      const found = await drift({}, id).then(brokenLaws, (error: unknown) => [String(error)])
      drifted += found.length === 0 ? 1 : 0
      expect(found.filter((law) => !law.includes('too short'))).toEqual([])
    }
    expect(drifted).toBeGreaterThan(10)
  })
})
