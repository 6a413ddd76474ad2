import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReplayedPolicy } from '../../shared/replay/contract.ts'
import type { ReplayPolicyEntry } from '../../shared/replay/replay-policy-types.ts'
import { samplePath, startRunBench, type RunBench } from '../testing/run-bench.ts'

let bench: RunBench
let taskId: string
beforeAll(async () => {
  bench = await startRunBench()
  taskId = await bench.openPath(samplePath)
})
afterAll(() => bench.clean())

async function play(policy: Omit<ReplayPolicyEntry, 'id'>): Promise<ReplayedPolicy> {
  const policies = [{ id: 'a', window: 60_000, threshold: 50, ...policy }]
  for await (const event of await bench.client.replay.run({ taskId, policies }))
    if (event.kind === 'finished') return event.result.policies[0]!
  throw new Error('It ended without a result.')
}

/** Where a policy fires and what that leaves. */
const listCondensations = ({ firings }: ReplayedPolicy) =>
  firings.map(({ request, after }) => [request, after])

describe('a policy', () => {
  it('takes a preset of the person', async () => {
    const settings = { preserveRecentCount: 1, minTokens: 0 }
    await bench.client.presets.save({ providerId: 'truncation', id: 'mine', settings })
    const named = await play({ provider: 'truncation', preset: 'mine' })
    expect(listCondensations(named)).toEqual(
      listCondensations(await play({ provider: 'truncation', settings })),
    )
    expect(listCondensations(named)).not.toEqual(listCondensations(await play({ provider: 'truncation' })))
  })

  it('takes a prompt of the library by its id, a version of it, or its name', async () => {
    const texts = ['Everything that was asked for was done, in order, with results. '.repeat(5)]
    const server = await bench.serve('asked', () => ({ kind: 'answer', texts }))
    const { id } = await bench.client.prompts.create({
      name: 'Short and Plain',
      purpose: 'conversation',
      text: 'The first wording.',
      note: '',
    })
    await bench.client.prompts.addVersion({ promptId: id, text: 'The second wording.', note: '' })
    const wordings: string[] = []
    for (const prompt of [id, `${id}@1`, 'short and plain', 'Short and Plain@1']) {
      await play({ provider: 'native', profile: 'asked', prompt })
      wordings.push(/The \w+ wording/.exec(server.requests.at(-1)?.text ?? '')?.[0] ?? '')
    }
    // Answers are kept: the second two are not asked for again.
    expect([...new Set(wordings)]).toEqual(['The second wording', 'The first wording'])
    expect(new Set(server.requests.map(({ text }) => /The \w+ wording/.exec(text)?.[0]))).toEqual(
      new Set(['The second wording', 'The first wording']),
    )
  })

  it('asks for a summary as its preset does, or as it says', async () => {
    const measurePolicyCost = async (policy: Omit<ReplayPolicyEntry, 'id'>): Promise<number> =>
      (await play(policy)).firings[0]?.costUsd ?? Number.NaN
    const [fresh, own] = [
      await measurePolicyCost({ arm: 'pi' }),
      await measurePolicyCost({ arm: 'claude-code' }),
    ]
    expect(await measurePolicyCost({ arm: 'claude-code', summaryCall: 'same-prefix' })).toBe(own)
    // The same prefix has the system prompt and the tools in it, and reads them from the cache.
    expect(await measurePolicyCost({ arm: 'claude-code', summaryCall: 'fresh' })).not.toBe(own)
    expect(await measurePolicyCost({ arm: 'pi', summaryCall: 'fresh' })).toBe(fresh)
    const settings = { summary: { kind: 'model', call: 'same-prefix' }, keep: { rule: 'nothing' } }
    const named = await measurePolicyCost({ provider: 'composed', settings })
    expect(await measurePolicyCost({ provider: 'composed', settings, summaryCall: 'fresh' })).not.toBe(named)
  })

  it('tries its fallbacks where it fails or saves too little, and says so', async () => {
    const hopeless = { provider: 'truncation', settings: { preserveRecentCount: 200 } }
    expect((await play(hopeless)).firings).toEqual([])
    const helped = await play({ ...hopeless, fallback: [{ provider: 'native' }] })
    expect(listCondensations(helped)).toEqual(listCondensations(await play({ provider: 'native' })))
    expect(helped.notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/condensed as a fallback\. Truncation: /),
    )
  })

  it('keeps what is pinned in the task at every condensation, unless it is asked not to', async () => {
    const plain = await play({ provider: 'native' })
    const { rows } = await bench.client.tasks.get({ taskId })
    const early = rows.filter(({ index }) => index > 0 && index < 10)
    const longest = early.toSorted((one, other) => other.chars - one.chars)[0]!
    await bench.client.pins.add({ taskId, pins: [{ messageIndex: longest.index, partIndex: null }] })
    const pinned = await play({ provider: 'native' })
    const ignored = await play({ provider: 'native', pins: false })
    await bench.client.pins.clear({ taskId })
    expect(listCondensations(ignored)).toEqual(listCondensations(plain))
    // After many firings it still is there.
    expect(pinned.firings.length).toBeGreaterThan(5)
    expect(pinned.firings.at(-1)?.request).toBe(plain.firings.at(-1)?.request)
    expect(pinned.firings.at(-1)?.after).toBeGreaterThan((plain.firings.at(-1)?.after ?? 0) + 1500)
  })
})

describe('the check of policies', () => {
  const entry = '  - { id: a, provider: native,\n      '
  it.each([
    [`${entry}preset: nobody }`, 3, /no preset "nobody"/],
    [`${entry}settings: { keepLast: none } }`, 3, /do not fit/],
    [`${entry}prompt: nobody }`, 3, /no prompt nobody/],
    [`${entry}fallback: [\n        { provider: lossles }] }`, 4, /no provider "lossles"/],
    [`${entry}profile: nobody }`, 3, /no profile nobody/],
    ['  - { id: a, provider: truncation,\n      prompt: default }', 3, /takes no prompt/],
  ])('names what is wrong with %j at its key', async (policies, line, message) => {
    const check = await bench.client.replay.check({ text: `policies:\n${policies}\n` })
    expect(check).toMatchObject({
      ok: false,
      issues: [{ line, message: expect.stringMatching(message) }],
    })
  })
})
