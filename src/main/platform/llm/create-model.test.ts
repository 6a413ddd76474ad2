import { describe, expect, it } from 'vitest'
import type { CompletionEvent } from '../../kernel/language-model.ts'
import { requireFailure, hear, inOneText, createTestModel, buildRequest, type Heard } from './testing/ask.ts'
import { usualUsage, type Reply } from './testing/model-server.ts'
import { protocols, type Protocol } from './testing/protocols.ts'
import { everyProtocol, serve } from './testing/serve.ts'

function lastUsage({ events }: Heard): CompletionEvent | undefined {
  return events.findLast(({ kind }) => kind === 'usage')
}

const sent: Readonly<Record<Protocol, object>> = {
  anthropic: {
    path: '/v1/messages',
    model: 'model-1',
    system: 'You summarise.',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Summarise this.' }] }],
    max_tokens: 77,
    stream: true,
  },
  'openai-chat': {
    path: '/v1/chat/completions',
    model: 'model-1',
    messages: [
      { role: 'system', content: 'You summarise.' },
      { role: 'user', content: 'Summarise this.' },
    ],
    max_completion_tokens: 77,
    stream: true,
    stream_options: { include_usage: true },
  },
  'openai-responses': {
    path: '/v1/responses',
    model: 'model-1',
    instructions: 'You summarise.',
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Summarise this.' }] }],
    max_output_tokens: 77,
    store: false,
    stream: true,
  },
}

