import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { Client } from './client.ts'
import type { ConnectOutcome } from './connect.ts'
import { readDroppedEntries } from './read-dropped-entries.ts'

const tokenPattern = /^#token=([^&]+)/

/**
 * Exchanges the one-time token of the address for a session cookie, takes it out of the address and asks the
 * engine for its name. A reload, or a second tab, has the cookie already and needs no token.
 */
export async function connectBrowser(): Promise<ConnectOutcome> {
  const client: Client = createORPCClient(new RPCLink({ url: new URL('/rpc', location.origin).href }))
  try {
    await exchangeToken()
    await client.app.info()
  } catch (error) {
    const refused = error instanceof ORPCError && (error.status === 401 || error.status === 403)
    return {
      kind: 'refused',
      reason: refused ? 'no-session' : 'unreachable',
      detail: error instanceof Error ? error.message : String(error),
    }
  }
  return {
    kind: 'connected',
    client,
    host: {
      door: 'browser',
      chooseFolder: null,
      sourcesOfDrop: (data) => {
        // Entries die with the event: they are taken out before anything is awaited.
        const entries = Array.from(data.items, (item) => item.webkitGetAsEntry())
        return readDroppedEntries(entries.filter((entry) => entry !== null))
      },
      savePdf: null,
      onCommand: () => () => undefined,
    },
  }
}

async function exchangeToken(): Promise<void> {
  const token = tokenPattern.exec(location.hash)?.[1]
  if (token === undefined) return
  await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: decodeURIComponent(token) }),
  })
  history.replaceState(null, '', location.pathname)
}
