import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policySchema } from '../../../shared/installation/policy-types.ts'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import { answering, scriptedModel } from '../../kernel/testing/scripted-model.ts'
import { createBulkCounter } from '../../kernel/tokens/bulk-counter.ts'
import { createModel } from '../llm/create-model.ts'
import { startModelServer, type ModelServer, type Reply } from '../llm/testing/model-server.ts'
import type { ModelService } from './model-service.ts'
import { writePolicy } from './stored-choices.ts'
import { testRequest } from './test-model.ts'
import { makeBench, makeProfile, type ModelsBench } from './testing/bench.ts'

/** Of every answer; a dollar and ten per million. */
const usage = { input: 120, output: 34, cacheWrites: 0, cacheReads: 0 }
const realUsd = 0.00046

const answer: Reply = { kind: 'answer', texts: ['Sum', 'mary'], usage }
const failed = (status: number): Reply => ({ kind: 'error', status })

let bench: ModelsBench
let service: ModelService
let server: ModelServer | null = null
beforeEach(async () => {
  bench = await makeBench()
  service = bench.service({
    createModel: (options) =>
      createModel(options, { now: () => 0, random: () => 0, pause: () => Promise.resolve() }),
  })
})
afterEach(async () => {
  await server?.close()
  server = null
  await bench.clean()
})

async function start(script: readonly Reply[]): Promise<ModelProfile> {
  server = await startModelServer({ protocol: 'openai-chat', script })
  return makeProfile({ baseUrl: server.url })
}
const taken = () => bench.store.spending.since(0)
const limit = (more: object): Promise<void> => writePolicy(bench.store, policySchema.parse(more))

describe('a connection test', () => {
  it('asks past the cache, counts its cost and says how long it took', async () => {
    const profile = await start([answer])
    for (let round = 0; round < 2; round += 1) {
      expect(await service.test(profile)).toMatchObject({
        ok: true,
        message: 'Work (model-1) answered in 0.0 s.',
        code: '',
        usage,
        costUsd: expect.closeTo(realUsd, 8),
        missingPrices: [],
        tokenCount: null,
      })
    }
    expect(server?.requests).toHaveLength(2)
    expect(server?.requests[0]?.body).toMatchObject({ max_completion_tokens: 16 })
    expect(await taken()).toMatchObject({ spentUsd: expect.closeTo(2 * realUsd, 8), calls: 2 })
  })

  it('sets the vendor’s own count beside ours', async () => {
    server = await startModelServer({ protocol: 'anthropic', script: [answer], countedTokens: 21 })
    expect(await service.test(makeProfile({ vendor: 'anthropic', baseUrl: server.url }))).toMatchObject({
      ok: true,
      tokenCount: { vendor: 21, ours: 8 },
    })
  })

  it.each<[string, Reply, string]>([
    ['is not let in', failed(401), 'authentication'],
    ['finds no model', failed(404), 'bad-request'],
    ['meets an overloaded server', failed(529), 'overloaded'],
    ['is cut off', { kind: 'broken', texts: [], by: 'cut' }, 'network'],
  ])('that %s says so', async (_name, reply, code) => {
    expect(await service.test(await start([reply]))).toMatchObject({
      ok: false,
      code,
      message: expect.stringMatching(/^.+\.|[a-z]$/),
      tokenCount: null,
    })
  })

  it('that no key is there for, or no budget, makes no call', async () => {
    const profile = await start([answer])
    expect(await bench.service({ environment: {} }).test(profile)).toMatchObject({
      ok: false,
      code: 'authentication',
    })
    await limit({ budgetPerDayUsd: 0.0001 })
    expect(await service.test(profile)).toMatchObject({ ok: false, code: 'budget', costUsd: 0 })
    expect(server?.requests).toHaveLength(0)
  })

  it('of a model that says nothing warns of that', async () => {
    expect(await service.test(await start([{ ...answer, texts: [' '] }]))).toMatchObject({
      ok: true,
      message: 'Work (model-1) answered in 0.0 s.',
      warning: expect.stringMatching(/^The answer was empty/),
    })
    expect(await service.test(await start([answer]))).not.toHaveProperty('warning')
  })

  it.each<[string, Reply]>([
    ['before the first byte', { kind: 'silence' }],
    ['within the answer', { kind: 'broken', texts: ['x'], by: 'pings' }],
  ])('ends by a cancel %s', async (_name, reply) => {
    const profile = await start([reply])
    const controller = new AbortController()
    const testing = service.test({ ...profile, timeoutMs: 600_000 }, controller.signal)
    const request = await server?.seen(1)
    controller.abort()
    await expect(testing).rejects.toBeInstanceOf(Cancelled)
    await request?.closed
  })

  it('waits less long than a run may', async () => {
    const waits: number[] = []
    const hasty = bench.service({
      createModel: ({ timeoutMs, info }) => {
        waits.push(timeoutMs)
        return { ...scriptedModel(answering('ready')), info }
      },
    })
    await hasty.test(makeProfile({ timeoutMs: 600_000 }))
    await hasty.test(makeProfile({ timeoutMs: 2000 }))
    expect([...new Set(waits)]).toEqual([30_000, 2000])
  })

  it('of a recording looks whether it is there', async () => {
    const profile = makeProfile({ vendor: 'recorded', recording: { file: 'a.jsonl', profileId: null } })
    expect(await service.test(profile)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/cannot be read/),
    })
    await mkdir(join(bench.folder, 'recordings'))
    await writeFile(join(bench.folder, 'recordings', 'a.jsonl'), '')
    expect(await service.test(profile)).toMatchObject({ ok: true, code: '' })
    expect(await service.test({ ...profile, recording: { file: 'a', profileId: 'gone' } })).toMatchObject({
      ok: false,
    })
  })
})

it('knows the size of its test request without counting it', async () => {
  const counter = await createBulkCounter()
  const texts = [testRequest.system, ...testRequest.messages.map(({ content }) => content)]
  const tokens = texts.reduce((sum, text) => sum + counter.count(typeof text === 'string' ? text : ''), 0)
  expect(testRequest.inputTokens).toBe(tokens)
})
