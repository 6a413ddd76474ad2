import { ORPCError } from '@orpc/client'
import { sessionHeader } from '../../../shared/library/session-header-contract.ts'
import type { Session } from './host.ts'

/** The token in an address or its hash, as it was written. */
const tokenPattern = /#token=([^&\s]+)/

/** The session of a browser, and what its calls go through. */
export type BrowserSession = Session & {
  /** Makes a call. From the first answer on, one that has no session waits for one and is made again. */
  readonly hold: <T>(call: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>
}

/** The token in an address; undefined where it names none. */
export function readToken(address: string): string | undefined {
  const token = tokenPattern.exec(address)?.[1]
  return token === undefined ? undefined : decodeURIComponent(token)
}

/** Where the page keeps its half of the session: the browser's storage, which all its tabs share and no other port reads. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The headers that a call needs for its session; none where there is no session. */
export function buildSessionHeaders(storage: SessionStorage): Readonly<Record<string, string>> {
  const half = storage.getItem(sessionHeader)
  return half === null ? {} : { [sessionHeader]: half }
}

/** Opens a session with a token; true where there is one afterwards, by this token or from before. */
export async function exchangeToken(
  token: string,
  storage: SessionStorage,
  send: typeof fetch = fetch,
): Promise<boolean> {
  const headers = { 'content-type': 'application/json', ...buildSessionHeaders(storage) }
  const answer = await send('/session', { method: 'POST', headers, body: JSON.stringify({ token }) })
  const half = answer.headers.get(sessionHeader)
  if (half !== null) storage.setItem(sessionHeader, half)
  return answer.ok
}

/** Keeps what is on the page when a session ends: calls wait instead of failing. `send` is the browser's own. */
export function createBrowserSession(storage: SessionStorage, send: typeof fetch): BrowserSession {
  const listeners = new Set<() => void>()
  let isKnown = false
  let waiting: (() => void)[] | null = null
  const tell = (): void => listeners.forEach((listener) => listener())
  const waitForRenewal = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((goOn, fail) => {
      const isFirst = waiting === null
      waiting ??= []
      waiting.push(goOn)
      signal?.addEventListener('abort', () => fail(signal.reason), { once: true })
      if (isFirst) tell()
    })
  return {
    hasEnded: () => waiting !== null,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    renew: async (address) => {
      if (!(await exchangeToken(readToken(address) ?? '', storage, send))) return false
      const calls = waiting ?? []
      waiting = null
      tell()
      for (const goOn of calls) goOn()
      return true
    },
    hold: async (call, signal) => {
      for (;;) {
        try {
          const answer = await call()
          isKnown = true
          return answer
        } catch (error) {
          if (!isKnown || !(error instanceof ORPCError) || error.status !== 401) throw error
          await waitForRenewal(signal)
        }
      }
    },
  }
}
