import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Message } from '../../shared/kernel/message.ts'
import { describeUsedTrigger } from '../../shared/methods/arms-words.ts'
import { compactionReply, compactReply } from '../platform/llm/testing/compaction-replies.ts'
import { catchProblem } from '../testing/catch-problem.ts'
import { samplePath, startRunBench, talk, type RunBench } from '../testing/run-bench.ts'

let bench: RunBench
beforeAll(async () => {
  const served = ['CLAUDE', 'PRICED', 'POOR', 'SILENT', 'SOURCE', 'COUNTER', 'SMALL']
  bench = await startRunBench({
    environment: Object.fromEntries(served.map((id) => [`DEWPOINT_KEY_${id}`, 'sk-ant-0123456789'])),
  })
})
afterAll(() => bench.clean())

const anthropic = { protocol: 'anthropic', profile: { vendor: 'anthropic' } } as const
const openai = {
  protocol: 'openai-responses',
  profile: { vendor: 'openai-compatible', api: 'responses', prices: { input: 3, output: 15, cacheReads: 1 } },
} as const
/** About 60,000 tokens by our count. */
const long = talk(360)
const sealed = { type: 'compaction', id: 'cmp', encrypted_content: 'A'.repeat(4000) }
/** Calls with results of about 4,000 tokens each. */
const calls = (count: number): Message[] => [
  { role: 'user', content: 'Read it all' },
  ...Array.from({ length: count }, (_, at): Message[] => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `c${at}`, name: 'read_file', input: { path: `${at}.ts` } }],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: `c${at}`, content: `${at} ${'words of a file '.repeat(1300)}` },
      ],
    },
  ]).flat(),
]

