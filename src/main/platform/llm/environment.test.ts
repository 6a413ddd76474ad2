import { afterEach, describe, expect, it, vi } from 'vitest'
import { hear, createTestModel, buildRequest } from './testing/ask.ts'
import { everyProtocol, serve } from './testing/serve.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** All that the two SDKs read from the environment, each with a value that can be found again. */
const variables = {
  ANTHROPIC_API_KEY: 'leaked-1',
  ANTHROPIC_AUTH_TOKEN: 'leaked-2',
  ANTHROPIC_BASE_URL: 'http://leaked-3.invalid',
  ANTHROPIC_CUSTOM_HEADERS: 'X-Custom: leaked-4\nAuthorization: Bearer leaked-5\nX-Api-Key: leaked-6',
  ANTHROPIC_LOG: 'debug',
  ANTHROPIC_WEBHOOK_SIGNING_KEY: 'leaked-7',
  OPENAI_API_KEY: 'leaked-8',
  OPENAI_ADMIN_KEY: 'leaked-9',
  OPENAI_BASE_URL: 'http://leaked-10.invalid',
  OPENAI_CUSTOM_HEADERS: 'X-Custom: leaked-11\nAuthorization: Bearer leaked-12',
  OPENAI_LOG: 'debug',
  OPENAI_ORG_ID: 'leaked-13',
  OPENAI_PROJECT_ID: 'leaked-14',
  OPENAI_WEBHOOK_SECRET: 'leaked-15',
}

describe.each(everyProtocol)('over %s', (protocol) => {
  it.each(['sk-secret-0123456789', null])('nothing of the environment travels with key %j', async (key) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    const server = await serve(protocol, { kind: 'answer', texts: ['x'] })
    expect((await hear(createTestModel(protocol, server.url, { key }))).error).toBeNull()
    const { headers, text, path } = await server.seen(1)
    expect(JSON.stringify({ headers, text, path })).not.toContain('leaked')
    const usual = [
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]
    const expected = [
      ...usual,
      ...(key === null ? [] : ['authorization']),
      ...(protocol === 'anthropic' ? ['anthropic-version'] : []),
      ...(protocol === 'anthropic' && key !== null ? ['x-api-key'] : []),
    ]
    expect(Object.keys(headers).sort()).toEqual(expected.sort())
  })

  it('nothing is logged, whatever the environment asks for', async () => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    const methods = ['debug', 'info', 'log', 'warn', 'error'] as const
    const logs = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => undefined))
    const server = await serve(protocol, [
      { kind: 'error', status: 500 },
      { kind: 'raw', body: 'event: message_start\ndata: {"broken\n\n' },
      { kind: 'answer', texts: ['x'] },
    ])
    const request = buildRequest({ messages: [{ role: 'user', content: 'Private.' }] })
    // The SDK of Anthropic has something to say about this one.
    const model = createTestModel(protocol, server.url, { model: 'claude-sonnet-4-5' })
    expect((await hear(model, request)).text).toBe('x')
    expect(logs.flatMap(({ mock }) => mock.calls)).toEqual([])
  })
})
