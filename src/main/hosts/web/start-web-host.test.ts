import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { eventIterator, oc, type ContractRouterClient } from '@orpc/contract'
import { implement } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { noLog, type LogFields } from '../../../shared/installation/log-types.ts'
import { sessionHeader } from '../../../shared/library/session-header-contract.ts'
import { startWebHost, type WebHost } from './start-web-host.ts'

const testContract = {
  echo: oc.input(z.string()).output(z.string()),
  ticks: oc.output(eventIterator(z.number())),
}

let folder = ''
let host: WebHost
let ended: () => void
let streamEnded: Promise<void>
const announced = vi.fn<(address: string) => void>()

function testRouter() {
  const os = implement(testContract)
  return os.router({
    echo: os.echo.handler(({ input }) => input),
    ticks: os.ticks.handler(async function* ticks({ signal }) {
      try {
        for (let count = 0; ; count += 1) {
          yield count
          // The stream says one thing and then waits for the client to leave.
          if (count === 1) await new Promise((resolve) => signal?.addEventListener('abort', resolve))
        }
      } finally {
        ended()
      }
    }),
  })
}

const noted: unknown[] = []
const log = {
  ...noLog,
  warn: (event: string, fields?: LogFields): void => {
    noted.push([event, fields])
  },
}

beforeEach(async () => {
  noted.length = 0
  announced.mockClear()
  streamEnded = new Promise((resolve) => {
    ended = resolve
  })
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-web-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Dewpoint</title>')
  host = await startWebHost({
    // The host passes the router on unread, so a small contract shows all that the whole one would.
    dewpoint: { router: testRouter() as never, log },
    port: 0,
    rendererFolder: folder,
    onNewAddress: announced,
    maxBodyBytes: 10_000,
  })
})

afterEach(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

const chunked = 'transfer-encoding: chunked'

type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly body: string }

/** A request as nobody's browser would send it: `fetch` would resolve dots and set the host itself. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Answer> {
  const { hostname, port } = new URL(host.origin)
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      )
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/** Both halves of a session, as headers. */
async function openSession(token = host.token): Promise<Readonly<Record<string, string>>> {
  const answer = await send('POST', '/session', { origin: host.origin }, JSON.stringify({ token }))
  expect(answer.status).toBe(204)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return { cookie, [sessionHeader]: String(answer.headers[sessionHeader]) }
}

/** The head of a request, line by line. */
function buildRequestHead(path: string, session: Readonly<Record<string, string>>, length: string): string {
  const lines = Object.entries({ host: new URL(host.origin).host, origin: host.origin, ...session })
  const head = [`POST ${path} HTTP/1.1`, ...lines.map(([key, value]) => `${key}: ${value}`), length]
  return `${head.join('\r\n')}\r\n\r\n`
}

function clientWith(headers: Record<string, string>): ContractRouterClient<typeof testContract> {
  return createORPCClient(new RPCLink({ url: `${host.origin}/rpc`, headers }))
}

