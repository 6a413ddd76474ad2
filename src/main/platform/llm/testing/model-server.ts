import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { TokenUsage } from '../../../../shared/models/pricing-types.ts'
import { protocols, type Protocol, type Spelling, type WireStop } from './protocols.ts'

/** What the server does with one request. */
export type Reply =
  /** A whole answer; `usage: null` reports none. `between` runs before each text, to pace a slow stream. */
  | {
      readonly kind: 'answer'
      readonly texts: readonly string[]
      readonly usage?: TokenUsage | null
      readonly stop?: WireStop
      readonly between?: (index: number) => Promise<void>
    }
  /** An error instead of an answer. Without `body`, one in the words of the protocol. */
  | {
      readonly kind: 'error'
      readonly status: number
      readonly type?: string
      readonly message?: string
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /**
   * A stream that begins well and ends with an error, a closed connection, an early end, or never: in silence, or with
   * pings that never end.
   */
  | {
      readonly kind: 'broken'
      readonly texts: readonly string[]
      readonly by: 'error' | 'cut' | 'end' | 'hang' | 'pings'
      readonly usage?: TokenUsage
      readonly type?: string
      readonly message?: string
    }
  /** Accepts the request and never answers. */
  | { readonly kind: 'silence' }
  /** Closes the connection without an answer. */
  | { readonly kind: 'drop' }
  /** Any bytes, with status 200; `isCut` closes the connection behind them instead of ending the answer. */
  | {
      readonly kind: 'raw'
      readonly body: string
      readonly contentType?: string
      readonly isCut?: boolean
    }

export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** The parsed body. */
  readonly body: Record<string, unknown>
  /** The body as it came. */
  readonly text: string
  /** Resolves when the connection of this request is closed, by whoever closes it. */
  readonly closed: Promise<void>
}

export type ModelServer = {
  /** What a profile has as its base address. */
  readonly url: string
  readonly requests: readonly SeenRequest[]
  /** Resolves when that many requests, counted from 1, have come in whole. */
  readonly seen: (count: number) => Promise<SeenRequest>
  /** Closes every connection. */
  readonly close: () => Promise<void>
}

export type ModelServerOptions = {
  readonly protocol: Protocol
  /** One reply a request, the last of them for all that follow; or a function of the request. */
  readonly script: readonly Reply[] | ((request: SeenRequest, index: number) => Reply)
  /** What Anthropic's counter of tokens answers; such requests are no part of the script. */
  readonly countedTokens?: number | 'only spaces, for ever'
  /** The same by the request. */
  readonly onCount?: (request: SeenRequest) => object
}

export const usualUsage: TokenUsage = { input: 120, output: 34, cacheReads: 7, cacheWrites: 5 }

/** A server on this machine that speaks a vendor's wire format and does what the script says. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const requests: SeenRequest[] = []
  const waiting: { readonly count: number; readonly resolve: (request: SeenRequest) => void }[] = []
  const server = createServer((incoming, response) => {
    // A caller that goes away while it sends is no fault of the server.
    handle(incoming, response).catch(() => response.destroy())
  })
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming, response)
    if (/\/count_tokens(?:\?|$)/.test(request.path)) {
      const { countedTokens = 0, onCount } = options
      if (onCount !== undefined) sendJson(response, 200, onCount(request))
      else if (typeof countedTokens === 'number') sendJson(response, 200, { input_tokens: countedTokens })
      else await pingForever(response, '', [' '])
      return
    }
    const index = requests.push(request) - 1
    for (const { count, resolve } of waiting) if (count === index + 1) resolve(request)
    const { script } = options
    const reply = typeof script === 'function' ? script(request, index) : (script[index] ?? script.at(-1))
    await perform(reply ?? { kind: 'silence' }, protocols[options.protocol], response)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${options.protocol === 'anthropic' ? '' : '/v1'}`,
    requests,
    seen: async (count) => requests[count - 1] ?? new Promise((resolve) => waiting.push({ count, resolve })),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function readRequest(incoming: IncomingMessage, response: ServerResponse): Promise<SeenRequest> {
  const closed = once(response, 'close').then(() => undefined)
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>,
    text,
    closed,
  }
}

async function perform(reply: Reply, spelling: Spelling, response: ServerResponse): Promise<void> {
  switch (reply.kind) {
    case 'silence':
      return
    case 'drop':
      response.destroy()
      return
    case 'raw':
      response.writeHead(200, { 'content-type': reply.contentType ?? 'text/event-stream' })
      if (reply.isCut === true) response.write(reply.body, () => response.destroy())
      else response.end(reply.body)
      return
    case 'error': {
      const body = spelling.errorBody(reply.type ?? 'error', reply.message ?? 'It did not work.')
      const isJson = reply.body === undefined
      response.writeHead(reply.status, {
        'content-type': isJson ? 'application/json' : 'text/html',
        ...reply.headers,
      })
      response.end(reply.body ?? JSON.stringify(body))
      return
    }
    case 'answer': {
      const usage = reply.usage === undefined ? usualUsage : reply.usage
      beginStream(response, spelling.begin(usage))
      for (const [index, text] of reply.texts.entries()) {
        await reply.between?.(index)
        response.write(spelling.text(text))
      }
      response.end(spelling.end(reply.stop ?? 'finished', usage))
      return
    }
    case 'broken': {
      beginStream(response, spelling.begin(reply.usage ?? usualUsage))
      const texts = reply.texts.map((text) => spelling.text(text)).join('')
      const error = spelling.error(reply.type ?? 'overloaded_error', reply.message ?? 'Overloaded')
      if (reply.by === 'error') response.end(texts + error)
      else if (reply.by === 'end') response.end(texts)
      else if (reply.by === 'hang') response.write(texts)
      else if (reply.by === 'pings') await pingForever(response, texts, spelling.pings)
      else response.write(texts, () => response.destroy())
    }
  }
}

/** Until the caller goes away. */
async function pingForever(response: ServerResponse, texts: string, pings: readonly string[]): Promise<void> {
  response.write(texts)
  for (let index = 0; !response.destroyed; index += 1) {
    response.write(pings[index % pings.length] ?? '')
    await setTimeout(5)
  }
}

function beginStream(response: ServerResponse, first: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.write(first)
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
