import { Agent, request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

export type HttpFetchOptions = {
  /** Null sends no header with a key at all. */
  readonly key: string | null
  /** Sends the key as `x-api-key` as well, beside the Authorization header. */
  readonly isAlsoApiKey?: boolean
  /** Headers of our own. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Waited for once the connection stands, before a byte leaves; where it throws, none does. */
  readonly beforeSend?: (() => Promise<void>) | undefined
}

/** The only headers of a vendor's SDK that travel: what the environment may have added to them stays here. */
const headersOfSdk = ['accept', 'anthropic-version', 'content-type']
/**
 * Of connections in the clear, which go to the server itself even where the environment names a proxy: it would read the
 * key. Through an encrypted connection it can't. Otherwise as Node's own.
 */
const plainAgent = new Agent({ keepAlive: true, timeout: 5000 })
/** Statuses whose answers have no body by definition; `Response` refuses one. */
const bodiless = new Set([204, 205, 304])

/**
 * A `fetch` for the vendors' SDKs. Unlike Node's own it never follows a redirect (the key would travel along), ends
 * no silence by itself after five minutes, and alone knows the key: the SDK that calls it has none that it could log,
 * chain to an error, or send elsewhere.
 */
export function createHttpFetch({
  key,
  isAlsoApiKey = false,
  headers: own = {},
  beforeSend,
}: HttpFetchOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const given = new Headers(init?.headers)
    // Pieces are to arrive as they are said, and in the clear.
    const headers: Record<string, string> = {
      'user-agent': 'Dewpoint',
      'accept-encoding': 'identity',
      ...own,
    }
    for (const name of headersOfSdk) {
      const value = given.get(name)
      if (value !== null) headers[name] = value
    }
    if (key !== null) headers['authorization'] = `Bearer ${key}`
    if (key !== null && isAlsoApiKey) headers['x-api-key'] = key
    const incoming = await send(url, init, headers, beforeSend)
    // An abort breaks a stream that nobody reads any more; who does read it gets the error from the reading.
    incoming.on('error', () => undefined)
    const status = incoming.statusCode ?? 502
    if (!bodiless.has(status)) {
      return new Response(readBody(incoming), { status, headers: toHeaders(incoming) })
    }
    incoming.resume()
    return new Response(null, { status, headers: toHeaders(incoming) })
  }
}

async function send(
  url: URL,
  init: RequestInit | undefined,
  headers: Readonly<Record<string, string>>,
  beforeSend: HttpFetchOptions['beforeSend'],
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`${url.protocol} is no protocol of the web`)
  }
  const body = init?.body ?? ''
  if (typeof body !== 'string') throw new TypeError('only text can be sent')
  const isPlain = url.protocol === 'http:'
  const start = isPlain ? plainRequest : tlsRequest
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = start(url, {
    method: init?.method ?? 'POST',
    ...(isPlain ? { agent: plainAgent } : {}),
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  })
  // Not the option `signal` of the request: that breaks a connection which has just been given back, unheard by anybody.
  const abort = (): void => void request.destroy()
  init?.signal?.addEventListener('abort', abort, { once: true })
  if (init?.signal?.aborted === true) abort()
  request.on('close', () => init?.signal?.removeEventListener('abort', abort))
  request.on('response', resolve)
  // Stays listening: a connection that breaks later reports here as well, where nobody waits any more.
  request.on('error', reject)
  const write = async (): Promise<void> => {
    if (beforeSend !== undefined) {
      await waitForConnection(request)
      await beforeSend()
    }
    // Nothing was written so far, not even a header.
    request.end(body)
  }
  write().catch((error: unknown) => {
    reject(error)
    request.destroy()
  })
  return promise
}

/** Resolves when a request has a connection that can be written to; where there comes none, the request reports it. */
async function waitForConnection(request: ClientRequest): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const watch = (socket: Socket): void => {
    if (isOpen(socket)) resolve()
    else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', resolve)
  }
  if (request.socket === null) request.once('socket', watch)
  else watch(request.socket)
  await promise
}

/** A connection that was used before is open already. */
function isOpen(socket: Socket): boolean {
  // The last message of a handshake on this side.
  return socket instanceof TLSSocket ? socket.getFinished() !== undefined : !socket.connecting
}

function readBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  // No encoding is set on the message, hence its pieces are bytes.
  const pieces = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: () => {
      incoming.destroy()
    },
  })
}

function toHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  return headers
}
