import { describe, expect, it } from 'vitest'
import { requireFailure, hear, createTestModel } from '../testing/ask.ts'
import type { Reply } from '../testing/model-server.ts'
import type { Protocol } from '../testing/protocols.ts'
import { everyProtocol, serve } from '../testing/serve.ts'

async function fail(protocol: Protocol, reply: Reply, key: string | null = 'sk-secret-0123456789') {
  const server = await serve(protocol, reply)
  const failure = requireFailure(await hear(createTestModel(protocol, server.url, { key })))
  const host = new URL(server.url).host
  return { failure, message: failure.message.replaceAll(host, 'HOST') }
}

function refusal(status: number, body: unknown): Reply {
  return { kind: 'error', status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

describe.each(everyProtocol)('over %s', (protocol) => {
  it.each([
    [400, 'bad-request', 'HOST refuses the request (400). It says: So it is.'],
    [401, 'authentication', 'HOST does not accept the key (401). It says: So it is.'],
    [402, 'rate-limit', 'The account at HOST has no credit left (402). It says: So it is.'],
    [403, 'authentication', 'HOST refuses this key (403). It says: So it is.'],
    [413, 'input-too-long', 'The request is too long for model-1 (413). It says: So it is.'],
    [418, 'bad-request', 'HOST refuses the request (418). It says: So it is.'],
    [422, 'bad-request', 'HOST refuses the request (422). It says: So it is.'],
    [429, 'rate-limit', 'HOST gets too many requests (429). It says: So it is.'],
    [500, 'overloaded', 'HOST has a fault of its own (500). It says: So it is.'],
    [503, 'overloaded', 'HOST is overloaded (503). It says: So it is.'],
    [529, 'overloaded', 'HOST is overloaded (529). It says: So it is.'],
  ])('explains a %i as %s', async (status, code, expected) => {
    const { failure, message } = await fail(protocol, {
      kind: 'error',
      status,
      type: 'some_error',
      message: 'So it is.',
    })
    expect(failure.code).toBe(code)
    expect(message).toBe(expected)
  })

  it('names both the model and the address where something is not found', async () => {
    const { failure, message } = await fail(protocol, { kind: 'error', status: 404 })
    const path = protocol === 'anthropic' ? '' : '/v1'
    expect(failure.code).toBe('bad-request')
    expect(message).toMatch(`Either HOST has no model model-1, or http://HOST${path} is wrong (404).`)
  })

  it.each([401, 403])('says that a key is wanted where a profile without one gets a %i', async (status) => {
    const { failure, message } = await fail(protocol, refusal(status, ''), null)
    expect(failure.code).toBe('authentication')
    expect(message).toBe(`HOST wants a key, and this profile has none (${status}).`)
  })

  it.each([
    ['an error that is a mere string', { error: 'It is away.' }, 'It is away.'],
    ['a detail', { detail: 'It is away.' }, 'It is away.'],
    ['a list of details', { detail: [{ loc: ['body'], msg: 'It is away.' }] }, 'It is away.'],
    ['plain text over several lines', 'It is\r\n\taway.\u0007', 'It is away.'],
    ['a page', '<!DOCTYPE html><head><title>It is away.</title></head><body>x</body>', 'It is away.'],
  ])('reads the words of a server in %s', async (_, body, words) => {
    const { message } = await fail(protocol, refusal(400, body))
    expect(message).toBe(`HOST refuses the request (400). It says: ${words}`)
  })

  it('shows no more than 300 characters of what a server says', async () => {
    const { message } = await fail(protocol, refusal(400, { error: { message: 'x'.repeat(100_000) } }))
    expect(message).toBe(`HOST refuses the request (400). It says: ${'x'.repeat(300)}…`)
  })

  it.each([
    'prompt is too long: 213456 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    'the request exceeds the available context size. try increasing the context size or enable context shift',
    'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    'input length exceeds maximum context length',
    'Context size has been exceeded.',
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens.",
  ])('knows an input as too long by "%s"', async (words) => {
    const { failure } = await fail(protocol, refusal(400, { error: { message: words } }))
    expect(failure.code).toBe('input-too-long')
  })

  it.each([
    [429, 'This request would exceed the rate limit of 40,000 input tokens per minute', 'rate-limit'],
    [400, 'max_tokens: 99999 > 8192, which is the maximum allowed number of output tokens', 'bad-request'],
    [400, "Unsupported parameter: 'max_tokens' is not supported with this model.", 'bad-request'],
  ])('does not take a %i with "%s" for an input that is too long', async (status, words, code) => {
    const { failure } = await fail(protocol, refusal(status, { error: { message: words } }))
    expect(failure.code).toBe(code)
  })

  it.each([
    ['overloaded_error', 'overloaded'],
    ['server_error', 'overloaded'],
    ['rate_limit_error', 'rate-limit'],
    ['insufficient_quota', 'rate-limit'],
    ['authentication_error', 'authentication'],
    ['context_length_exceeded', 'input-too-long'],
    ['invalid_request_error', 'bad-request'],
  ])('explains %s within a stream as %s', async (type, code) => {
    const { failure, message } = await fail(protocol, {
      kind: 'broken',
      texts: [],
      by: 'error',
      type,
      message: 'So it is.',
    })
    expect(failure.code).toBe(code)
    expect(message).toMatch(/ It says: So it is\.$/)
    expect(message).not.toContain('(')
  })

  it('knows an answer that ends with a page of a proxy', async () => {
    const { failure } = await fail(protocol, { kind: 'raw', body: '<html></html>' })
    expect(failure.code).toBe('network')
  })

  it('says that a certificate is not accepted', async () => {
    const server = await serve(protocol, { kind: 'silence' })
    const { host } = new URL(server.url)
    const failure = requireFailure(await hear(createTestModel(protocol, `https://${host}`)))
    expect(failure).toMatchObject({ code: 'network', isRetryable: false })
    expect(failure.message).toMatch(`No secure connection to ${host} could be made`)
  })

  it('says that a key holds what no key can', async () => {
    const server = await serve(protocol, { kind: 'silence' })
    const key = 'sk-secret\n0123456789'
    const failure = requireFailure(await hear(createTestModel(protocol, server.url, { key })))
    expect(failure.code).toBe('authentication')
    expect(failure.message).toMatch(/^The key holds a character that no key can have/)
    expect(server.requests).toHaveLength(0)
  })
})

it('takes a number within a stream for the status that it is', async () => {
  const chunk = { choices: [], error: { code: 429, message: 'So it is.' } }
  const { message } = await fail('openai-chat', { kind: 'raw', body: `data: ${JSON.stringify(chunk)}\n\n` })
  expect(message).toBe('HOST gets too many requests (429). It says: So it is.')
})

describe('a refused request of Anthropic', () => {
  it('is too long by the name of its error', async () => {
    const { failure } = await fail('anthropic', {
      kind: 'error',
      status: 400,
      type: 'request_too_large',
      message: 'Request exceeds the maximum size',
    })
    expect(failure.code).toBe('input-too-long')
  })
})
