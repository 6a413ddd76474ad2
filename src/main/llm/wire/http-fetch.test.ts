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

  it('sends nothing once it is aborted', async () => {
    const server = await serve('anthropic', { kind: 'raw', body: 'ok' })
    const fetch = createHttpFetch({ key: null })
    await expect(fetch(server.url, { ...post('{}'), signal: AbortSignal.abort() })).rejects.toThrow(
      'socket hang up',
    )
    expect(server.requests).toHaveLength(0)
  })
})
