import { afterEach, describe, expect, it } from 'vitest'
import { failureIn, hear, modelOf } from './testing/ask.ts'
import { startModelServer, usualUsage, type ModelServer, type Reply } from './testing/model-server.ts'
import type { Protocol } from './testing/protocols.ts'

const all: readonly Protocol[] = ['anthropic', 'openai-chat', 'openai-responses']
let servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

async function serve(protocol: Protocol, ...script: Reply[]): Promise<ModelServer> {
  const server = await startModelServer({ protocol, script })
  servers.push(server)
  return server
}

describe.each(all)('%s', (protocol) => {
  it('streams an answer, its usage with cached tokens apart, and its end', async () => {
    const server = await serve(protocol, { kind: 'answer', texts: ['All ', 'is ', 'well.'] })
    const { events, error } = await hear(modelOf(protocol, server.url))
    expect(error).toBeNull()
    expect(events.filter(({ kind }) => kind !== 'usage')).toEqual([
      { kind: 'call' },
      { kind: 'text', text: 'All ' },
      { kind: 'text', text: 'is ' },
      { kind: 'text', text: 'well.' },
      { kind: 'stopped', reason: 'finished' },
    ])
    expect(events.findLast(({ kind }) => kind === 'usage')).toEqual({ kind: 'usage', usage: usualUsage })
    expect(server.requests).toHaveLength(1)
  })

  it('fails as authentication on a 401', async () => {
    const server = await serve(protocol, { kind: 'error', status: 401, message: 'invalid x' })
    const heard = await hear(modelOf(protocol, server.url))
    expect(failureIn(heard)).toMatchObject({ code: 'authentication' })
  })
})
