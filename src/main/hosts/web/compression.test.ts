import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eventIterator, oc } from '@orpc/contract'
import { implement } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { noLog } from '../../../shared/installation/log-types.ts'
import { sessionHeader } from '../../../shared/library/session-header-contract.ts'
import { serveAssets } from './compression.ts'
import { startWebHost, type WebHost } from './start-web-host.ts'

const script = 'const word = 1\n'.repeat(10_000)
const long = 'word '.repeat(100_000)

const os = implement({ long: oc.output(z.string()), ticks: oc.output(eventIterator(z.number())) })
const router = os.router({
  long: os.long.handler(() => long),
  ticks: os.ticks.handler(async function* ticks() {
    yield 1
  }),
})

let folder = ''
let host: WebHost
let session: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Dewpoint</title>'.padEnd(5000))
  await writeFile(join(folder, 'assets', 'index-abc.js'), script)
  await writeFile(join(folder, 'assets', 'small-abc.js'), 'small')
  await writeFile(join(folder, 'assets', 'icon-abc.png'), Buffer.alloc(5000))
  // The host passes the router on unread, so a small contract shows all that the whole one would.
  const dewpoint = { router: router as never, log: noLog }
  host = await startWebHost({ dewpoint, port: 0, rendererFolder: folder })
  const token = JSON.stringify({ token: host.token })
  const { headers } = await send(
    'POST',
    '/session',
    { origin: host.origin, 'content-type': 'application/json' },
    token,
  )
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  session = { cookie, [sessionHeader]: String(headers[sessionHeader]) }
})

afterAll(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }

/** A request whose answer nobody unpacks. */
function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<Answer> {
  const { hostname, port } = new URL(host.origin)
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, headers }, (response) => {
      const { statusCode: status = 0 } = response
      buffer(response).then((bytes) => resolve({ status, headers: response.headers, bytes }), reject)
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

const get = (path: string, encodings: string): Promise<Answer> =>
  send('GET', path, { 'accept-encoding': encodings })

function call(name: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const own = { ...session, origin: host.origin, 'content-type': 'application/json' }
  return send('POST', `/rpc/${name}`, { ...own, ...headers }, '{}')
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', 'identity'],
  ['br;q=0.0', 'identity'],
  ['', 'identity'],
] as const)('a part of the page for a browser that takes %j is sent as %s', async (encodings, encoding) => {
  for (const time of ['first', 'second']) {
    const { headers, bytes } = await get('/assets/index-abc.js', encodings)
    expect([time, headers['content-encoding'] ?? 'identity']).toEqual([time, encoding])
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
    expect(headers['content-length']).toBe(String(bytes.length))
    expect(unpack[encoding](bytes).toString()).toBe(script)
  }
})

it.each([
  ['is small', '/assets/small-abc.js'],
  ['is compressed already', '/assets/icon-abc.png'],
  ['may be another one tomorrow', '/'],
])('a part of the page that %s is sent as it is', async (_, path) => {
  expect((await get(path, 'br')).headers['content-encoding']).toBeUndefined()
})

it('an answer of the contract is compressed', async () => {
  const { headers, bytes } = await call('long', { 'accept-encoding': 'br' })
  expect(headers['content-encoding']).toBe('br')
  expect(JSON.parse(unpack.br(bytes).toString())).toEqual({ json: long })
  expect(bytes.length).toBeLessThan(long.length / 100)
  expect((await call('long', { 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined()
})

it('another site gets no answer whose length it could compare', async () => {
  const { status, headers } = await call('long', { 'accept-encoding': 'br', origin: 'https://evil.example' })
  expect([status, headers['content-encoding']]).toEqual([403, undefined])
})

it('events are not compressed: each has to leave at once', async () => {
  const { headers } = await call('ticks', { 'accept-encoding': 'br' })
  expect(headers['content-type']).toBe('text/event-stream')
  expect(headers['content-encoding']).toBeUndefined()
})

it('compresses a file once for all hosts of a process', async () => {
  const ofHost = () => serveAssets(folder)('/assets/index-abc.js', 'br')
  const [first, second] = [await ofHost(), await ofHost()]
  expect(second?.headers).toMatchObject({ 'Content-Encoding': 'br' })
  expect(second?.bytes).toBe(first?.bytes)
})
