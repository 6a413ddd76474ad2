import { afterEach, describe, expect, it, vi } from 'vitest'
import { requireFailure, hear, createTestModel, type Heard } from './testing/ask.ts'
import type { Reply } from './testing/model-server.ts'
import { everyProtocol, serve } from './testing/serve.ts'

const fine: Reply = { kind: 'answer', texts: ['Fine.'] }

function countCalls({ events }: Heard): number {
  return events.filter(({ kind }) => kind === 'call').length
}

afterEach(() => void vi.useRealTimers())

describe.each(everyProtocol)('over %s', (protocol) => {
  it.each<readonly [string, Reply]>([
    ['a rate limit', { kind: 'error', status: 429, type: 'rate_limit_error' }],
    ['an overload', { kind: 'error', status: 529, type: 'overloaded_error' }],
    ['a fault of the server', { kind: 'error', status: 500 }],
    ['a gateway without its server', { kind: 'error', status: 502, body: '<html><title>502</title></html>' }],
    ['a service that is away', { kind: 'error', status: 503 }],
    ['a timeout of the server', { kind: 'error', status: 408 }],
    ['a conflict', { kind: 'error', status: 409 }],
    ['a connection that closes without an answer', { kind: 'drop' }],
    ['an answer that is cut', { kind: 'broken', texts: ['Half of '], by: 'cut' }],
    ['an answer that ends too early', { kind: 'broken', texts: ['Half of '], by: 'end' }],
    ['an overload within the answer', { kind: 'broken', texts: ['Half of '], by: 'error' }],
  ])('asks again after %s', async (_, fault) => {
    const server = await serve(protocol, [fault, fine])
    const heard = await hear(createTestModel(protocol, server.url))
    expect(heard).toMatchObject({ error: null, text: 'Fine.' })
    expect(countCalls(heard)).toBe(2)
    expect(server.requests).toHaveLength(2)
  })

  it.each<readonly [string, Reply, string]>([
    ['overload', { kind: 'error', status: 503 }, 'overloaded'],
    ['rate limits', { kind: 'error', status: 429 }, 'rate-limit'],
    ['cuts', { kind: 'broken', texts: ['x'], by: 'cut' }, 'network'],
  ])('gives up after three attempts that end in %s', async (_, fault, code) => {
    const server = await serve(protocol, fault)
    const heard = await hear(createTestModel(protocol, server.url))
    expect(requireFailure(heard)).toMatchObject({ code })
    expect(countCalls(heard)).toBe(3)
    expect(server.requests).toHaveLength(3)
  })

  it.each([400, 401, 402, 403, 404, 413, 422, 451])('never asks again after a %i', async (status) => {
    const server = await serve(protocol, [{ kind: 'error', status }, fine])
    const heard = await hear(createTestModel(protocol, server.url))
    expect(requireFailure(heard).isRetryable).toBe(false)
    expect(server.requests).toHaveLength(1)
  })

  it.each<readonly [string, Reply]>([
    ['before the first byte', { kind: 'silence' }],
    ['within the answer', { kind: 'broken', texts: ['x'], by: 'hang' }],
    ['of pings alone', { kind: 'broken', texts: [], by: 'pings' }],
    ['of pings within the answer', { kind: 'broken', texts: ['x'], by: 'pings' }],
  ])('never asks again after a silence %s', async (_, reply) => {
    const server = await serve(protocol, reply)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hearing = hear(createTestModel(protocol, server.url, { timeoutMs: 50 }))
    await server.seen(1)
    const passing = setInterval(() => vi.advanceTimersByTime(50))
    const heard = await hearing.finally(() => clearInterval(passing))
    expect(requireFailure(heard)).toMatchObject({
      code: 'timeout',
      message: 'The server sent no part of an answer for 0.05 s.',
    })
    expect(countCalls(heard)).toBe(1)
    expect(server.requests).toHaveLength(1)
    await Promise.all(server.requests.map(({ closed }) => closed))
  })

  it('obeys the server that says how long to wait', async () => {
    const pauses: number[] = []
    const limited = (headers: Record<string, string>): Reply => ({ kind: 'error', status: 429, headers })
    const server = await serve(protocol, [
      limited({ 'retry-after': '7' }),
      limited({ 'retry-after-ms': '1250', 'retry-after': '7' }),
      fine,
    ])
    const { text } = await hear(createTestModel(protocol, server.url, {}, pauses))
    expect(text).toBe('Fine.')
    expect(pauses).toEqual([7000, 1250])
  })

  it('waits longer each time where the server says nothing of it', async () => {
    const pauses: number[] = []
    const server = await serve(protocol, { kind: 'error', status: 500 })
    await hear(createTestModel(protocol, server.url, {}, pauses))
    expect(pauses).toEqual([500, 1000])
  })

  it('fails at once when the server asks for more than a minute, and says for how long', async () => {
    const pauses: number[] = []
    const server = await serve(protocol, [
      { kind: 'error', status: 429, headers: { 'retry-after': '600' } },
      fine,
    ])
    const failure = requireFailure(await hear(createTestModel(protocol, server.url, {}, pauses)))
    expect(failure).toMatchObject({ code: 'rate-limit', retryAfterMs: 600_000 })
    expect(failure.message).toMatch(/It asks to wait 10 minutes\.$/)
    expect(server.requests).toHaveLength(1)
    expect(pauses).toEqual([])
  })

  it('asks again when nothing answers, and then says where', async () => {
    const server = await serve(protocol, fine)
    await server.close()
    const heard = await hear(createTestModel(protocol, server.url))
    expect(requireFailure(heard)).toMatchObject({
      code: 'network',
      isUnsent: true,
      message: `Nothing answers at ${server.url}: the server does not run, or the address is wrong.`,
    })
    expect(countCalls(heard)).toBe(3)
  })
})

it('never asks again when the account has no credit left', async () => {
  const server = await serve('openai-chat', { kind: 'error', status: 429, type: 'insufficient_quota' })
  const failure = requireFailure(await hear(createTestModel('openai-chat', server.url)))
  expect(failure).toMatchObject({ code: 'rate-limit', isRetryable: false })
  expect(failure.message).toMatch(/has no credit left \(429\)/)
  expect(server.requests).toHaveLength(1)
})