describe('the browser host', () => {
  it('prints an address on 127.0.0.1 with the token in the fragment, where no server sees it', () => {
    expect(host.address).toBe(`${host.origin}/#token=${host.token}`)
    expect(host.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(Buffer.from(host.token, 'base64url')).toHaveLength(32)
  })

  it('serves the page with its policy', async () => {
    const answer = await send('GET', '/')
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('<title>Dewpoint</title>')
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  it('lets no other origin read an answer', async () => {
    const answer = await send('GET', '/', { origin: 'https://evil.example' })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fetc/passwd',
    '/assets/../../x.html',
    '/none.html',
  ])('has nothing at %s', async (path) => {
    expect((await send('GET', path)).status).toBe(404)
  })

  it('answers the contract to a session', async () => {
    const session = await openSession()
    expect(await clientWith({ ...session, origin: host.origin }).echo('dew')).toBe('dew')
  })

  it('answers no other origin, cookie or not', async () => {
    const session = await openSession()
    await expect(
      clientWith({ ...session, origin: 'https://evil.example' }).echo('dew'),
    ).rejects.toMatchObject({
      status: 403,
    })
  })

  it('answers to no other host name', async () => {
    expect((await send('GET', '/', { host: 'evil.example' })).status).toBe(403)
    expect(noted).toEqual([['request-refused', { status: 403, path: '/' }]])
  })

  it.each(['', '{', '{}', '{"token":1}', '{"token":"wrong"}', '[]'])('refuses the token %j', async (body) => {
    const answer = await send('POST', '/session', { origin: host.origin }, body)
    expect(answer.status).toBe(401)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('refuses a token from another origin and leaves it unused', async () => {
    const body = JSON.stringify({ token: host.token })
    expect((await send('POST', '/session', { origin: 'https://evil.example' }, body)).status).toBe(403)
    await openSession()
  })

  it('refuses a token the second time and names a new address for the next browser', async () => {
    await openSession()
    const body = JSON.stringify({ token: host.token })
    const answer = await send('POST', '/session', { origin: host.origin }, body)
    expect(answer.status).toBe(401)
    const address = announced.mock.calls[0]?.[0] ?? ''
    await openSession(address.split('#token=')[1])
  })

  it('keeps the session of a browser that reloads the address', async () => {
    const session = await openSession()
    const answer = await send(
      'POST',
      '/session',
      { origin: host.origin, ...session },
      JSON.stringify({ token: host.token }),
    )
    expect(answer.status).toBe(204)
    expect(announced).not.toHaveBeenCalled()
  })

  it('streams, and ends the stream when the client goes away', async () => {
    const session = await openSession()
    const controller = new AbortController()
    const client = clientWith({ ...session, origin: host.origin })
    const stream = await client.ticks(undefined, { signal: controller.signal })
    expect(await stream.next()).toMatchObject({ value: 0 })
    controller.abort()
    await expect(streamEnded).resolves.toBeUndefined()
  })

  it('refuses a request that is too large, announced or not', async () => {
    const session = await openSession()
    const client = clientWith({ ...session, origin: host.origin })
    await expect(client.echo('x'.repeat(20_000))).rejects.toMatchObject({ status: 413 })
    const chunked = {
      ...session,
      origin: host.origin,
      'transfer-encoding': 'chunked',
      'content-type': 'application/json',
    }
    expect((await send('POST', '/rpc/echo', chunked, `{"json":"${'x'.repeat(20_000)}"}`)).status).toBe(413)
    expect(await client.echo('dew')).toBe('dew')
  })

  it.each([
    ['a call whose length is not announced', '/rpc/echo', chunked, 413],
    ['a call whose length is announced', '/rpc/echo', 'content-length: 99999999999', 413],
    ['a call of no method', '/rpc/none', chunked, 404],
    ['a form', '/rpc/echo', `content-type: multipart/form-data; boundary=b\r\n${chunked}`, 413],
    ['a form of fields', '/rpc/echo', `content-type: application/x-www-form-urlencoded\r\n${chunked}`, 413],
    ['bytes', '/rpc/echo', `content-type: application/octet-stream\r\n${chunked}`, 413],
    ['text', '/rpc/echo', `content-type: text/plain\r\n${chunked}`, 413],
    ['events', '/rpc/echo', `content-type: text/event-stream\r\n${chunked}`, 400],
    ['a token', '/session', chunked, 413],
    ['a call without a session', '/rpc/echo', chunked, 401],
  ])('refuses an upload without an end while it streams: %s', async (_, path, length, status) => {
    const session = status !== 401 ? await openSession() : {}
    const socket = connect(Number(new URL(host.origin).port), '127.0.0.1')
    const end = new Promise<string>((resolve) => {
      let answer = ''
      socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
      // The host cuts it off in the middle of what is sent.
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(answer))
    })
    socket.write(buildRequestHead(path, session, length))
    const piece = length.startsWith('content-length') ? 'x'.repeat(1000) : `3e8\r\n${'x'.repeat(1000)}\r\n`
    const sent = { bytes: 0 }
    const more = (): void => {
      if (socket.destroyed) return
      sent.bytes += piece.length
      socket.write(piece, () => setImmediate(more))
    }
    more()
    expect(await end).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    // What the system holds in its buffers is not the host's.
    expect(sent.bytes).toBeLessThan(50_000_000)
  })

  it('refuses what is announced to be too large before anything of it is sent', async () => {
    const socket = connect(Number(new URL(host.origin).port), '127.0.0.1')
    const heard = new Promise<string>((resolve) => {
      let answer = ''
      socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
      socket.on('close', () => resolve(answer))
    })
    socket.write(buildRequestHead('/rpc/echo', await openSession(), 'content-length: 10001'))
    expect(await heard).toMatch(/^HTTP\/1.1 413 /)
  })

  it('knows only the methods of the contract', async () => {
    const session = await openSession()
    const answer = await send('POST', '/rpc/toString', { ...session, origin: host.origin }, '{}')
    expect(answer.status).toBe(404)
  })

  it('says that a port is taken and what to do', async () => {
    const port = Number(new URL(host.origin).port)
    const second = startWebHost({
      dewpoint: { router: {} as never, log: noLog },
      port,
      rendererFolder: folder,
    })
    await expect(second).rejects.toMatchObject({
      code: 'bad-input',
      message: `Port ${port} is already in use.`,
      hint: expect.stringContaining('--port'),
    })
  })
})