describe('arms of vendors', () => {
  it('are listed with what they follow, and need a key', async () => {
    const own = (await bench.client.arms.list()).filter(({ needsKey }) => needsKey)
    expect(own).toMatchObject([
      { id: 'anthropic-compact', origin: { certainty: 'exact' }, hasOwnTrigger: true },
      { id: 'anthropic-summarize', origin: { certainty: 'exact' }, hasOwnTrigger: false },
      { id: 'openai-compact', origin: { certainty: 'exact' }, hasOwnTrigger: false },
    ])
    expect(own.every(({ description }) => description.startsWith('Needs a key.'))).toBe(true)
  })

  it('condense, are paid for with their own tokens, and are asked once', async () => {
    const server = await bench.serve('claude', [compactionReply()], anthropic)
    const request = { taskId: await bench.open(long), arm: 'anthropic-compact', profileId: 'claude' }
    const { run, events } = await bench.run(request)
    const shown = events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))
    expect(shown).toEqual(['What was done.'])
    expect(run).toMatchObject({ status: 'condensed', providerId: 'vendor', presetId: 'anthropic-compact' })
    expect(run.outcome?.stats).toMatchObject({ modelCalls: 1, costUsd: expect.closeTo(0.0045, 8) })
    const { messages } = await bench.client.runs.result({ runId: run.id })
    expect(messages).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'compaction', content: 'What was done.', encrypted_content: 'c2VhbA' }],
        isSummary: true,
      },
    ])
    const { run: again } = await bench.run(request)
    expect(again.outcome?.stats).toMatchObject({ costUsd: 0, modelCalls: 0, cacheHits: 1 })
    expect(server.requests).toHaveLength(1)
  })

  it('are priced before they run, and ask nobody for it', async () => {
    const server = await bench.serve('priced', [compactionReply()], anthropic)
    const taskId = await bench.open(long)
    for (const arm of ['anthropic-compact', 'anthropic-summarize', 'openai-compact']) {
      const { estimate } = await bench.client.runs.estimate({ taskId, arm, profileId: 'priced' })
      expect([arm, estimate]).toEqual([arm, expect.objectContaining({ status: 'condensed', modelCalls: 1 })])
      expect(estimate.costUsd).toBeGreaterThan(0.1)
    }
    expect(server.requests).toEqual([])
  })

  it('make no call above their budget', async () => {
    const server = await bench.serve('poor', [compactionReply()], anthropic)
    const request = { taskId: await bench.open(long), arm: 'anthropic-summarize', profileId: 'poor' }
    const { run } = await bench.run({ ...request, maxCostUsd: 0.05 })
    expect(run.outcome).toMatchObject({ error: { code: 'budget' }, stats: { costUsd: 0 } })
    expect(server.requests).toEqual([])
  })

  it('ask nobody without a key, and say which one', async () => {
    await bench.client.profiles.save({
      id: 'keyless',
      name: 'Keyless',
      vendor: 'anthropic',
      model: 'claude-opus-4-6',
      windowTokens: 200_000,
      maxOutputTokens: 8192,
    })
    const taskId = await bench.open(long)
    const { run } = await bench.run({ taskId, arm: 'anthropic-compact', profileId: 'keyless' })
    expect(run.outcome?.error).toMatchObject({
      code: 'handler-invalid',
      message: expect.stringContaining('ANTHROPIC_API_KEY'),
    })
    const { run: alone } = await bench.run({ taskId, arm: 'openai-compact' })
    expect(alone).toMatchObject({
      status: 'failed',
      outcome: { error: { code: 'vendor-needs-key', message: expect.stringContaining('OpenAI') } },
    })
  })

  it('end with a cancel', async () => {
    const server = await bench.serve('silent', [{ kind: 'silence' }], anthropic)
    const { client } = bench
    const request = { taskId: await bench.open(long), arm: 'anthropic-compact', profileId: 'silent' }
    const { id: runId } = await client.runs.start(request)
    const { closed } = await server.seen(1)
    await client.runs.cancel({ runId })
    await closed
    expect(await client.runs.get({ runId })).toMatchObject({ status: 'cancelled' })
  })

  it('show what is encrypted as that, and have no quality that would need its text', async () => {
    const kept = long.flatMap(({ role, content }) =>
      role === 'user' && typeof content === 'string'
        ? [{ type: 'message', role, content: [{ type: 'input_text', text: content }] }]
        : [],
    )
    await bench.serve('sol', [compactReply([...kept.slice(0, 20), sealed])], openai)
    const { run } = await bench.run({
      taskId: await bench.open(long),
      arm: 'openai-compact',
      profileId: 'sol',
    })
    expect(run.outcome?.warnings).toMatchObject([
      { code: 'vendor-encrypted', message: expect.stringContaining('100 tokens by the vendor') },
      { code: 'vendor-kept', message: '20 of 180 user messages kept word by word.' },
      { code: 'vendor-counted' },
    ])
    const { measured } = await bench.client.quality.ofRun({ runId: run.id })
    const valued = measured.flatMap(({ metric, value }) => (value === null ? [] : [metric]))
    expect(valued.toSorted()).toEqual(['cost', 'duration', 'reduction', 'tokens', 'validity'])
  })

  it('are recorded, and answered from the recording without a key', async () => {
    const server = await bench.serve('source', [compactionReply()], anthropic)
    const profile = {
      name: 'Recorded',
      vendor: 'recorded',
      model: 'model-1',
      windowTokens: 100_000,
      maxOutputTokens: 4096,
    } as const
    const folder = await mkdtemp(join(tmpdir(), 'dewpoint-recording-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'compactions.jsonl')
    await bench.client.profiles.save({
      ...profile,
      id: 'recording',
      recording: { file, profileId: 'source' },
    })
    await bench.client.profiles.save({ ...profile, id: 'recorded', recording: { file, profileId: null } })
    const request = { taskId: await bench.open(long), arm: 'anthropic-compact' }
    const { run: first } = await bench.run({ ...request, profileId: 'recording' })
    expect(first.outcome?.error).toBeNull()
    const { run } = await bench.run({ ...request, profileId: 'recorded' })
    expect(run.outcome?.error).toBeNull()
    expect(run).toMatchObject({ status: 'condensed', outcome: { stats: { costUsd: 0, cacheHits: 1 } } })
    expect(server.requests).toHaveLength(1)
  })
})

