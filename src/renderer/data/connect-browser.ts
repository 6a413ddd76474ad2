import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { Client } from './client.ts'
import type { ConnectOutcome } from './connect-outcome.ts'
import { readDroppedEntries } from './read-dropped-entries.ts'

/** What is kept for somebody also where the window goes away or is loaded again before the host has answered. */
const outliving: ReadonlySet<string> = new Set(['preferences.set', 'experiments.rate'])

/** In characters. Of all that is to outlive its page a browser takes 64 KiB at a time, and a character may be three bytes. */
const mostOutliving = 20_000

const tokenPattern = /^#token=([^&]+)/

/**
 * Exchanges the one-time token of the address for a session cookie, takes it out of the address and asks the
 * engine for its name. A reload, or a second tab, has the cookie already and needs no token.
 */
export async function connectBrowser(): Promise<ConnectOutcome> {
  const link = new RPCLink({
    url: new URL('/rpc', location.origin).href,
    fetch: (request, init, _options, path, input) =>
      fetch(request, { ...init, keepalive: outlives(path, input) }),
  })
  const client: Client = createORPCClient(link)
  // A new address in the same tab changes nothing but the hash, for which a browser loads nothing.
  addEventListener('hashchange', () => {
    if (tokenPattern.test(location.hash)) location.reload()
  })
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

/** Whether a request that writes a small thing goes on when its page is gone. */
function outlives(path: readonly string[], input: unknown): boolean {
  return outliving.has(path.join('.')) && JSON.stringify(input).length <= mostOutliving
}

async function exchangeToken(): Promise<void> {
  const { hash } = location
  const token = tokenPattern.exec(hash)?.[1]
  if (token === undefined) return
  await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: decodeURIComponent(token) }),
  })
  // A newer address may have been put in while the host answered: its token is still to be used.
  if (location.hash === hash) history.replaceState(null, '', location.pathname)
}
