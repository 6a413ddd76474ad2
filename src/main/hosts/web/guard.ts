import type { SessionState } from './sessions.ts'

/** What the guard looks at in a request. */
export type GuardedRequest = {
  readonly method: string
  readonly pathname: string
  readonly host: string | undefined
  readonly origin: string | undefined
  /** `Sec-Fetch-Site`; absent from clients that are no browser. */
  readonly fetchSite: string | undefined
  readonly session: SessionState
}

/** Why a request is turned away, as HTTP status and a sentence for a person. */
export type Refusal = { readonly status: 401 | 403 | 404 | 405; readonly message: string }

/** Where a request goes once the guard let it through. */
export type Admission = 'asset' | 'session' | 'rpc'

/**
 * Decides on a request before anything else looks at it. The host name must be one of the server's own, which stops
 * pages that rebind their name to 127.0.0.1; everything but reading the page must come from the page itself, which
 * stops other sites and other local servers; and the contract answers only to a session.
 */
export function guard(request: GuardedRequest, port: number): Admission | Refusal {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const host = request.host?.toLowerCase()
  if (host === undefined || !hosts.includes(host)) {
    return { status: 403, message: 'Dewpoint answers only to 127.0.0.1 and localhost.' }
  }
  const route = routePathname(request.pathname)
  if (route === 'asset') {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return isRead ? route : { status: 405, message: 'Only GET and HEAD are answered here.' }
  }
  if (request.origin !== `http://${host}`) {
    return { status: 403, message: 'The request did not come from the page of Dewpoint.' }
  }
  if (request.fetchSite !== undefined && request.fetchSite !== 'same-origin') {
    return { status: 403, message: 'The request did not come from the page of Dewpoint.' }
  }
  if (request.method !== 'POST') return { status: 405, message: 'Only POST is answered here.' }
  if (route === 'rpc' && request.session !== 'open') {
    const what = request.session === 'ended' ? 'The session has ended' : 'No session'
    return { status: 401, message: `${what}: open the address that Dewpoint printed in the terminal.` }
  }
  return route
}

function routePathname(pathname: string): Admission {
  if (pathname === '/session') return 'session'
  return pathname === '/rpc' || pathname.startsWith('/rpc/') ? 'rpc' : 'asset'
}