describe.each(everyProtocol)('a model that speaks %s', (protocol) => {
  const ask = async (reply: Reply): Promise<Heard> => {
    const server = await serve(protocol, reply)
    return hear(createTestModel(protocol, server.url))
  }

  it('streams an answer, its usage with cached tokens apart, and its end', async () => {
    const server = await serve(protocol, { kind: 'answer', texts: ['All ', 'is ', 'well.'] })
    const heard = await hear(createTestModel(protocol, server.url))
    expect(heard.error).toBeNull()
    // What could be the beginning of the key waits for the next piece.
    expect(heard.events.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(2)
    expect(inOneText(heard).filter(({ kind }) => kind !== 'usage')).toEqual([
      { kind: 'call' },
      { kind: 'text', text: 'All is well.' },
      { kind: 'stopped', reason: 'finished' },
    ])
    expect(lastUsage(heard)).toEqual({ kind: 'usage', usage: usualUsage })
    expect(heard.events.at(-1)?.kind).toBe('stopped')
    expect(server.requests).toHaveLength(1)
  })

  it.each(['max-tokens', 'refused'] as const)('says that an answer ended as %s', async (stop) => {
    const { events, error } = await ask({ kind: 'answer', texts: ['So'], stop })
    expect(error).toBeNull()
    expect(events.at(-1)).toEqual({ kind: 'stopped', reason: stop })
  })

  it('gives an empty answer as one without text', async () => {
    const { events, error } = await ask({ kind: 'answer', texts: [] })
    expect(error).toBeNull()
    expect(events.filter(({ kind }) => kind !== 'usage')).toEqual([
      { kind: 'call' },
      { kind: 'stopped', reason: 'finished' },
    ])
  })

  it('keeps every character of a long answer', async () => {
    const texts = Array.from({ length: 3000 }, (_, index) => `Zeile ${index} – «ünï», 漢字, 🙂\n`)
    const { text } = await ask({ kind: 'answer', texts })
    expect(text).toBe(texts.join(''))
  })

  it('tells a piece as soon as it has come', async () => {
    const gate = Promise.withResolvers<void>()
    const server = await serve(protocol, {
      kind: 'answer',
      texts: ['first', 'second'],
      between: (index) => (index === 1 ? gate.promise : Promise.resolve()),
    })
    const heard = await hear(createTestModel(protocol, server.url), buildRequest(), (event) => {
      // The server waits with the second piece until the first has been passed on.
      if (event.kind === 'text') gate.resolve()
    })
    expect(heard.text).toBe('firstsecond')
  })

  it('estimates the usage where the server reports none', async () => {
    const heard = await ask({ kind: 'answer', texts: ['12345', '6789'], usage: null })
    expect(heard.error).toBeNull()
    expect(lastUsage(heard)).toEqual({
      kind: 'usage',
      usage: { input: 111, output: 3, cacheWrites: 0, cacheReads: 0 },
      isEstimated: true,
    })
    expect(heard.events.at(-1)).toEqual({ kind: 'stopped', reason: 'finished' })
  })

  it('tells what a broken answer used before it fails', async () => {
    const heard = await ask({ kind: 'broken', texts: ['12345678'], by: 'cut' })
    expect(requireFailure(heard).code).toBe('network')
    const usage = protocol === 'anthropic' ? { ...usualUsage, output: 1 } : { input: 111, output: 2 }
    expect(lastUsage(heard)).toMatchObject({ usage })
  })

  it.each([
    ['that is no JSON', 'event: message_start\ndata: {"type":\n\n', 'network'],
    ['of another shape', 'event: message_start\ndata: [1, 2]\n\n', 'network'],
    ['that ends before it began', '', 'network'],
  ])('fails on a stream %s', async (_, body, code) => {
    expect(requireFailure(await ask({ kind: 'raw', body }))).toMatchObject({ code })
  })

  it.each(['finished', 'max-tokens', 'refused'] as const)(
    'takes an answer in one piece although it asked for a stream, which ended as %s',
    async (stop) => {
      const body = JSON.stringify(protocols[protocol].whole('All is well.', stop, usualUsage))
      const heard = await ask({ kind: 'raw', body, contentType: 'application/json; charset=utf-8' })
      expect(heard.error).toBeNull()
      expect(inOneText(heard)).toEqual([
        { kind: 'call' },
        { kind: 'text', text: 'All is well.' },
        { kind: 'usage', usage: usualUsage },
        { kind: 'stopped', reason: stop },
      ])
    },
  )

  it.each([
    ['something else', '{"hello":1}', /answered with application\/json instead of a stream/],
    ['what is cut', '{"type":"message","content":[', /instead of a stream/],
    [
      'an error',
      '{"error":{"message":"No such thing.","code":404}}',
      /has no model model-1.* It says: No such thing\./,
    ],
  ])('fails on JSON with %s in the place of a stream', async (_, body, message) => {
    const failure = requireFailure(await ask({ kind: 'raw', body, contentType: 'application/json' }))
    expect(failure).toMatchObject({ code: 'bad-request', message: expect.stringMatching(message) })
  })

  it('asks whether the address is right when a page comes instead of a stream', async () => {
    const server = await serve(protocol, {
      kind: 'raw',
      body: '<html>Hello</html>',
      contentType: 'text/html',
    })
    const failure = requireFailure(await hear(createTestModel(protocol, server.url)))
    expect(failure).toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('answered with text/html instead of a stream'),
    })
    expect(server.requests).toHaveLength(1)
  })

  it('sends the model, the system prompt, the limit, and asks for a stream', async () => {
    const server = await serve(protocol, { kind: 'answer', texts: ['x'] })
    await hear(createTestModel(protocol, server.url), buildRequest({ maxTokens: 77 }))
    const { body, path } = await server.seen(1)
    expect({ path, ...body }).toEqual(sent[protocol])
  })

  it('leaves out an empty system prompt', async () => {
    const server = await serve(protocol, { kind: 'answer', texts: ['x'] })
    await hear(createTestModel(protocol, server.url), buildRequest({ system: ' ' }))
    const { body } = await server.seen(1)
    expect(body).not.toHaveProperty('system')
    expect(body).not.toHaveProperty('instructions')
    expect(JSON.stringify(body)).not.toContain('"role":"system"')
  })

  it('refuses an address that is none', async () => {
    const failure = requireFailure(await hear(createTestModel(protocol, 'ftp://example.com')))
    expect(failure.code).toBe('bad-request')
    expect(requireFailure(await hear(createTestModel(protocol, 'no address'))).code).toBe('bad-request')
  })
})

