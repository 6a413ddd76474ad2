import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReplayEvent } from '../../shared/replay/contract.ts'
import type { ReplayContext } from '../../shared/replay/replay-context-types.ts'
import { hasRealHistories, realTaskPaths } from '../kernel/testing/real-histories.ts'
import { selectTestShare } from '../kernel/testing/shares.ts'
import { catchProblem } from '../testing/catch-problem.ts'
import { expectConserved } from '../testing/expect-conserved.ts'
import { samplePath, startRunBench, type RunBench } from '../testing/run-bench.ts'

let bench: RunBench
let taskId: string
beforeAll(async () => {
  bench = await startRunBench()
  taskId = await bench.openPath(samplePath)
})
afterAll(() => bench.clean())

type Finished = Extract<ReplayEvent, { kind: 'finished' }>

async function replay(windowTokens: number, id = taskId): Promise<Finished> {
  for await (const event of await bench.client.replay.run({ taskId: id, windowTokens }))
    if (event.kind === 'finished') return event
  throw new Error('It ended without a result.')
}

function measureContextTokens({ prefixTokens, messages }: ReplayContext): number {
  return messages.reduce((sum, { tokens }) => sum + tokens, prefixTokens)
}

/** Each of so many contexts of a replay has the tokens that the replay paid for, by kind too; every one where none is said. */
async function expectWholeContexts({ replayId, result }: Finished, of = 1): Promise<void> {
  for (const [turn, { id: policyId, requests }] of result.policies.entries())
    for (const { request, contextTokens, byKind } of selectTestShare(requests, turn, of)) {
      const context = await bench.client.replay.context({ replayId, policyId, request })
      const kinds: Record<string, number> = { prefix: context.prefixTokens }
      for (const message of context.messages)
        for (const [kind, tokens] of Object.entries(message.byKind)) kinds[kind] = (kinds[kind] ?? 0) + tokens
      expect({ policyId, request, size: measureContextTokens(context), kinds }).toEqual({
        policyId,
        request,
        size: contextTokens,
        kinds: { prefix: 0, ...byKind },
      })
    }
}

describe('the context of a replayed request', () => {
  it('adds up to the input of the request', async () => {
    await expectWholeContexts(await replay(40_000))
  })

  it('says where each message came from, and of which nothing is sent', async () => {
    const { replayId, result } = await replay(60_000)
    const native = result.policies.find(({ id }) => id === 'native-50')!
    const condensation = native.firings[0]!.request
    const at = (request: number) => bench.client.replay.context({ replayId, policyId: 'native-50', request })
    const before = await at(condensation - 1)
    expect(before.missing).toEqual([])
    expect(before.messages.map(({ sources }) => sources)).toEqual(before.messages.map((_, index) => [index]))
    expect(new Set(before.messages.map(({ fate, since }) => `${fate} ${since}`))).toEqual(
      new Set(['kept null']),
    )
    const after = await at(condensation)
    const summary = after.messages.find(({ since }) => since === condensation)!
    expect(summary).toMatchObject({ fate: 'summarised', byKind: { summary: summary.tokens } })
    expect(summary.sources.length).toBeGreaterThan(1)
    expect(summary.text?.length).toBeGreaterThan(100)
    const sent = new Set(after.messages.flatMap(({ sources }) => sources))
    const count = before.messages.length
    expect([...sent, ...after.missing].filter((index) => index < count).length).toBe(count)
  })

  it('of a replay that is no longer kept, or a request that is not played, is a problem', async () => {
    const { replayId } = await replay(60_000)
    const asked = { replayId, policyId: 'none', request: 0 }
    const { context } = bench.client.replay
    expect(await catchProblem(context({ ...asked, replayId: 'nothing' }))).toMatchObject({
      code: 'not-found',
      message: 'The contexts of this replay are no longer kept.',
    })
    expect(await catchProblem(context({ ...asked, request: 9999 }))).toMatchObject({ code: 'not-found' })
    expect(await catchProblem(context({ ...asked, policyId: 'nobody' }))).toMatchObject({ code: 'not-found' })
  })

  it.skipIf(!hasRealHistories)('adds up on every real task, and so does its replay', async () => {
    for (const path of realTaskPaths()) {
      const played = await replay(60_000, await bench.openPath(path))
      expectConserved(played.result)
      await expectWholeContexts(played, 5)
    }
  })
})
