import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { serve } from '../testing/serve.ts'
import { createHttpFetch } from './http-fetch.ts'

const post = (body: string): RequestInit => ({ method: 'POST', body })

describe('our fetch', () => {
  it('sends text as it is, whatever the alphabet', async () => {
    const server = await serve('anthropic', { kind: 'raw', body: 'ok' })
    const fetch = createHttpFetch({ key: null })
    await fetch(server.url, post('{"text":"«漢字» 🙂"}'))
    expect((await server.seen(1)).body).toEqual({ text: '«漢字» 🙂' })
  })

  it.each([204, 302, 304, 500])('gives a %i as it is', async (status) => {
    const headers = { location: '/elsewhere' }
    const server = await serve('anthropic', { kind: 'error', status, body: '', headers })
    const fetch = createHttpFetch({ key: null })
    const response = await fetch(server.url, post('{}'))
    expect(response.status).toBe(status)
    expect(response.headers.get('location')).toBe('/elsewhere')
    expect(await response.text()).toBe('')
    expect(server.requests).toHaveLength(1)
  })

  it('refuses what is no address of the web', async () => {
    const fetch = createHttpFetch({ key: 'x' })
    await expect(fetch('file:///etc/passwd', post('{}'))).rejects.toThrow('file: is no protocol of the web')
  })

  it('sends nothing before it may, and nothing where it may not', async () => {
    const server = await serve('anthropic', { kind: 'raw', body: 'ok' })
    for (const count of [0, 1, 2]) {
      const beforeSend = async (): Promise<void> => {
        await new Promise(setImmediate)
        expect(server.requests).toHaveLength(count)
      }
      // The second and the third over the connection of the first.
      expect(await (await createHttpFetch({ key: null, beforeSend })(server.url, post('{}'))).text()).toBe(
        'ok',
      )
    }
    const refused = createHttpFetch({ key: null, beforeSend: () => Promise.reject(new Error('full')) })
    await expect(refused(server.url, post('{}'))).rejects.toThrow('full')
    expect(server.requests).toHaveLength(3)
  })

  it('sends nothing once it is aborted', async () => {
    const server = await serve('anthropic', { kind: 'raw', body: 'ok' })
    const fetch = createHttpFetch({ key: null })
    await expect(fetch(server.url, { ...post('{}'), signal: AbortSignal.abort() })).rejects.toThrow(
      'socket hang up',
    )
    expect(server.requests).toHaveLength(0)
  })
})

it('says the key to no proxy, whatever the environment asks for', async () => {
  const [server, proxy] = [
    await serve('openai-chat', { kind: 'answer', texts: ['x'] }),
    await serve('openai-chat', { kind: 'answer', texts: ['x'] }),
  ]
  const script = fileURLToPath(new URL('../testing/fetch-once.ts', import.meta.url))
  const { origin } = new URL(proxy.url)
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: origin,
    http_proxy: origin,
    NO_PROXY: '',
    no_proxy: '',
  }
  const run = promisify(execFile)
  expect((await run(process.execPath, [script, server.url, 'sk-secret'], { env })).stdout).toBe('200')
  expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-secret')
  expect(proxy.requests).toEqual([])
})
