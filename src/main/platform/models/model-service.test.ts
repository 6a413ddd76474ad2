import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policySchema } from '../../../shared/installation/policy-types.ts'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import { createModel } from '../llm/create-model.ts'
import { startModelServer, type ModelServer, type Reply } from '../llm/testing/model-server.ts'
import type { CallScope, ModelService } from './model-service.ts'
import { writePolicy } from './stored-choices.ts'
import {
  hear,
  listEventKinds,
  makeBench,
  makeProfile,
  makeRequest,
  makeScope,
  type ModelsBench,
} from './testing/bench.ts'

/** 1,114 tokens of input at most and 1,000 of output, at a dollar and ten per million. */
const worstUsd = 0.011114
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
const open = async (script: readonly Reply[], scope?: CallScope) =>
  bench.open(service, await start(script), scope)
const taken = () => bench.taken()
const limit = (more: object): Promise<void> => writePolicy(bench.store, policySchema.parse(more))

describe('a call', () => {
  it('is reserved before it is made, and settled with what it did cost', async () => {
    let before: unknown
    const model = await open([{ ...answer, between: async () => void (before ??= await taken()) }])
    const heard = await hear(model)
    expect(heard.error).toBeNull()
    expect(listEventKinds(heard)[0]).toBe('call')
    expect(before).toEqual({ spentUsd: 0, reservedUsd: expect.closeTo(worstUsd, 8), calls: 1 })
    expect(await taken()).toEqual({ spentUsd: expect.closeTo(realUsd, 8), reservedUsd: 0, calls: 1 })
    expect(server?.requests[0]?.headers.authorization).toBe('Bearer sk-openai-0123456789')
  })

  it('is not made again for the same question, unless that is wished', async () => {
    const model = await open([answer])
    await hear(model)
    expect(listEventKinds(await hear(model))).toEqual(['cached', 'text', 'usage', 'stopped'])
    expect(server?.requests).toHaveLength(1)
    await hear(
      await bench.open(
        service,
        makeProfile({ baseUrl: server?.url ?? '' }),
        makeScope({ ignoreCache: true }),
      ),
    )
    expect(server?.requests).toHaveLength(2)
    expect(await taken()).toMatchObject({ calls: 2 })
  })

  it('that fails and is made again is reserved each time, and what was refused costs nothing', async () => {
    const heard = await hear(await open([failed(500), failed(429), answer]))
    expect(listEventKinds(heard).filter((kind) => kind === 'call')).toHaveLength(3)
    expect(await taken()).toEqual({ spentUsd: expect.closeTo(realUsd, 8), reservedUsd: 0, calls: 3 })
  })

  it.each<[string, Reply, object]>([
    ['is refused costs nothing', failed(401), { spentUsd: 0, reservedUsd: 0 }],
    [
      'breaks off costs what is known of it',
      {
        kind: 'broken',
        texts: ['x'.repeat(300)],
        by: 'error',
        message: 'odd',
        type: 'invalid_request_error',
      },
      { spentUsd: expect.closeTo(0.002, 3), reservedUsd: 0 },
    ],
  ])('that %s', async (_name, reply, expected) => {
    const { error } = await hear(await open([reply]))
    expect(error).toMatchObject({ name: 'ModelFailure' })
    expect(await taken()).toMatchObject(expected)
  })

  it('that is dropped without a word keeps its worst case, each time', async () => {
    const { error } = await hear(await open([{ kind: 'drop' }]))
    expect(error).toMatchObject({ code: 'network' })
    expect(await taken()).toEqual({ spentUsd: 0, reservedUsd: expect.closeTo(3 * worstUsd, 8), calls: 3 })
  })

  it('that reaches no server costs nothing', async () => {
    const profile = await start([answer])
    await server?.close()
    server = null
    const { error } = await hear(await bench.open(service, profile))
    expect(error).toMatchObject({ code: 'network' })
    expect(await taken()).toEqual({ spentUsd: 0, reservedUsd: 0, calls: 3 })
  })

  it('that is cancelled before anything is known keeps its worst case', async () => {
    const model = await open([{ kind: 'silence' }])
    const controller = new AbortController()
    const hearing = hear(model, makeRequest({ signal: controller.signal }))
    await server?.seen(1)
    controller.abort()
    expect((await hearing).error).toBeInstanceOf(Cancelled)
    expect(await taken()).toEqual({ spentUsd: 0, reservedUsd: expect.closeTo(worstUsd, 8), calls: 1 })
  })

  it('that nobody goes through with costs nothing', async () => {
    const model = await open([answer])
    for await (const { kind } of model.complete(makeRequest())) if (kind === 'call') break
    expect(server?.requests).toHaveLength(0)
    expect(await taken()).toEqual({ spentUsd: 0, reservedUsd: 0, calls: 1 })
  })

  it('is noted as sent before a byte of it leaves, and not made where that cannot be noted', async () => {
    const profile = await start([answer])
    const { spending } = bench.store
    const failing = {
      ...bench.store,
      spending: { ...spending, markSent: () => Promise.reject(new Error('full')) },
    }
    const stuck = bench.service({ store: failing })
    expect((await hear(await bench.open(stuck, profile))).error).toMatchObject({ message: 'full' })
    expect(server?.requests).toHaveLength(0)
    expect(await taken()).toEqual({ spentUsd: 0, reservedUsd: 0, calls: 1 })
    let sent = 0
    const noting: typeof spending.markSent = async (callId) => {
      expect(server?.requests).toHaveLength(0)
      sent += 1
      return spending.markSent(callId)
    }
    const noted = bench.service({ store: { ...bench.store, spending: { ...spending, markSent: noting } } })
    expect((await hear(await bench.open(noted, profile))).error).toBeNull()
    expect([sent, server?.requests.length]).toEqual([1, 1])
  })

  it('that nobody listens to any more is settled all the same', async () => {
    const model = await open([{ kind: 'broken', texts: ['one'], by: 'hang', usage }])
    for await (const { kind } of model.complete(makeRequest())) if (kind === 'text') break
    expect(await taken()).toMatchObject({ calls: 1 })
    expect((await taken()).spentUsd + (await taken()).reservedUsd).toBeGreaterThan(0)
  })
})

