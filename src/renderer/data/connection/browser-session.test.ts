import { ORPCError } from '@orpc/client'
import { describe, expect, it, vi } from 'vitest'
import { createBrowserSession, exchangeToken, buildSessionHeaders, readToken } from './browser-session.ts'

/** A storage that holds nothing yet. */
function emptyStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

/** A host that knows the page until its session ends, and again once it comes with the right token. */
function hostWith(state: { isOpen: boolean }) {
  const heard: string[] = []
  const send: typeof fetch = async (_, init) => {
    state.isOpen ||= init?.body === '{"token":"new"}'
    return new Response(null, { status: state.isOpen ? 204 : 401 })
  }
  const session = createBrowserSession(emptyStorage(), send)
  const ask = (word: string, signal?: AbortSignal): Promise<number> =>
    session.hold(async () => {
      if (!state.isOpen) throw new ORPCError('UNAUTHORIZED')
      return heard.push(word)
    }, signal)
  return { session, ask, heard }
}

describe('the session of a browser', () => {
  it('fails at once where there never was one', async () => {
    const { session, ask } = hostWith({ isOpen: false })
    await expect(ask('a')).rejects.toMatchObject({ status: 401 })
    expect(session.hasEnded()).toBe(false)
  })

  it('keeps calls when it ends, and sends them again with what they said', async () => {
    const state = { isOpen: true }
    const { session, ask, heard } = hostWith(state)
    const told = vi.fn<() => void>()
    session.subscribe(told)
    await ask('first')
    state.isOpen = false
    const kept = [ask('second'), ask('third')]
    await expect.poll(() => session.hasEnded()).toBe(true)
    expect(told).toHaveBeenCalledOnce()
    expect(await session.renew('http://127.0.0.1:4000/#token=wrong')).toBe(false)
    expect(session.hasEnded()).toBe(true)
    expect(await session.renew(' http://127.0.0.1:4000/#token=new ')).toBe(true)
    await Promise.all(kept)
    expect(heard).toEqual(['first', 'second', 'third'])
    expect(session.hasEnded()).toBe(false)
  })

  it('goes on without an address when another tab has opened one', async () => {
    const state = { isOpen: true }
    const { session, ask } = hostWith(state)
    await ask('first')
    state.isOpen = false
    const kept = ask('second')
    await expect.poll(() => session.hasEnded()).toBe(true)
    state.isOpen = true
    expect(await session.renew('')).toBe(true)
    expect(await kept).toBe(2)
  })

  it('lets go of a call that nobody waits for any more', async () => {
    const state = { isOpen: true }
    const { session, ask } = hostWith(state)
    await ask('first')
    state.isOpen = false
    const controller = new AbortController()
    const kept = ask('second', controller.signal)
    await expect.poll(() => session.hasEnded()).toBe(true)
    controller.abort(new Error('gone'))
    await expect(kept).rejects.toThrow('gone')
  })
})

describe('the half of a session that the page keeps', () => {
  it('is taken from the host once, and sent with every call and exchange after that', async () => {
    const storage = emptyStorage()
    const sent: (string | null)[] = []
    const send: typeof fetch = async (_, init) => {
      const half = new Headers(init?.headers).get('x-dewpoint-session')
      sent.push(half)
      return new Response(null, {
        status: 204,
        headers: half === null ? { 'x-dewpoint-session': 'half' } : {},
      })
    }
    expect(buildSessionHeaders(storage)).toEqual({})
    for (const token of ['new', '']) expect(await exchangeToken(token, storage, send)).toBe(true)
    expect(sent).toEqual([null, 'half'])
    expect(buildSessionHeaders(storage)).toEqual({ 'x-dewpoint-session': 'half' })
  })
})

describe('the token of an address', () => {
  it.each([
    ['http://127.0.0.1:4000/#token=a-b_c', 'a-b_c'],
    ['Dewpoint is open at http://127.0.0.1:4000/#token=abc', 'abc'],
    ['#token=a%2Bb&x=1', 'a+b'],
    ['http://127.0.0.1:4000/', undefined],
  ])('of %j is %j', (address, token) => {
    expect(readToken(address)).toBe(token)
  })
})
