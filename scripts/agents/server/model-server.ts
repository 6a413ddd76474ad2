import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { json, recordOf, type Answer, type Protocol, type Reply } from './protocol.ts'
import { kindOf, type RequestKind } from './request-kind.ts'
import type { Script } from './script.ts'

/** A request of an agent, as it came. */
export type SentRequest = {
  readonly kind: RequestKind
  readonly body: unknown
  /** What it was answered, without its calls. */
  readonly answer: string
  /** Size that it was told to have, in tokens. */
  readonly inputTokens: number
  /** What it was told to have taken. */
  readonly usage: Answer['usage']
}

/** A server on 127.0.0.1 that answers as the scripted model, and the only way out for the agent. */
export type ModelServer = {
  readonly port: number
  /** Calls of the model so far. */
  readonly requests: readonly SentRequest[]
  /** Other hosts that the agent wanted and did not get. */
  readonly refusedHosts: ReadonlySet<string>
  readonly close: () => Promise<void>
}

/** Starts the server at a free port. */
export async function startModelServer(protocol: Protocol, script: Script): Promise<ModelServer> {
  const requests: SentRequest[] = []
  const refusedHosts = new Set<string>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (!isLocal(url.hostname)) {
      refusedHosts.add(url.hostname)
      send(response, { contentType: 'text/plain', text: 'Only 127.0.0.1 can be reached.' }, 403)
      return
    }
    const answer = (text: string): void => {
      const path = `${url.pathname}${url.search}`
      if (request.method !== 'POST' || !protocol.isModelCall(url.pathname))
        return send(response, sideReply(url.pathname, text))
      const body = parsed(text)
      const view = protocol.view(body, path)
      const kind = kindOf(view)
      const answer = script(kind, view, body)
      const { usage } = answer
      requests.push({ kind, body, answer: answer.text, inputTokens: usage.input, usage })
      return send(response, protocol.reply(answer, modelOf(body), view.isStreamed))
    }
    bodyOf(request).then(answer, () => response.destroy())
  })
  server.on('connect', (request, socket, head) => {
    // An agent that ends leaves its connections as they are.
    socket.on('error', () => socket.destroy())
    const { hostname, port } = new URL(`http://${request.url ?? ''}`)
    if (!isLocal(hostname)) {
      refusedHosts.add(hostname)
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const target = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.write(head)
      target.pipe(socket)
      socket.pipe(target)
    })
    target.on('error', () => socket.destroy())
    socket.on('close', () => target.destroy())
  })
  return { port: await listening(server), requests, refusedHosts, close: () => closed(server) }
}

function isLocal(hostname: string): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost'
}

/** What agents ask besides answers of the model: which models there are, and how many tokens a text has. */
function sideReply(path: string, text: string): Reply {
  if (path.includes('countTokens')) return json({ totalTokens: Math.ceil(text.length / 4) })
  return json(path.endsWith('/models') ? { object: 'list', data: [{ id: 'm', object: 'model' }] } : {})
}

function modelOf(body: unknown): string {
  const { model } = recordOf(body)
  return typeof model === 'string' ? model : 'scripted'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { unreadable: text.slice(0, 200) }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { contentType, text }: Reply, status = 200): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

function listening(server: Server): Promise<number> {
  return new Promise((settle, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      settle(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((settle) => {
    server.close(() => settle())
    server.closeAllConnections()
  })
}