describe('a budget', () => {
  it.each<[string, object, Partial<CallScope>, RegExp]>([
    ['of a run', {}, { maxRunUsd: 0.01 }, /of the \$0\.0100 for this run are/],
    ['of a run in the policy', { budgetPerRunUsd: 0.01 }, {}, /for this run/],
    ['of an experiment', {}, { experimentId: 'e', maxExperimentUsd: 0.01 }, /for this experiment/],
    ['of a task', { budgetPerTaskUsd: 0.01 }, {}, /for this task/],
    ['of a day', { budgetPerDayUsd: 0.01 }, {}, /for today/],
  ])('%s stops the call before a byte leaves', async (_name, policy, scope, message) => {
    await limit(policy)
    const heard = await hear(await open([answer], makeScope(scope)))
    expect(heard.events).toEqual([])
    expect(heard.error).toMatchObject({ name: 'ModelFailure', code: 'budget' })
    expect(String(heard.error)).toMatch(/could cost up to \$0\.0111\. \$0 of/)
    expect(String(heard.error)).toMatch(message)
    expect(server?.requests).toHaveLength(0)
    expect(await taken()).toEqual({ spentUsd: 0, reservedUsd: 0, calls: 0 })
  })

  it('stops the second attempt where the first one used it up', async () => {
    const heard = await hear(await open([{ kind: 'drop' }, answer], makeScope({ maxRunUsd: worstUsd * 1.5 })))
    expect(listEventKinds(heard)).toEqual(['call'])
    expect(heard.error).toMatchObject({ code: 'budget' })
    expect(server?.requests).toHaveLength(1)
  })

  it('lets calls through until the next one could exceed it', async () => {
    const model = await open([answer], makeScope({ maxRunUsd: worstUsd + 1.5 * realUsd, ignoreCache: true }))
    expect((await hear(model)).error).toBeNull()
    expect((await hear(model)).error).toBeNull()
    expect((await hear(model)).error).toMatchObject({ code: 'budget' })
    expect(server?.requests).toHaveLength(2)
  })

  it('is not touched by answers that are kept', async () => {
    const model = await open([answer], makeScope({ maxRunUsd: worstUsd }))
    await hear(model)
    await limit({ budgetPerDayUsd: 0.000001 })
    expect(listEventKinds(await hear(model))).toContain('cached')
  })

  it('that is changed holds for the next call', async () => {
    const model = await open([answer], makeScope({ ignoreCache: true }))
    expect((await hear(model)).error).toBeNull()
    await limit({ budgetPerDayUsd: 0.001 })
    expect((await hear(model)).error).toMatchObject({ code: 'budget' })
  })

  it('cannot be kept without prices, and is not needed for a model that is free', async () => {
    const { baseUrl } = await start([answer])
    const scope = makeScope({ maxRunUsd: 0 })
    const unknown = await bench.open(service, makeProfile({ baseUrl, prices: {} }), scope)
    const { error } = await hear(unknown)
    expect(error).toMatchObject({ code: 'budget' })
    expect(String(error)).toContain('The price of model-1 for input and output is unknown')
    expect(server?.requests).toHaveLength(0)
    const free = await bench.open(service, makeProfile({ baseUrl, prices: { input: 0, output: 0 } }), scope)
    expect((await hear(free)).error).toBeNull()
    const unlimited = await bench.open(
      service,
      makeProfile({ baseUrl, prices: {} }),
      makeScope({ ignoreCache: true }),
    )
    expect((await hear(unlimited)).error).toBeNull()
  })
})

