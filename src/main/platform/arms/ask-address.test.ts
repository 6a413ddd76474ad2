import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import { askAddress, type AddressRun } from './ask-address.ts'

let server: Server
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function serve(listener: RequestListener): Promise<URL> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/condense`)
}

const ask = async (
  listener: RequestListener,
  more: Partial<AddressRun> = {},
  signal = new AbortController().signal,
) =>
  askAddress(
    {
      arm: 'the arm',
      address: await serve(listener),
      key: null,
      document: '{"version":1}',
      timeLimitMs: 60_000,
      outputLimitBytes: 10_000,
      ...more,
    },
    signal,
  )

describe('an address', () => {
  it('is posted the document, and no key where it is given none', async () => {
    let seen: unknown
    const reply = await ask((request, response) => {
      const { method, headers } = request
      request.setEncoding('utf8').on('data', (body: string) => {
        seen = [method, headers['content-type'], headers.authorization, body]
        response.end('{"messages":[]}')
      })
    })
    expect(reply).toEqual({ kind: 'answered', text: '{"messages":[]}' })
    expect(seen).toEqual(['POST', 'application/json', undefined, '{"version":1}'])
  })

  it('is given the key of a profile as a bearer token', async () => {
    const reply = await ask((request, response) => response.end(request.headers.authorization), {
      key: 'secret',
    })
    expect(reply).toEqual({ kind: 'answered', text: 'Bearer secret' })
  })
})

describe('a bad address', () => {
  it.each<[string, RequestListener, Partial<AddressRun>, string, RegExp]>([
    [
      'redirects elsewhere',
      (_, response) => response.writeHead(307, { location: 'http://models.example.com/' }).end(),
      {},
      'arm-redirect',
      /redirects to http:\/\/models\.example\.com\/\. Redirects are not followed/,
    ],
    ['hangs', () => undefined, { timeLimitMs: 200 }, 'arm-time-limit', /complete answer/],
    [
      'drips',
      (_, response) => void setInterval(() => response.write(' '), 20).unref(),
      { timeLimitMs: 300 },
      'arm-time-limit',
      /complete answer/,
    ],
    ['floods', (_, response) => response.end('x'.repeat(1_000_000)), {}, 'arm-output-limit', /10,000 bytes/],
    [
      'fails',
      (_, response) => response.writeHead(500).end('no key\n'),
      {},
      'arm-status',
      /HTTP 500: no key$/,
    ],
    ['hangs up', (request) => request.socket.destroy(), {}, 'arm-unreachable', /cannot be reached/],
  ])('%s', async (_name, listener, more, code, says) => {
    const reply = await ask(listener, more)
    expect(reply).toMatchObject({ kind: 'failed', code, message: expect.stringMatching(says) })
  })

  it('is left alone once the run is cancelled', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 100)
    await expect(ask(() => undefined, {}, controller.signal)).rejects.toBeInstanceOf(Cancelled)
  })
})