describe('a model that speaks openai-chat', () => {
  it('limits the output of compatible servers by the old name', async () => {
    const server = await serve('openai-chat', { kind: 'answer', texts: ['x'] })
    await hear(createTestModel('openai-chat', server.url, { vendor: 'openai-compatible' }))
    const { body } = await server.seen(1)
    expect(body).toMatchObject({ max_tokens: 500 })
    expect(body).not.toHaveProperty('max_completion_tokens')
  })

  it('asks again without a report of usage where a server refuses to be asked for it, and once only', async () => {
    const message = 'Unrecognized request argument supplied: stream_options'
    const server = await serve('openai-chat', ({ body }) =>
      'stream_options' in body
        ? { kind: 'error', status: 400, message }
        : { kind: 'answer', texts: ['Fine.'], usage: null },
    )
    const model = createTestModel('openai-chat', server.url, { vendor: 'openai-compatible' })
    const first = await hear(model)
    expect(first.text).toBe('Fine.')
    expect(first.events.filter(({ kind }) => kind === 'call')).toHaveLength(1)
    expect((await hear(model)).text).toBe('Fine.')
    expect(server.requests).toHaveLength(3)
  })

  it.each([false, true])(
    'takes an answer for whole that lacks only the end of its stream, cut: %j',
    async (isCut) => {
      const chunk = '{"choices":[{"index":0,"delta":{"content":"Fine."},"finish_reason":"stop"}]}'
      const server = await serve('openai-chat', { kind: 'raw', body: `data: ${chunk}\n\n`, isCut })
      const heard = await hear(createTestModel('openai-chat', server.url))
      expect(heard).toMatchObject({ error: null, text: 'Fine.' })
    },
  )

  it('takes a content filter for a refusal', async () => {
    const chunk = '{"choices":[{"index":0,"delta":{},"finish_reason":"content_filter"}]}'
    const server = await serve('openai-chat', { kind: 'raw', body: `data: ${chunk}\n\ndata: [DONE]\n\n` })
    const { events } = await hear(createTestModel('openai-chat', server.url))
    expect(events.at(-1)).toEqual({ kind: 'stopped', reason: 'refused' })
  })
})

describe('a model that speaks openai-responses', () => {
  it('takes a content filter for a refusal', async () => {
    const response = { incomplete_details: { reason: 'content_filter' } }
    const event = JSON.stringify({ type: 'response.incomplete', response })
    const body = `event: response.incomplete\ndata: ${event}\n\n`
    const server = await serve('openai-responses', { kind: 'raw', body })
    const { events } = await hear(createTestModel('openai-responses', server.url))
    expect(events.at(-1)).toEqual({ kind: 'stopped', reason: 'refused' })
  })

  it('tells the usage of an answer that failed, and then the failure', async () => {
    const response = {
      error: { code: 'server_error', message: 'It fell over.' },
      usage: { input_tokens: 9, output_tokens: 4 },
    }
    const event = JSON.stringify({ type: 'response.failed', response })
    const server = await serve('openai-responses', {
      kind: 'raw',
      body: `event: response.failed\ndata: ${event}\n\n`,
    })
    const heard = await hear(createTestModel('openai-responses', server.url))
    expect(lastUsage(heard)).toMatchObject({ usage: { input: 9, output: 4 } })
    expect(requireFailure(heard)).toMatchObject({
      code: 'overloaded',
      message: expect.stringContaining('It fell over.'),
    })
  })
})

describe('a model that speaks anthropic', () => {
  it('counts the tokens of a request by the counter of the vendor', async () => {
    const server = await serve('anthropic', { kind: 'silence' }, { countedTokens: 4321 })
    const { countTokens } = createTestModel('anthropic', server.url)
    expect(await countTokens?.(buildRequest())).toBe(4321)
  })

  it('gives up a count that only pretends to come', async () => {
    const options = { countedTokens: 'only spaces, for ever' } as const
    const server = await serve('anthropic', { kind: 'silence' }, options)
    const { countTokens } = createTestModel('anthropic', server.url, { timeoutMs: 50 })
    await expect(countTokens?.(buildRequest())).rejects.toMatchObject({ code: 'timeout' })
  })

  it.each(['/v1', '/v1/', '/'])('takes an address that ends in %s', async (end) => {
    const server = await serve('anthropic', { kind: 'answer', texts: ['x'] })
    await hear(createTestModel('anthropic', `${server.url}${end}`))
    expect((await server.seen(1)).path).toBe('/v1/messages')
  })

  it('takes an answer that filled the window for one that was cut by the limit', async () => {
    const body = [
      { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } },
      {
        type: 'message_delta',
        delta: { stop_reason: 'model_context_window_exceeded' },
        usage: { output_tokens: 2 },
      },
      { type: 'message_stop' },
    ]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('')
    const server = await serve('anthropic', { kind: 'raw', body })
    const { events } = await hear(createTestModel('anthropic', server.url))
    expect(events.at(-1)).toEqual({ kind: 'stopped', reason: 'max-tokens' })
  })
})
