import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { turns } from '../scenario.ts'
import { startModelServer, type ModelServer } from './model-server.ts'
import { openAiChat } from './open-ai-chat.ts'
import { createScript } from './script.ts'

let server: ModelServer
beforeEach(async () => {
  const script = createScript({
    steps: turns[1].steps,
    limit: 10_000,
    project: '/parcels',
    useTool: ({ kind }) => (kind === 'plan' ? null : { name: kind, input: {} }),
  })
  server = await startModelServer(openAiChat, script)
})
afterEach(() => server.close())

const summary = 'You are a context summarization agent.'

async function ask(system: string, tools: readonly string[]): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${server.port}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'm',
      messages: [{ role: 'system', content: system }],
      tools: tools.map((name) => ({ type: 'function', function: { name } })),
    }),
  })
  return response.json()
}

const turn = (): Promise<unknown> => ask('You are an agent.', ['read', 'run', 'edit', 'search'])

describe('the scripted model', () => {
  it('takes the next step for a turn alone, and keeps every request with its purpose', async () => {
    expect(await turn()).toMatchObject({ choices: [{ message: { content: 'The labels, then the limit.' } }] })
    expect(await ask('You name things.', [])).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
    expect(await ask(summary, [])).toMatchObject({
      choices: [{ message: { content: expect.stringContaining('Summary 1.') } }],
    })
    await turn()
    expect(await turn()).toMatchObject({ choices: [{ message: { content: 'Setting the limit.' } }] })
    expect(server.requests.map(({ kind }) => kind)).toEqual(['turn', 'other', 'summary', 'turn', 'turn'])
  })

  it('reports requests above the limit until it was asked for a summary', async () => {
    await turn()
    expect(await turn()).toMatchObject({ usage: { total_tokens: 10_200 } })
    await ask(summary, [])
    expect(await turn()).toMatchObject({ usage: { total_tokens: 2300 } })
  })

  it('lets nothing through to another host, and remembers what was wanted', async () => {
    const status = await new Promise((settle, fail) => {
      const path = 'http://example.org/telemetry'
      request({ host: '127.0.0.1', port: server.port, path }, ({ statusCode }) => settle(statusCode))
        .on('error', fail)
        .end()
    })
    expect(status).toBe(403)
    expect([...server.refusedHosts]).toEqual(['example.org'])
  })
})
