import { describe, expect, it, vi } from 'vitest'
import { createBrowserSession, tokenOf } from './browser-session.ts'

const call = (word: string): Request =>
  new Request('http://127.0.0.1:4000/rpc/echo', { method: 'POST', body: word })

/** A host that knows the page until its session ends, and again once it comes with the right token. */
function hostWith(state: { isOpen: boolean }) {
  const bodies: string[] = []
  const send = vi.fn<typeof fetch>(async (input, init) => {
    if (typeof input === 'string') {
      state.isOpen ||= init?.body === '{"token":"new"}'
      return new Response(null, { status: state.isOpen ? 204 : 401 })
    }
    if (!state.isOpen) return new Response('{}', { status: 401 })
    bodies.push(await (input as Request).text())
    return new Response('{}')
  })
  return { session: createBrowserSession(send), bodies }
}

describe('the session of a browser', () => {
  it('fails at once where there never was one', async () => {
    const { session } = hostWith({ isOpen: false })
    expect((await session.fetch(call('a'), {})).status).toBe(401)
    expect(session.hasEnded()).toBe(false)
  })

  it('keeps calls when it ends, and sends them again with what they said', async () => {
    const state = { isOpen: true }
    const { session, bodies } = hostWith(state)
    const heard = vi.fn<() => void>()
    session.subscribe(heard)
    await session.fetch(call('first'), {})
    state.isOpen = false
    const kept = [session.fetch(call('second'), {}), session.fetch(call('third'), {})]
    await vi.waitFor(() => expect(session.hasEnded()).toBe(true))
    expect(heard).toHaveBeenCalledOnce()
    expect(await session.renew('http://127.0.0.1:4000/#token=wrong')).toBe(false)
    expect(session.hasEnded()).toBe(true)
    expect(await session.renew(' http://127.0.0.1:4000/#token=new ')).toBe(true)
    expect((await Promise.all(kept)).map(({ status }) => status)).toEqual([200, 200])
    expect(bodies).toEqual(['first', 'second', 'third'])
    expect(session.hasEnded()).toBe(false)
  })

  it('goes on without an address when another tab has opened one', async () => {
    const state = { isOpen: true }
    const { session } = hostWith(state)
    await session.fetch(call('first'), {})
    state.isOpen = false
    const kept = session.fetch(call('second'), {})
    await vi.waitFor(() => expect(session.hasEnded()).toBe(true))
    state.isOpen = true
    expect(await session.renew('')).toBe(true)
    expect((await kept).status).toBe(200)
  })

  it('lets go of a call that nobody waits for any more', async () => {
    const state = { isOpen: true }
    const { session } = hostWith(state)
    await session.fetch(call('first'), {})
    state.isOpen = false
    const controller = new AbortController()
    const kept = session.fetch(call('second'), { signal: controller.signal })
    await vi.waitFor(() => expect(session.hasEnded()).toBe(true))
    controller.abort(new Error('gone'))
    await expect(kept).rejects.toThrow('gone')
  })
})

describe('the token of an address', () => {
  it.each([
    ['http://127.0.0.1:4000/#token=a-b_c', 'a-b_c'],
    ['Dewpoint is open at http://127.0.0.1:4000/#token=abc', 'abc'],
    ['#token=a%2Bb&x=1', 'a+b'],
    ['http://127.0.0.1:4000/', undefined],
  ])('of %j is %j', (address, token) => {
    expect(tokenOf(address)).toBe(token)
  })
})
