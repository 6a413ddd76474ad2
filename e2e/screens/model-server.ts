import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that speaks the wire format of OpenAI's chat completions, word by word, as fast as the test lets it. */
export type ModelServer = {
  /** What a profile has as its base URL. */
  readonly baseUrl: string
  /** Lets every answer from now on run to its end, those under way included. */
  readonly release: () => void
  /** Resolves when a first request has come. */
  readonly asked: Promise<void>
  /** Resolves when the client has gone in the middle of an answer. */
  readonly abandoned: Promise<void>
  readonly close: () => Promise<void>
}

export type ModelServerOptions = {
  /** The answer in pieces. */
  readonly words: readonly string[]
  /** Pieces that come before the server waits for `release`; all of them where it is left out. */
  readonly held?: number
  /** Connection tests wait for `release` as well. */
  readonly holdsTests?: boolean
}

/** Starts the server on a free port of this machine. */
export async function startModelServer({
  words,
  held,
  holdsTests = false,
}: ModelServerOptions): Promise<ModelServer> {
  const released = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const abandoned = Promise.withResolvers<void>()
  if (held === undefined) released.resolve()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await request.setEncoding('utf8').toArray()).join('')
    asked.resolve()
    const isTest = body.length < 1000
    response.on('close', () => response.writableFinished || abandoned.resolve())
    response.setHeader('content-type', 'text/event-stream')
    const pieces = isTest ? ['ok'] : words
    const first = isTest ? pieces.length : (held ?? pieces.length)
    for (const word of pieces.slice(0, first)) send(response, choice({ content: word }, null))
    if (!isTest || holdsTests) await released.promise
    for (const word of pieces.slice(first)) send(response, choice({ content: word }, null))
    send(response, choice({}, 'stop'))
    const usage = { prompt_tokens: 1200, completion_tokens: 300, total_tokens: 1500 }
    send(response, { choices: [], usage })
    response.end('data: [DONE]\n\n')
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    release: () => released.resolve(),
    asked: asked.promise,
    abandoned: abandoned.promise,
    close: async () => {
      released.resolve()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function choice(delta: object, finishReason: string | null): object {
  return { choices: [{ index: 0, delta, finish_reason: finishReason }] }
}

function send(response: ServerResponse, chunk: object): void {
  const envelope = { id: 'answer', object: 'chat.completion.chunk', created: 1, model: 'local', ...chunk }
  response.write(`data: ${JSON.stringify(envelope)}\n\n`)
}
