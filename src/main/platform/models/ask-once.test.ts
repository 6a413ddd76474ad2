import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import { startModelServer, type ModelServer, type Reply } from '../llm/testing/model-server.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import type { CallScope, ModelService } from './model-service.ts'
import {
  hear,
  listEventKinds,
  makeBench,
  makeProfile,
  makeRequest,
  makeScope,
  noonTs,
  type ModelsBench,
} from './testing/bench.ts'

/** Of 120 tokens in and 34 out, at a dollar and ten per million. */
const realUsd = 0.00046
const usage = { input: 120, output: 34, cacheWrites: 0, cacheReads: 0 }

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

let bench: ModelsBench
let service: ModelService
let server: ModelServer
let others: Store[]
let release: () => void
let released: Promise<void>
beforeEach(async () => {
  bench = await makeBench()
  others = []
  service = bench.service({ pause: nextTurn })
  const { promise, resolve } = Promise.withResolvers<void>()
  release = resolve
  released = promise
})
afterEach(async () => {
  release()
  await server.close()
  for (const store of others) await store.close()
  await bench.clean()
})

/** A profile on a server whose answers begin at once and end when they are released. */
async function profileOn(script: readonly Reply[], more: Partial<ModelProfile> = {}): Promise<ModelProfile> {
  server = await startModelServer({ protocol: 'openai-chat', script })
  return makeProfile({ vendor: 'openai-compatible', baseUrl: server.url, ...more })
}
const slow = (text: string, stop: 'finished' | 'max-tokens' = 'finished'): Reply => ({
  kind: 'answer',
  texts: [text, '.'],
  usage,
  stop,
  between: (index) => (index === 0 ? Promise.resolve() : released),
})
const runs = (count: number): readonly CallScope[] =>
  Array.from({ length: count }, (_, index) => makeScope({ runId: `run-${index}` }))
const open = (profile: ModelProfile, scope: CallScope) => bench.open(service, profile, scope)
const joinText = ({ events }: Awaited<ReturnType<typeof hear>>): string =>
  events.map((event) => (event.kind === 'text' ? event.text : '')).join('')
const taken = () => bench.taken()

/** A service of another process over the same data folder. */
async function otherProcess(isAlive: (processId: number) => boolean = () => true): Promise<{
  readonly service: ModelService
  readonly store: Store
}> {
  const store = await openStore({
    folder: bench.folder,
    clock: () => noonTs,
    processId: process.pid + 1 + others.length,
    isProcessAlive: isAlive,
  })
  others.push(store)
  return { store, service: bench.service({ store, pause: nextTurn }) }
}

describe('identical requests in flight', () => {
  it('are one call, which the first one pays for and the others have as a kept answer', async () => {
    const profile = await profileOn([slow('Summary')])
    const models = await Promise.all(runs(5).map((scope) => open(profile, scope)))
    const hearing = models.map((model) => hear(model))
    await server.seen(1)
    release()
    const heard = await Promise.all(hearing)
    expect(heard.map(joinText)).toEqual(Array.from({ length: 5 }, () => 'Summary.'))
    expect(heard.filter((one) => listEventKinds(one).includes('call'))).toHaveLength(1)
    expect(heard.filter((one) => listEventKinds(one)[0] === 'cached')).toHaveLength(4)
    expect(server.requests).toHaveLength(1)
    expect(await taken()).toEqual({ spentUsd: expect.closeTo(realUsd, 8), reservedUsd: 0, calls: 1 })
  })

  it('are one call of two processes as well', async () => {
    const profile = await profileOn([slow('Summary')])
    const other = await otherProcess()
    const [one, two] = [makeScope(), makeScope({ runId: 'run-2' })]
    const hearing = [hear(await open(profile, one)), hear(await bench.open(other.service, profile, two))]
    await server.seen(1)
    release()
    const heard = await Promise.all(hearing)
    expect(heard.map(joinText)).toEqual(['Summary.', 'Summary.'])
    expect(server.requests).toHaveLength(1)
    expect(await taken()).toMatchObject({ calls: 1 })
  })

  it('are asked by whoever is left when the process that asked them is gone', async () => {
    const profile = await profileOn([slow('Summary')])
    const dead = await otherProcess()
    const hash = Promise.withResolvers<string>()
    const { claims } = dead.store
    const claiming = {
      ...dead.store,
      claims: {
        ...claims,
        take: (work: string, forMs: number) => {
          hash.resolve(work)
          return claims.take(work, forMs)
        },
      },
    }
    const dying = bench.service({ store: claiming, pause: nextTurn })
    const controller = new AbortController()
    const abandoned = hear(await bench.open(dying, profile), makeRequest({ signal: controller.signal }))
    await server.seen(1)
    expect(await bench.store.claims.take(await hash.promise, 1000)).toBe(false)
    const survivor = await otherProcess(() => false)
    release()
    const heard = await hear(await bench.open(survivor.service, profile))
    expect(joinText(heard)).toBe('Summary.')
    expect(server.requests).toHaveLength(2)
    controller.abort()
    await abandoned
  })

  it.each<[string, object, object]>([
    ['for another of several answers', { sample: 2 }, {}],
    ['where an answer of one’s own is wished', { ignoreCache: true }, {}],
    ['of another text', {}, { system: 'Shorten.' }],
  ])('%s are calls of their own', async (_name, scope, request) => {
    const profile = await profileOn([slow('Summary')])
    const [first, second] = [await open(profile, makeScope()), await open(profile, makeScope(scope))]
    const hearing = [hear(first), hear(second, makeRequest(request))]
    await server.seen(2)
    release()
    expect((await Promise.all(hearing)).map(listEventKinds)).toEqual([
      expect.arrayContaining(['call']),
      expect.arrayContaining(['call']),
    ])
  })

  it('of two profiles on one server are one call', async () => {
    const profile = await profileOn([slow('Summary')])
    const models = [await open(profile, makeScope()), await open({ ...profile, id: 'home' }, makeScope())]
    const hearing = models.map((model) => hear(model))
    await server.seen(1)
    release()
    expect((await Promise.all(hearing)).map(joinText)).toEqual(['Summary.', 'Summary.'])
    expect(server.requests).toHaveLength(1)
  })

  it('share an answer that is not kept, too', async () => {
    const profile = await profileOn([slow('Half', 'max-tokens')])
    const models = await Promise.all(runs(2).map((scope) => open(profile, scope)))
    const hearing = models.map((model) => hear(model))
    await server.seen(1)
    release()
    for (const { events } of await Promise.all(hearing))
      expect(events.at(-1)).toEqual({ kind: 'stopped', reason: 'max-tokens' })
    expect(server.requests).toHaveLength(1)
  })
})