describe('a check of simulated clearing', () => {
  const counting = (answer: object) => ({ ...anthropic, onCount: () => answer })

  it('puts both counts side by side', async () => {
    const answer = { input_tokens: 20_000, context_management: { original_input_tokens: 130_000 } }
    const server = await bench.serve('counter', [], counting(answer))
    const taskId = await bench.open(calls(30))
    const check = await bench.client.arms.check({ taskId, arm: 'clear-tool-uses', profileId: 'counter' })
    expect(check).toMatchObject({
      vendor: { originalTokens: 130_000, remainingTokens: 20_000 },
      notes: [],
    })
    const { dewpoint, difference } = check
    expect(dewpoint.originalTokens).toBeGreaterThan(100_000)
    expect(dewpoint.remainingTokens).toBeLessThan(dewpoint.originalTokens / 5)
    expect(difference).toEqual({
      originalTokens: dewpoint.originalTokens - 130_000,
      remainingTokens: dewpoint.remainingTokens - 20_000,
      clearedTokens: dewpoint.originalTokens - dewpoint.remainingTokens - 110_000,
    })
    expect(server.requests).toEqual([])
  })

  it('clears nothing below the trigger, and says so', async () => {
    await bench.serve('small', [], counting({ input_tokens: 900 }))
    const check = await bench.client.arms.check({
      taskId: await bench.open(calls(5)),
      arm: 'clear-tool-uses',
      profileId: 'small',
    })
    expect(check.dewpoint.remainingTokens).toBe(check.dewpoint.originalTokens)
    expect(check.notes).toMatchObject([{ code: 'check-below-trigger' }])
  })

  it.each([
    ['codex-local', 'claude', { code: 'bad-input', hint: expect.stringContaining('clear-thinking') }],
    ['clear-thinking', 'sol', { code: 'not-allowed', hint: expect.stringContaining('Anthropic') }],
    ['clear-thinking', 'keyless', { code: 'not-allowed' }],
    ['clear-thinking', 'nobody', { code: 'not-allowed' }],
  ])('of %s by %s is refused', async (arm, profileId, problem) => {
    const taskId = await bench.open(calls(2))
    expect(await catchProblem(bench.client.arms.check({ taskId, arm, profileId }))).toMatchObject(problem)
  })
})

describe('a replay', () => {
  it('condenses at the trigger of the vendor, or at that of the policy where it has none', async () => {
    await bench.serve('compacting', [compactReply([sealed])], openai)
    const taskId = await bench.openPath(samplePath)
    const policies = [
      { id: 'own', arm: 'anthropic-compact', window: 200_000, profile: 'claude' },
      {
        id: 'lower',
        arm: 'anthropic-compact',
        window: 200_000,
        profile: 'claude',
        settings: { triggerTokens: 50_000 },
      },
      { id: 'policy', arm: 'openai-compact', window: 60_000, threshold: 60, profile: 'compacting' },
    ]
    for await (const event of await bench.client.replay.run({ taskId, policies })) {
      if (event.kind !== 'finished') continue
      const played = event.result.policies
      expect(
        played.flatMap(({ trigger }) => (trigger === undefined ? [] : describeUsedTrigger(trigger))),
      ).toEqual([
        'own trigger, at 150,000 tokens',
        'own trigger, at 50,000 tokens',
        'threshold, at 36,000 of 60,000 tokens',
      ])
      expect(played.map(({ firings }) => firings.length > 0)).toEqual([false, true, true])
      const [, lower, sealed] = played
      const quality = (policy: typeof lower, id: string) => policy?.firings[0]?.quality?.[id] ?? null
      expect(quality(lower, 'survival-path')).not.toBeNull()
      expect(quality(sealed, 'survival-path')).toBeNull()
      expect(quality(sealed, 'reduction')).toBeGreaterThan(10)
    }
  })
})

it('an experiment has no values of what is encrypted, and says why', async () => {
  await bench.serve('cells', [compactReply([sealed])], openai)
  const taskId = await bench.openPath(samplePath)
  const text = `name: vendors
tasks: ["${taskId}"]
checkpoints: { at: [0.6] }
variants:
  - { id: base, arm: codex-local }
  - { id: sealed, arm: openai-compact, profile: cells }
metrics: [facts, compression]
`
  const { id } = (await bench.client.experiments.start({ text, ignoreCache: true })).summary
  for await (const event of await bench.client.experiments.watch({ experimentId: id })) void event
  const { cells } = await bench.client.experiments.get({ experimentId: id })
  const cell = cells.find(({ variantId }) => variantId === 'sealed')
  expect(cell).toMatchObject({
    status: 'done',
    outcome: 'condensed',
    values: { 'survival-path': null, reduction: expect.any(Number) },
    gaps: { 'survival-path': { code: 'encrypted' } },
  })
  expect(cell?.gaps).not.toHaveProperty('reduction')
})
