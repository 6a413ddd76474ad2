import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOnce } from '../../../shared/kernel/make-once.ts'
import type { ReplayEvent, ReplayResult } from '../../../shared/replay/contract.ts'
import { lendEngine } from '../../platform/workers/testing/lend-engine.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { expectConserved } from '../../testing/expect-conserved.ts'
import { samplePath, startRunBench, type RunBench } from '../../testing/run-bench.ts'
import { condensedByHand } from './compute/testing/condensed-example.ts'

let bench: RunBench
let taskId: string
beforeAll(async () => {
  bench = await startRunBench()
  taskId = await bench.openPath(samplePath)
})
afterAll(() => bench.clean())

type Request = Parameters<RunBench['client']['replay']['run']>[0]

async function replay(request: Omit<Request, 'taskId'>, id = taskId): Promise<ReplayResult> {
  for await (const event of await bench.client.replay.run({ taskId: id, ...request }))
    if (event.kind === 'finished') return event.result
  throw new Error('It ended without a result.')
}

describe('a replay', () => {
  it('names the file that no request can be read of, and has no cost', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'replay-'))
    const history = [{ role: 'user', content: 'Hello there' }]
    await writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(history))
    await writeFile(join(folder, 'ui_messages.json'), '{not json')
    const { recorded, policies } = await replay({}, await bench.openPath(folder))
    expect(recorded.reasons[0]).toMatch(/^ui_messages\.json, line 1, column 2 .*: a key was expected/)
    expect(recorded).toMatchObject({ costUsd: null, playedUsd: null, comparedUsd: null })
    expect(new Set(policies.map(({ costUsd }) => costUsd))).toEqual(new Set([null]))
  })

  /** Played once for those who look at it. */
  const usual = makeOnce(() => replay({ windowTokens: 60_000 }))

  it('plays the usual policies, and measures what each condensation kept', async () => {
    const result = await usual()
    expectConserved(result)
    const ids = result.policies.map(({ id }) => id)
    expect(ids).toEqual(['none', 'native-50', 'native-75', 'native-100', 'lossless-75', 'smart-75'])
    const [none, native] = result.policies
    expect(none).toMatchObject({ firings: [], costUsd: result.recorded.playedUsd })
    // What is never condensed keeps everything.
    expect(none?.quality).toMatchObject({ 'continuation-recall': 1, 'artifact-recall': 1, reduction: 0 })
    expect(Object.keys(none?.quality ?? {})).toEqual(Object.keys(native?.quality ?? {}))
    expect(native?.firings.length).toBeGreaterThan(0)
    for (const { before, after, costUsd, isCostEstimated, quality } of native?.firings ?? []) {
      expect(after).toBeLessThan(before)
      expect(isCostEstimated).toBe(true)
      expect(costUsd).toBeGreaterThan(0)
      expect(Object.keys(quality ?? {})).toContain('continuation-recall')
      expect(Object.keys(quality ?? {})).not.toContain('duration')
    }
  })

  it('judges what the agent condensed itself as it does what policies condense', async () => {
    const { messages, usage } = condensedByHand(0.004)
    const lines = [
      ...usage.requests.map(({ ts, costUsd: cost, ...tokens }) => ({
        ts,
        say: 'api_req_started',
        text: JSON.stringify({ ...tokens, cost, apiProtocol: 'anthropic' }),
      })),
      ...usage.condensations.map(({ ts, condenseId, costUsd: cost }) => ({
        ts,
        say: 'condense_context',
        contextCondense: { condenseId, cost, prevContextTokens: 9000, newContextTokens: 3500 },
      })),
    ].map((line) => ({ type: 'say', ...line }))
    const folder = await mkdtemp(join(tmpdir(), 'replay-'))
    await writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(messages))
    const inOrder = lines.toSorted((a, b) => (a.ts ?? 0) - (b.ts ?? 0))
    await writeFile(join(folder, 'ui_messages.json'), JSON.stringify(inOrder))
    const result = await replay({ windowTokens: 60_000 }, await bench.openPath(folder))
    expectConserved(result)
    const recorded = result.policies.find(({ id }) => id === 'recorded')
    expect(recorded?.firings).toMatchObject([{ request: 3, after: 3500, costUsd: 0.004 }])
    // Characters are no tokens here, so it breaks even sooner than in the calculation by hand.
    expect(recorded?.firings[0]?.paysBackAfter).toBe(1)
    expect(recorded?.quality['reduction']).toBeGreaterThan(0)
    expect(recorded?.notes).toEqual([])
    expect(recorded?.costUsd).toBeCloseTo(0.077125, 5)
  })

  it('charges for what saved too little, and counts it as no condensation', async () => {
    const result = await replay({
      policies: [{ id: 'a', provider: 'native', threshold: 50, window: 60_000, minimumGain: 99 }],
    })
    expectConserved(result)
    const { firings, attempts, quality } = result.policies[0]!
    expect(firings).toEqual([])
    expect(quality['continuation-recall']).toBe(1)
    const paid = attempts.find(({ costUsd }) => (costUsd ?? 0) > 0)
    expect(paid).toMatchObject({
      isCostEstimated: true,
      text: expect.stringMatching(/^It saves [\d.]+ %, less than 99 %\.$/),
    })
  })

  it('charges nothing for what asks no model, nor where the built-in summariser is chosen', async () => {
    const shared = { threshold: 50, window: 60_000, minimumGain: 0 }
    const policies = [
      { id: 'a', provider: 'lossless', ...shared },
      { id: 'b', provider: 'truncation', ...shared },
      { id: 'c', provider: 'native', profile: 'extractive', ...shared },
    ]
    const { policies: played } = await replay({ policies })
    const firings = played.flatMap((policy) => [...policy.firings, ...policy.attempts])
    expect(new Set(firings.map(({ costUsd }) => costUsd))).toEqual(new Set([0]))
    expect(firings.some(({ isCostEstimated }) => isCostEstimated === true)).toBe(false)
  })

  it('says first that no model was asked, and which request does not fit into the window', async () => {
    const policies = [{ id: 'a', provider: 'native', threshold: 100, window: 20_000, minimumGain: 0 }]
    const { policies: played } = await replay({ policies })
    const texts = played[0]?.notes.map(({ text }) => text) ?? []
    expect(texts[0]).toMatch(/^No model was asked/)
    expect(texts[1]).toMatch(/do not fit into the window of 20,000 tokens/)
  })

  it('gives the same figures each time', async () => {
    expect(await replay({ windowTokens: 60_000 })).toEqual(await usual())
  })

  it('takes the window of a policy before that of the request', async () => {
    const policy = { id: 'a', provider: 'native', threshold: 50 }
    const policies = [policy, { ...policy, id: 'b', window: 1_000_000 }]
    const { policies: played } = await replay({ policies, windowTokens: 60_000 })
    expect(played.map(({ firings }) => firings.length > 0)).toEqual([true, false])
  })

  it('forgets what the vendor keeps as soon as a policy says', async () => {
    const shared = { provider: 'native', window: 10_000_000 }
    const { policies } = await replay({
      policies: [
        { id: 'as-recorded', ...shared },
        { id: 'forgetful', ...shared, cacheSeconds: 0 },
      ],
    })
    const [recorded, forgetful] = policies
    expect(recorded?.tokens.cacheRead).toBeGreaterThan(0)
    expect(forgetful?.tokens.cacheRead).toBeLessThan(recorded?.tokens.cacheRead ?? 0)
  })

  it('counts what the model of a profile takes, up to a limit', async () => {
    const usage = { input: 10_000, output: 1000, cacheWrites: 0, cacheReads: 0 }
    const texts = ['Everything that was asked for was done, in order, with results. '.repeat(5)]
    await bench.serve('paid', () => ({ kind: 'answer', texts, usage }))
    const policies = [{ id: 'a', provider: 'native', profile: 'paid', window: 128_000, threshold: 75 }]
    const refused = await replay({ policies, maxCostUsd: 0.001 })
    expect(refused.policies[0]?.firings).toEqual([])
    expect(refused.policies[0]?.attempts[0]?.text).toMatch(/\$/)
    expect(refused.policies[0]?.notes[0]?.text).toMatch(/^Not condensed: .*\$/)
    const result = await replay({ policies })
    expectConserved(result)
    // 10,000 tokens at 3 and 1,000 at 15 dollars per million.
    expect(result.policies[0]?.firings[0]?.costUsd).toBeCloseTo(0.045, 9)
  })

  it('ends without a result when it is aborted', async () => {
    // What computes without a pause is cancelled in threads alone.
    const { client, openPath, clean } = await startRunBench({ lendEngine })
    const request = { taskId: await openPath(samplePath), windowTokens: 20_000 }
    const controller = new AbortController()
    const kinds: ReplayEvent['kind'][] = []
    const { signal } = controller
    for await (const { kind } of await client.replay.run(request, { signal })) {
      kinds.push(kind)
      controller.abort()
    }
    await clean()
    expect(kinds).toContain('progress')
    expect(kinds).not.toContain('finished')
  })

  it.each([
    [{ policies: [{ id: 'a', provider: 'nothing' }] }, 'bad-input'],
    [{ policies: [{ id: 'a', provider: 'native', preset: 'nothing' }] }, 'not-found'],
    [{ policies: [{ id: 'a', provider: 'native', profile: 'nobody' }] }, 'not-found'],
  ] as const)('of %j is refused', async (request, code) => {
    const policies = request.policies.map((policy) => ({ ...policy }))
    expect(await catchProblem(replay({ policies }))).toMatchObject({ code })
  })

  it('of a task that nobody knows is refused', async () => {
    expect(await catchProblem(replay({}, 'nowhere'))).toMatchObject({ code: 'not-found' })
  })
})

describe('the check of a file of policies', () => {
  it('gives its policies', async () => {
    const text = 'policies: [{ id: none }, { id: a, provider: lossless, preset: strict }]'
    expect(await bench.client.replay.check({ text })).toMatchObject({
      ok: true,
      policies: [{ id: 'none' }, { id: 'a', provider: 'lossless', preset: 'strict' }],
    })
  })

  it.each([
    ['policies:\n  - id: a\n', 2, /provider is missing/],
    ['policies:\n  - id: none\n  - { id: a, provider: lossles }\n', 3, /no provider "lossles"/],
    ['policies:\n  - { id: a, provider: native, profile: nobody }\n', 2, /no profile nobody/],
  ])('names what is wrong with %j, and the line', async (text, line, message) => {
    const check = await bench.client.replay.check({ text })
    expect(check).toMatchObject({ ok: false, issues: [{ line, message: expect.stringMatching(message) }] })
  })
})
