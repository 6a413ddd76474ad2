import type { IncomingHttpHeaders } from 'node:http'
import { sessionHeader } from '../../../shared/library/session-header-contract.ts'

/**
 * Name of the session's cookie. Browsers share cookies between all ports of a host, so the port is in the name: two
 * launches side by side keep out of each other's way.
 */
function buildCookieName(port: number): string {
  return `dewpoint-session-${port}`
}

/** Characters of a session id that the cookie holds: half of 43. */
const cookieCharacters = 22

/**
 * Headers that give a new session to a page. Half of its id is in a cookie, out of reach of scripts and of every other
 * site, gone with the browser. Browsers send cookies to every port of a host, and other users may listen on one: the
 * page keeps the other half where only its own origin reads it, and sends it along.
 */
export function buildSessionHeaders(port: number, sessionId: string): Readonly<Record<string, string>> {
  const inCookie = sessionId.slice(0, cookieCharacters)
  return {
    'Set-Cookie': `${buildCookieName(port)}=${inCookie}; Path=/; HttpOnly; SameSite=Strict`,
    [sessionHeader]: sessionId.slice(cookieCharacters),
  }
}

/** Session id in the headers of a request; undefined where either half is missing. */
export function readSession(port: number, headers: IncomingHttpHeaders): string | undefined {
  const prefix = `${buildCookieName(port)}=`
  const pair = headers.cookie
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(prefix))
  const ofPage = headers[sessionHeader]
  // A cookie with more than its half would do without the page's.
  const inCookie = pair?.slice(prefix.length)
  if (inCookie?.length !== cookieCharacters || typeof ofPage !== 'string') return undefined
  return `${inCookie}${ofPage}`
}
