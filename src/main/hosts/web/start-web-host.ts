import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BodyLimitPlugin, CompressionPlugin, RPCHandler } from '@orpc/server/node'
import { z } from 'zod'
import type { Log } from '../../../shared/installation/log-types.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import { logFailures } from '../../features/common/log-failures.ts'
import { Problem } from '../../features/common/problem.ts'
import { pageHeaders } from '../common/page-headers.ts'
import { answerCompression, serveAssets, type ServedAssets } from './compression.ts'
import { guard } from './guard.ts'
import { readSession, buildSessionHeaders } from './session-cookie.ts'
import { createSessions, type SessionLimits, type Sessions } from './sessions.ts'

const codes: Readonly<Record<number, string>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
}

const maxBodyBytes = 4096

const bodySchema = z.object({ token: z.string().min(1).max(200) })

type SessionRequest = {
  readonly port: number
  readonly sessions: Sessions
  readonly hasSession: boolean
  readonly announce: () => void
}

const megabyte = 1024 * 1024
/** Characters of a path that the log takes. */
const longestPath = 200

/** What the browser host serves, and where. */
export type WebHostOptions = {
  readonly dewpoint: Pick<Dewpoint, 'router' | 'log'>
  /** TCP port on 127.0.0.1; 0 takes any free one. */
  readonly port: number
  /** Folder of the built page (`out/renderer`). */
  readonly rendererFolder: string
  /**
   * Called with a new address when somebody came with a token that had been used, or whose session has ended: a token
   * opens one browser, so the person at the terminal needs another one for the next.
   */
  readonly onNewAddress?: (address: string) => void
  /** Largest request in bytes; dropped files travel in one. 256 MB where absent. */
  readonly maxBodyBytes?: number
  /** How long sessions last; 12 hours without use and 7 days in all where absent. */
  readonly sessionLimits?: SessionLimits
  /** Milliseconds since 1970; the clock where absent. */
  readonly now?: () => number
}

/** A running browser host. */
export type WebHost = {
  /** The address to open, with the one-time token in its fragment. */
  readonly address: string
  /** `http://127.0.0.1:<port>`, without the token. */
  readonly origin: string
  readonly token: string
  /** Stops at once; open streams are cut, which cancels nothing that a run has saved. */
  readonly close: () => Promise<void>
}

/**
 * Serves the page and the contract on 127.0.0.1 and nowhere else. Rejects with a `Problem` where the port is taken or
 * not allowed.
 */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const { sessionLimits: limits, now = Date.now } = options
  const generateSecret = (): string => randomBytes(32).toString('base64url')
  const sessions = createSessions({
    randomSecret: generateSecret,
    now,
    ...(limits === undefined ? {} : { limits }),
  })
  const server = createServer()
  await listen(server, options.port)
  const port = readPort(server)
  const origin = `http://127.0.0.1:${port}`
  const buildAddress = (): string => `${origin}/#token=${sessions.token()}`
  const maxBodySize = options.maxBodyBytes ?? 256 * megabyte
  const rpc = new RPCHandler(options.dewpoint.router, {
    plugins: [new BodyLimitPlugin({ maxBodySize }), new CompressionPlugin(answerCompression)],
    clientInterceptors: [logFailures(options.dewpoint.log)],
  })
  const handleCall: Exchange['call'] = async (request, response) =>
    (await rpc.handle(request, response, { prefix: '/rpc', context: {} })).matched
  const assets = serveAssets(options.rendererFolder)
  const announceAddress = (): void => options.onNewAddress?.(buildAddress())
  server.on('request', (request, response) => {
    endWithAnswer(request, response)
    if (Number(request.headers['content-length']) > maxBodySize) {
      refuse(response, 413, `A request may have ${maxBodySize.toLocaleString('en-US')} bytes.`)
      return
    }
    answerRequest({
      request,
      response,
      port,
      sessions,
      call: handleCall,
      assets,
      announce: announceAddress,
      log: options.dewpoint.log,
    }).catch(() => {
      options.dewpoint.log.error('request-failed', { path: readPathname(request).slice(0, longestPath) })
      // The reason may quote a history, so it is neither sent nor printed.
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'Dewpoint could not answer this request.')
    })
  })
  return { address: buildAddress(), origin, token: sessions.token(), close: () => stop(server) }
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly port: number
  readonly sessions: Sessions
  /** Answers a call of the contract; false where there is no such method. */
  readonly call: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  readonly assets: ServedAssets
  readonly announce: () => void
  readonly log: Log
}

