import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import { createModel } from './create-model.ts'
import { hear, createTestModel, buildRequest } from './testing/ask.ts'
import { everyProtocol, serve } from './testing/serve.ts'

/** None of these servers ever ends by itself: a call that ended did so because of the cancel. */
describe.each(everyProtocol)('a cancel over %s', (protocol) => {
  it('comes too early for any request', async () => {
    const server = await serve(protocol, { kind: 'silence' })
    const heard = await hear(
      createTestModel(protocol, server.url),
      buildRequest({ signal: AbortSignal.abort() }),
    )
    expect(heard.error).toBeInstanceOf(Cancelled)
    expect(server.requests).toHaveLength(0)
  })

  it('ends a connection that is not made yet', async () => {
    // Accepts connections and never speaks: for TLS, that is a handshake without end.
    const silent = createServer()
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const accepted = once(silent, 'connection')
    const controller = new AbortController()
    const hearing = hear(
      createTestModel(protocol, `https://127.0.0.1:${port}`),
      buildRequest({ signal: controller.signal }),
    )
    const [socket] = (await accepted) as [
      { destroy: () => void; once: (name: string, done: () => void) => void },
    ]
    onTestFinished(() => {
      socket.destroy()
      silent.close()
    })
    controller.abort()
    expect((await hearing).error).toBeInstanceOf(Cancelled)
  })

  it('ends the wait for the first byte, and closes the connection', async () => {
    const server = await serve(protocol, { kind: 'silence' })
    const controller = new AbortController()
    const hearing = hear(createTestModel(protocol, server.url), buildRequest({ signal: controller.signal }))
    const { closed } = await server.seen(1)
    controller.abort()
    expect((await hearing).error).toBeInstanceOf(Cancelled)
    await closed
    expect(server.requests).toHaveLength(1)
  })

  it('ends an answer in its middle, tells what it used, and closes the connection', async () => {
    const server = await serve(protocol, { kind: 'broken', texts: ['So far'], by: 'hang' })
    const controller = new AbortController()
    const { error, events, text } = await hear(
      createTestModel(protocol, server.url),
      buildRequest({ signal: controller.signal }),
      ({ kind }) => {
        if (kind === 'text') controller.abort()
      },
    )
    expect(error).toBeInstanceOf(Cancelled)
    expect(text).toBe('So far')
    expect(events.some(({ kind }) => kind === 'usage')).toBe(true)
    await server.requests[0]?.closed
    expect(server.requests).toHaveLength(1)
  })

  it('ends the wait between two attempts', async () => {
    const server = await serve(protocol, { kind: 'error', status: 429, headers: { 'retry-after': '59' } })
    const waits = Promise.withResolvers<void>()
    const { info } = createTestModel(protocol, server.url)
    const { pause } = await import('./wire/pause.ts')
    const model = createModel(
      {
        vendor: protocol === 'anthropic' ? 'anthropic' : 'openai',
        api: 'chat-completions',
        info,
        model: 'model-1',
        baseUrl: server.url,
        key: null,
        timeoutMs: 30_000,
      },
      {
        now: Date.now,
        random: () => 0,
        pause: (durationMs, signal) => {
          waits.resolve()
          return pause(durationMs, signal)
        },
      },
    )
    const controller = new AbortController()
    const hearing = hear(model, buildRequest({ signal: controller.signal }))
    await waits.promise
    controller.abort()
    expect((await hearing).error).toBeInstanceOf(Cancelled)
    expect(server.requests).toHaveLength(1)
  })

  it('is not needed by whoever stops listening: the connection closes as well', async () => {
    const server = await serve(protocol, { kind: 'broken', texts: ['So far'], by: 'hang' })
    for await (const { kind } of createTestModel(protocol, server.url).complete(buildRequest())) {
      if (kind === 'text') break
    }
    await server.requests[0]?.closed
    expect(server.requests).toHaveLength(1)
  })
})

it('ends a count of tokens', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection')
  const controller = new AbortController()
  const { countTokens } = createTestModel('anthropic', `http://127.0.0.1:${port}`)
  const counting = countTokens?.(buildRequest({ signal: controller.signal }))
  const [socket] = (await accepted) as [{ destroy: () => void }]
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  controller.abort()
  await expect(counting).rejects.toBeInstanceOf(Cancelled)
})
