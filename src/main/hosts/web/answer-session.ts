import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { refuse } from './refuse.ts'
import { sessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

const maxBodyBytes = 4096
const bodySchema = z.object({ token: z.string().min(1).max(200) })

type SessionRequest = {
  readonly port: number
  readonly sessions: Sessions
  readonly hasSession: boolean
  readonly announce: () => void
}

/**
 * Exchanges the one-time token for the session's cookie: 204, or 401 with the reason. A browser that has a session
 * keeps it and leaves the token unused, so reloading the printed address and opening it in more tabs works.
 */
export async function answerSession(
  request: IncomingMessage,
  response: ServerResponse,
  { port, sessions, hasSession, announce }: SessionRequest,
): Promise<void> {
  const text = await readText(request)
  if (text === undefined) return refuse(response, 413, 'A token is shorter than this.')
  if (hasSession) {
    response.writeHead(204, { 'Cache-Control': 'no-store' }).end()
    return
  }
  const exchange = sessions.exchange(readToken(text))
  if (exchange.kind === 'fresh') {
    const headers = { 'Cache-Control': 'no-store', 'Set-Cookie': sessionCookie(port, exchange.sessionId) }
    response.writeHead(204, headers).end()
    return
  }
  if (exchange.kind === 'wrong') {
    return refuse(
      response,
      401,
      'This address is not valid: open the one that Dewpoint printed in the terminal.',
    )
  }
  announce()
  refuse(
    response,
    401,
    'This address was used before: open the new one that Dewpoint printed in the terminal.',
  )
}

function readToken(text: string): string {
  try {
    return bodySchema.safeParse(JSON.parse(text)).data?.token ?? ''
  } catch {
    return ''
  }
}

async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    // A request without an encoding yields buffers.
    const bytes = chunk as Uint8Array
    size += bytes.byteLength
    if (size > maxBodyBytes) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