/** Whoever is answered while they still send is cut off: the rest of what they send is read by nobody. */
function endWithAnswer(request: IncomingMessage, response: ServerResponse): void {
  // The request has let go of it by then.
  const { socket } = request
  response.once('finish', () => {
    if (!request.complete) socket.destroySoon()
  })
}

async function answerRequest(exchange: Exchange): Promise<void> {
  const { request, response, port, sessions } = exchange
  const pathname = readPathname(request)
  const sessionId = readSession(port, request.headers)
  const session = sessions.findState(sessionId)
  const admission = guard(
    {
      method: request.method ?? '',
      pathname,
      host: request.headers.host,
      origin: request.headers.origin,
      fetchSite: readHeaderText(request.headers['sec-fetch-site']),
      session,
    },
    port,
  )
  if (typeof admission === 'object') {
    const { status, message } = admission
    exchange.log.warn('request-refused', { status, path: pathname.slice(0, longestPath) })
    if (status === 401 && session === 'ended' && sessions.renewToken()) exchange.announce()
    return refuse(response, status, message)
  }
  switch (admission) {
    case 'asset':
      return answerAsset(exchange, pathname)
    case 'session':
      return answerSession(request, response, { ...exchange, hasSession: session === 'open' })
    case 'rpc':
      response.once(
        'close',
        sessions.use(sessionId ?? '', () => response.destroy()),
      )
      return (await exchange.call(request, response))
        ? undefined
        : refuse(response, 404, 'The contract has no such method.')
    default:
      return assertNever(admission)
  }
}

/** The path as it was sent: parsing it as a URL would resolve `..` before anybody could refuse it. */
function readPathname(request: IncomingMessage): string {
  return (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
}

function readHeaderText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ')
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(listenProblem(cause, port)))
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

function listenProblem(cause: NodeJS.ErrnoException, port: number): Error {
  const where = `127.0.0.1:${port}`
  const hint = 'Choose another port with --port, or 0 for any free one.'
  if (cause.code === 'EADDRINUSE') {
    return new Problem({ code: 'bad-input', message: `Port ${port} is already in use.`, where, hint })
  }
  if (cause.code === 'EACCES') {
    return new Problem({ code: 'bad-input', message: `Port ${port} may not be used here.`, where, hint })
  }
  return cause
}

function readPort(server: Server): number {
  // A server that listens on TCP has an AddressInfo; a string is the path of a pipe, null a server that is closed.
  return (server.address() as AddressInfo).port
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Answers a GET or HEAD with a file of the built page, or with 404. */
async function answerAsset({ request, response, assets }: Exchange, pathname: string): Promise<void> {
  const asset = await assets(pathname, readHeaderText(request.headers['accept-encoding']))
  if (asset === undefined) return refuse(response, 404, 'There is nothing here.')
  response.writeHead(200, { ...asset.headers, 'Content-Length': asset.bytes.byteLength })
  response.end(request.method === 'HEAD' ? undefined : asset.bytes)
}

/**
 * Exchanges the one-time token for the two halves of a session: 204, or 401 with the reason. A browser that has a session
 * keeps it and leaves the token unused, so reloading the printed address and opening it in more tabs works.
 */
async function answerSession(
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
    const headers = { 'Cache-Control': 'no-store', ...buildSessionHeaders(port, exchange.sessionId) }
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

/** Answers with an error in the form that the contract's client reads, so that the page can show the sentence. */
function refuse(response: ServerResponse, status: number, message: string): void {
  const code = codes[status] ?? 'INTERNAL_SERVER_ERROR'
  const body = JSON.stringify({ json: { defined: false, code, status, message } })
  response.writeHead(status, {
    ...pageHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    // What is left of the request's body is not waited for.
    Connection: 'close',
  })
  response.end(body)
}
