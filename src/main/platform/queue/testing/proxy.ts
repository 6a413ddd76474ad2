import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a port of this machine on which nothing may come through any more, as behind a router that forgot it. */
export type Proxy = {
  readonly port: number
  /** Lets nothing through on the connections that stand. New ones are as ever. */
  readonly fallSilent: () => void
  readonly close: () => Promise<void>
}

/** Starts a proxy before a port. */
export async function startProxy(to: number): Promise<Proxy> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const behind = connect(to, '127.0.0.1')
    for (const [from, into] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      open.add(from)
      from.on('error', () => into.destroy())
      from.on('close', () => into.destroy())
      from.pipe(into)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    fallSilent: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
