import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import { startModelServer } from '../llm/testing/model-server.ts'
import { BudgetFailure } from './budget-failure.ts'
import { hear, makeBench, makeProfile, makeRequest, type ModelsBench } from './testing/bench.ts'

/** Nobody was killed. */
const sure = { calls: 0, usd: 0 }

let bench: ModelsBench
beforeEach(async () => {
  bench = await makeBench()
})
afterEach(() => bench.clean())

it('a call is not noted as sent while no connection stands, and then costs nothing', async () => {
  // Accepts connections and never speaks: for TLS, that is a handshake without end.
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const accepted = once(silent, 'connection')
  // A server that listens on a port has an address with one.
  const { port } = silent.address() as AddressInfo
  const { spending } = bench.store
  let noted = 0
  const noting: typeof spending.markSent = (callId) => {
    noted += 1
    return spending.markSent(callId)
  }
  const service = bench.service({ store: { ...bench.store, spending: { ...spending, markSent: noting } } })
  const controller = new AbortController()
  const profile = makeProfile({ baseUrl: `https://127.0.0.1:${port}` })
  const hearing = hear(await bench.open(service, profile), makeRequest({ signal: controller.signal }))
  // The only argument of this event is the connection.
  const [socket] = (await accepted) as [{ readonly destroy: () => void }]
  controller.abort()
  expect((await hearing).error).toBeInstanceOf(Cancelled)
  socket.destroy()
  silent.close()
  expect(noted).toBe(0)
  expect(await bench.store.spending.since(0)).toEqual({
    spentUsd: 0,
    reservedUsd: 0,
    calls: 1,
    perhapsPaid: sure,
  })
})

it('a call is not made where others have taken what was reserved for it', async () => {
  const server = await startModelServer({ protocol: 'anthropic', script: [] })
  const { spending } = bench.store
  const limit = { name: 'day', limitUsd: 1, sinceTs: 0 }
  const markSent = async () => ({ ok: false as const, limit, takenUsd: 0.99 })
  const service = bench.service({ store: { ...bench.store, spending: { ...spending, markSent } } })
  const { error } = await hear(await bench.open(service, makeProfile({ baseUrl: server.url })))
  expect(error).toBeInstanceOf(BudgetFailure)
  expect(error).toMatchObject({ message: expect.stringMatching(/\$0\.99\d* of the \$1\.00\d* for today/) })
  expect(server.requests).toHaveLength(0)
  expect(await spending.since(0)).toEqual({ spentUsd: 0, reservedUsd: 0, calls: 1, perhapsPaid: sure })
  await server.close()
})
