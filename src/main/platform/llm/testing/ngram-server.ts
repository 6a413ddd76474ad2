import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** Set before a text that begins; the other tokens are the bytes of a text. */
const startToken = 256
const vocabulary = 257

export type NgramServer = {
  /** What a profile has as its base address. */
  readonly url: string
  /** Paths of all requests, in order. */
  readonly paths: readonly string[]
  /** What `/tokenize` says of the window; can be set. */
  maxModelLen: number
  readonly close: () => Promise<void>
}

const tokenizeSchema = z.object({ prompt: z.string(), add_special_tokens: z.boolean() })
const completionSchema = z.object({
  prompt: z.array(z.int()),
  max_tokens: z.literal(1),
  prompt_logprobs: z.literal(0),
})

/**
 * A server on this machine that speaks vLLM's wire over bytes. Its probabilities are real ones: of trigrams, bigrams and
 * single bytes that stand before the place, each smoothed by the shorter one. `isVllm: false` takes the place of a server
 * that answers completions and gives no log-probabilities of the prompt.
 */
export async function startNgramServer({ isVllm = true, shift = 0 } = {}): Promise<NgramServer> {
  const paths: string[] = []
  const state = { maxModelLen: 100_000 }
  const server = createServer((incoming, response) => {
    paths.push(incoming.url ?? '')
    answer(incoming, state.maxModelLen, isVllm, shift)
      .then(([status, body]) => send(response, status, body))
      .catch((error: unknown) => send(response, 400, { error: { message: String(error) } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    paths,
    get maxModelLen() {
      return state.maxModelLen
    },
    set maxModelLen(tokens) {
      state.maxModelLen = tokens
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  incoming: IncomingMessage,
  maxModelLen: number,
  isVllm: boolean,
  shift: number,
): Promise<readonly [status: number, body: unknown]> {
  const chunks: Buffer[] = []
  // The pieces of a request without an encoding are bytes.
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const body: unknown = text === '' ? {} : JSON.parse(text)
  if (incoming.url === '/version') return [200, { version: '0.99.0' }]
  if (incoming.url === '/tokenize') {
    const { prompt, add_special_tokens: isStart } = tokenizeSchema.parse(body)
    const tokens = [...(isStart ? [startToken] : []), ...Buffer.from(prompt, 'utf8')]
    return [200, { count: tokens.length, max_model_len: maxModelLen, tokens }]
  }
  if (incoming.url !== '/v1/completions') return [404, { detail: 'Not Found' }]
  const { prompt } = completionSchema.parse(body)
  const usage = { prompt_tokens: prompt.length, completion_tokens: 1, total_tokens: prompt.length + 1 }
  const choice = { index: 0, text: 'x', finish_reason: 'length' }
  if (!isVllm) return [200, { choices: [choice], usage }]
  return [
    200,
    {
      choices: [
        {
          ...choice,
          prompt_logprobs: ngramLogProbabilities(prompt).map((found) => buildPromptPlace(found, shift)),
        },
      ],
      usage,
    },
  ]
}

function buildPromptPlace(
  found: { readonly token: number; readonly logProbability: number } | null,
  shift: number,
): unknown {
  if (found === null) return null
  const { token, logProbability } = found
  return { [token]: { logprob: logProbability + shift, rank: 1, decoded_token: String.fromCodePoint(token) } }
}

/** Of each token after those before it; none for the first. */
function ngramLogProbabilities(tokens: readonly number[]) {
  const counts = new Map<string, number>()
  const count = (...gram: readonly number[]): number => counts.get(gram.join(' ')) ?? 0
  const add = (...gram: readonly number[]): void => void counts.set(gram.join(' '), count(...gram) + 1)
  return tokens.map((token, at) => {
    const [a, b] = [tokens[at - 2] ?? -1, tokens[at - 1] ?? -1]
    const one = (count(token) + 1) / (at + vocabulary)
    // Each context is counted as often as something followed it.
    const two = (count(b, token) + one) / (count(b, -1) + 1)
    const three = (count(a, b, token) + two) / (count(a, b, -1) + 1)
    add(token)
    add(b, token)
    add(b, -1)
    add(a, b, token)
    add(a, b, -1)
    return at === 0 ? null : { token, logProbability: Math.log(three) }
  })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
