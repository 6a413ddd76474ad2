import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { eventIterator, oc, type ContractRouterClient } from '@orpc/contract'
import { implement } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { noLog } from '../../../shared/installation/log-types.ts'
import { sessionHeader } from '../../../shared/library/session-header-contract.ts'
import { startWebHost, type WebHost } from './start-web-host.ts'

const testContract = {
  echo: oc.input(z.string()).output(z.string()),
  ticks: oc.output(eventIterator(z.number())),
}
type Client = ContractRouterClient<typeof testContract>

const os = implement(testContract)
const router = os.router({
  echo: os.echo.handler(({ input }) => input),
  ticks: os.ticks.handler(async function* ticks({ signal }) {
    yield 0
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
  }),
})

const clock = { ms: 0 }
const announced = vi.fn<(address: string) => void>()
let host: WebHost

beforeEach(async () => {
  clock.ms = 0
  announced.mockClear()
  host = await startWebHost({
    // The host passes the router on unread, so a small contract shows all that the whole one would.
    dewpoint: { router: router as never, log: noLog },
    port: 0,
    rendererFolder: import.meta.dirname,
    onNewAddress: announced,
    sessionLimits: { idleMs: 60_000, longestMs: 600_000 },
    now: () => clock.ms,
  })
})

afterEach(() => host.close())

/** Both halves of a session, as headers. */
type Halves = { readonly cookie: string; readonly [sessionHeader]: string }

async function openSession(token: string | undefined): Promise<Halves> {
  const { origin } = host
  const body = JSON.stringify({ token })
  const answer = await fetch(`${origin}/session`, { method: 'POST', headers: { origin }, body })
  expect(answer.status).toBe(204)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { cookie, [sessionHeader]: answer.headers.get(sessionHeader) ?? '' }
}

function clientWith(halves: Partial<Halves>): Client {
  const { origin } = host
  return createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers: { origin, ...halves } }))
}

async function signIn(token: string | undefined): Promise<Client> {
  return clientWith(await openSession(token))
}

describe('a session of the browser host', () => {
  it('is open to nobody who has its cookie alone: browsers send that to every port of this machine', async () => {
    const { cookie, ...half } = await openSession(host.token)
    for (const stolen of [{ cookie }, half, { cookie, [sessionHeader]: '' }])
      await expect(clientWith(stolen).echo('dew')).rejects.toMatchObject({ status: 401 })
    expect(await clientWith({ cookie, ...half }).echo('dew')).toBe('dew')
  })

  it('answers neither without the cookie nor with a made-up one', async () => {
    await openSession(host.token)
    const { port } = new URL(host.origin)
    await expect(clientWith({}).echo('dew')).rejects.toMatchObject({ status: 401 })
    const half = host.token.slice(0, 22)
    const forged = { cookie: `dewpoint-session-${port}=${half}`, [sessionHeader]: half }
    await expect(clientWith(forged).echo('dew')).rejects.toMatchObject({ status: 401 })
  })

  it('says in words why it refused a call', async () => {
    await expect(clientWith({}).echo('dew')).rejects.toThrow(/open the address/)
  })

  it('ends without use, which is said, and one new address goes on', async () => {
    const client = await signIn(host.token)
    clock.ms = 59_000
    expect(await client.echo('dew')).toBe('dew')
    clock.ms = 120_000
    for (const word of ['dew', 'again'])
      await expect(client.echo(word)).rejects.toThrow(/The session has ended: open the address/)
    expect(announced).toHaveBeenCalledOnce()
    const renewed = await signIn(announced.mock.calls[0]?.[0].split('#token=')[1])
    expect(await renewed.echo('dew')).toBe('dew')
  })

  it('ends when it has lasted as long as it may, however busy', async () => {
    const client = await signIn(host.token)
    for (clock.ms = 0; clock.ms < 600_000; clock.ms += 50_000) expect(await client.echo('dew')).toBe('dew')
    await expect(client.echo('dew')).rejects.toMatchObject({ status: 401 })
  })

  it('goes on while a stream of it is read', async () => {
    const client = await signIn(host.token)
    const controller = new AbortController()
    const stream = await client.ticks(undefined, { signal: controller.signal })
    await stream.next()
    clock.ms = 300_000
    expect(await client.echo('dew')).toBe('dew')
    controller.abort()
  })
})