describe('whoever waits for a call of another', () => {
  it('leaves alone: the call goes on for those who stay, and is paid once', async () => {
    const profile = await profileOn([slow('Summary')])
    const models = await Promise.all(runs(3).map((scope) => open(profile, scope)))
    const controllers = models.map(() => new AbortController())
    const hearing = models.map((model, index) =>
      hear(model, makeRequest({ signal: controllers[index]!.signal })),
    )
    await server.seen(1)
    controllers[0]?.abort()
    controllers[1]?.abort()
    expect((await hearing[0]!).error).toBeInstanceOf(Cancelled)
    expect((await hearing[1]!).error).toBeInstanceOf(Cancelled)
    release()
    const last = await hearing[2]!
    expect([joinText(last), last.error]).toEqual(['Summary.', null])
    expect(server.requests).toHaveLength(1)
    expect(await taken()).toEqual({ spentUsd: expect.closeTo(realUsd, 8), reservedUsd: 0, calls: 1 })
  })

  it('ends the call when it is the last one to leave', async () => {
    const profile = await profileOn([slow('Summary')])
    const models = await Promise.all(runs(3).map((scope) => open(profile, scope)))
    const controller = new AbortController()
    const hearing = models.map((model) => hear(model, makeRequest({ signal: controller.signal })))
    const { closed } = await server.seen(1)
    controller.abort()
    for (const { error } of await Promise.all(hearing)) expect(error).toBeInstanceOf(Cancelled)
    await closed
    const again = hear(models[0]!)
    await server.seen(2)
    release()
    expect(joinText(await again)).toBe('Summary.')
  })

  it('hears of a failure that it would meet as well', async () => {
    const profile = await profileOn([{ kind: 'error', status: 401 }])
    const models = await Promise.all(runs(3).map((scope) => open(profile, scope)))
    for (const { error } of await Promise.all(models.map((model) => hear(model))))
      expect(error).toMatchObject({ code: 'authentication' })
    expect(server.requests).toHaveLength(1)
  })

  it('asks itself where the other one was stopped by a budget of its own', async () => {
    const profile = await profileOn([slow('Summary')])
    release()
    const poor = await open(profile, makeScope({ maxRunUsd: 0 }))
    const rich = await open(profile, makeScope({ runId: 'run-2' }))
    const [stopped, heard] = await Promise.all([hear(poor), hear(rich)])
    expect(stopped.error).toMatchObject({ code: 'budget' })
    expect(joinText(heard)).toBe('Summary.')
    expect(server.requests).toHaveLength(1)
  })
})

it('a recording asks its source once for identical requests in flight', async () => {
  const profile = await profileOn([slow('Summary')])
  await bench.store.profiles.save(profile)
  const tape = makeProfile({
    id: 'tape',
    vendor: 'recorded',
    recording: { file: 'tape.jsonl', profileId: profile.id },
  })
  const models = [await open(tape, makeScope()), await open(tape, makeScope({ runId: 'run-2' }))]
  const hearing = models.map((model) => hear(model))
  await server.seen(1)
  release()
  expect((await Promise.all(hearing)).map(joinText)).toEqual(['Summary.', 'Summary.'])
  expect(server.requests).toHaveLength(1)
})