describe('a profile', () => {
  it('that cannot be used says why instead of giving a model', async () => {
    expect(await service.open('nobody', makeScope())).toEqual({
      ok: false,
      obstacle: 'There is no profile nobody.',
    })
    await bench.store.profiles.save(makeProfile({ vendor: 'openai-compatible' }))
    expect(await service.open('work', makeScope())).toMatchObject({
      obstacle: expect.stringMatching(/base URL/),
    })
    const keyless = bench.service({ environment: {} })
    await bench.store.profiles.save(makeProfile())
    expect(await keyless.open('work', makeScope())).toMatchObject({
      obstacle: expect.stringMatching(/^No key/),
    })
  })

  it('that was given its key for a name gives a model without it', async () => {
    const profile = makeProfile({ name: 'Mine: sk-openai-0123456789' })
    const model = await bench.open(bench.service(), profile)
    expect(model.info.label).toBe('Mine: [key removed] (model-1)')
  })

  it('gives a model with its name, its window and its prices', async () => {
    const { info } = await bench.open(service, makeProfile({ supportsImages: true }))
    expect(info).toEqual({
      id: 'work',
      label: 'Work (model-1)',
      windowTokens: 100_000,
      maxOutputTokens: 4096,
      supportsImages: true,
      prices: { input: 1, output: 10 },
      isExtractive: false,
    })
  })
})

describe('a recording', () => {
  const recorded = makeProfile({
    id: 'tape',
    vendor: 'recorded',
    recording: { file: 'tape.jsonl', profileId: 'work' },
  })

  it('keeps the answers of its source within the budgets, and needs no key to give them again', async () => {
    await bench.store.profiles.save(await start([answer]))
    const recording = await bench.open(service, recorded, makeScope({ maxRunUsd: worstUsd }))
    expect(listEventKinds(await hear(recording))).toContain('call')
    expect(await taken()).toMatchObject({ spentUsd: expect.closeTo(realUsd, 8), calls: 1 })
    expect((await hear(recording, makeRequest({ system: 'Other.' }))).error).toMatchObject({ code: 'budget' })
    const keyless = bench.service({ environment: {} })
    const replay = await bench.open(keyless, recorded)
    expect(listEventKinds(await hear(replay))).toEqual(['cached', 'text', 'usage', 'stopped'])
    expect((await hear(replay, makeRequest({ system: 'Other.' }))).error).toMatchObject({
      code: 'authentication',
      message: expect.stringMatching(/^No key/),
    })
    expect(server?.requests).toHaveLength(1)
  })

  it('without a source says what it does not hold', async () => {
    const alone = { ...recorded, recording: { file: 'tape.jsonl', profileId: null } }
    expect((await hear(await bench.open(service, alone))).error).toMatchObject({ code: 'bad-request' })
  })
})
