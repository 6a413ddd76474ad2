import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink as FetchLink } from '@orpc/client/fetch'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { desktopConnectMessage, type DesktopBridge } from '../../../shared/api/desktop-bridge.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import type { TaskSource } from '../../../shared/library/tasks-contract.ts'
import { createBrowserSession, exchangeToken, buildSessionHeaders, readToken } from './browser-session.ts'
import type { Client } from './client.ts'
import type { Host } from './host.ts'
import { readDroppedEntries } from './read-dropped-entries.ts'

declare global {
  interface Window {
    /** Set by the desktop's preload. Absent in a browser. */
    readonly dewpoint?: DesktopBridge<File>
  }
}

/** How connecting ended: with a client, or with the reason why there is none. */
type ConnectOutcome =
  | { readonly kind: 'connected'; readonly client: Client; readonly host: Host }
  | { readonly kind: 'refused'; readonly reason: 'no-session' | 'unreachable'; readonly detail: string }

/** Picks the transport once: the desktop's port where its bridge exists, HTTP on the same origin otherwise. */
export function connect(): Promise<ConnectOutcome> {
  return window.dewpoint === undefined ? connectBrowser() : connectDesktop(window.dewpoint)
}

/** How long the main process may take to open its database. */
const patienceMs = 20_000

/** Hands one end of a channel to the preload, speaks the contract over the other and waits for a first answer. */
async function connectDesktop(bridge: DesktopBridge<File>): Promise<ConnectOutcome> {
  const { port1, port2 } = new MessageChannel()
  window.postMessage(desktopConnectMessage, '*', [port2])
  port1.start()
  const client: Client = createORPCClient(new PortLink({ port: port1 }))
  try {
    await client.app.info(undefined, { signal: AbortSignal.timeout(patienceMs) })
  } catch (error) {
    return { kind: 'refused', reason: 'unreachable', detail: describeError(error) }
  }
  return {
    kind: 'connected',
    client,
    host: {
      session: null,
      door: 'desktop',
      chooseFolder: async () => grantSource(await bridge.openFolder()),
      sourcesOfDrop: async (data) => {
        const tokens = await Promise.all(Array.from(data.files, (file) => bridge.grantForFile(file)))
        return tokens.map(grantSource).filter((source) => source !== null)
      },
      savePdf: bridge.savePdf,
      dragOut: bridge.dragOut,
      onCommand: bridge.onCommand,
    },
  }
}

function grantSource(token: string | null): TaskSource | null {
  return token === null ? null : { kind: 'grant', token }
}

/**
 * Exchanges the one-time token of the address for a session, removes it from the address and asks the engine
 * for its name. A reload, or a second tab, has the session already and needs no token.
 */
async function connectBrowser(): Promise<ConnectOutcome> {
  const session = createBrowserSession(localStorage, (input, init) => fetch(input, init))
  const link = new FetchLink({
    url: new URL('/rpc', location.origin).href,
    headers: () => buildSessionHeaders(localStorage),
    interceptors: [(call) => session.hold(() => call.next(), call.signal)],
    fetch: (request, init, _options, path, input) =>
      fetch(request, { ...init, keepalive: canOutlivePage(path, input) }),
  })
  const client: Client = createORPCClient(link)
  // A new address in the same tab changes nothing but the hash, for which a browser loads nothing.
  addEventListener('hashchange', () => {
    if (readToken(location.hash) !== undefined) location.reload()
  })
  try {
    await takeToken()
    await client.app.info()
  } catch (error) {
    const refused = error instanceof ORPCError && (error.status === 401 || error.status === 403)
    return { kind: 'refused', reason: refused ? 'no-session' : 'unreachable', detail: describeError(error) }
  }
  return {
    kind: 'connected',
    client,
    host: {
      session,
      door: 'browser',
      chooseFolder: null,
      sourcesOfDrop: (data) => {
        // Entries die with the event: they are read before anything is awaited.
        const entries = Array.from(data.items, (item) => item.webkitGetAsEntry())
        return readDroppedEntries(entries.filter((entry) => entry !== null))
      },
      savePdf: null,
      dragOut: null,
      onCommand: () => () => undefined,
    },
  }
}

/** Calls that must reach the host even when the window closes or reloads at once. */
const outliving: ReadonlySet<string> = new Set(['preferences.set'])

/** In characters. A browser accepts 64 KiB of requests that outlive their page, and a character may be three bytes. */
const mostOutliving = 20_000

function canOutlivePage(path: readonly string[], input: unknown): boolean {
  return outliving.has(path.join('.')) && JSON.stringify(input).length <= mostOutliving
}

/** Uses the token of the address and removes it from there. */
async function takeToken(): Promise<void> {
  const { hash } = location
  const token = readToken(hash)
  if (token === undefined) return
  await exchangeToken(token, localStorage)
  // A newer address may have been put in while the host answered: its token is still to be used.
  if (location.hash === hash) history.replaceState(null, '', location.pathname)
}
