/**
 * Name of the session's cookie. Browsers share cookies between all ports of a host, so the port is in the name: two
 * launches side by side keep out of each other's way.
 */
function cookieName(port: number): string {
  return `dewpoint-session-${port}`
}

/** `Set-Cookie` of a new session: out of reach of scripts and of every other site; gone with the browser. */
export function sessionCookie(port: number, sessionId: string): string {
  return `${cookieName(port)}=${sessionId}; Path=/; HttpOnly; SameSite=Strict`
}

/** Session id in a `Cookie` header; undefined where it names none. */
export function readSessionCookie(port: number, header: string | undefined): string | undefined {
  const prefix = `${cookieName(port)}=`
  const pair = header
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(prefix))
  return pair?.slice(prefix.length)
}
