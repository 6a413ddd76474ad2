import { describe, expect, it, vi } from 'vitest'
import { createSessions } from './sessions.ts'

function numberedSessions() {
  let count = 0
  return createSessions({ randomSecret: () => `secret-${(count += 1)}`, now: () => 0 })
}

/** Sessions of an hour without use and three in all, with one that is open. */
function timedSession() {
  const clock = { hours: 0 }
  let count = 0
  const sessions = createSessions({
    randomSecret: () => `secret-${(count += 1)}`,
    now: () => clock.hours * 3_600_000,
    limits: { idleMs: 3_600_000, longestMs: 3 * 3_600_000 },
  })
  const exchange = sessions.exchange(sessions.token())
  return { clock, sessions, id: exchange.kind === 'fresh' ? exchange.sessionId : '' }
}

describe('sessions', () => {
  it('open with the token of the launch', () => {
    const sessions = numberedSessions()
    const exchange = sessions.exchange(sessions.token())
    expect(exchange.kind === 'fresh' && sessions.findState(exchange.sessionId)).toBe('open')
  })

  it('open only once with one token', () => {
    const sessions = numberedSessions()
    const token = sessions.token()
    sessions.exchange(token)
    expect(sessions.exchange(token).kind).toBe('spent')
  })

  it('get a new token when somebody comes with a spent one', () => {
    const sessions = numberedSessions()
    const first = sessions.token()
    sessions.exchange(first)
    sessions.exchange(first)
    const second = sessions.token()
    expect(second).not.toBe(first)
    expect(sessions.exchange(second).kind).toBe('fresh')
  })

  it('keep the new token while spent ones are tried again', () => {
    const sessions = numberedSessions()
    const first = sessions.token()
    sessions.exchange(first)
    sessions.exchange(first)
    const second = sessions.token()
    sessions.exchange(first)
    expect(sessions.token()).toBe(second)
  })

  it.each(['', 'secret', 'secret-10'])('do not open with %j', (token) => {
    const sessions = numberedSessions()
    expect(sessions.exchange(token).kind).toBe('wrong')
    expect(sessions.exchange(sessions.token()).kind).toBe('fresh')
  })

  it('are not found without an id or by a token', () => {
    const sessions = numberedSessions()
    const token = sessions.token()
    sessions.exchange(token)
    expect(sessions.findState(undefined)).toBe('none')
    expect(sessions.findState(token)).toBe('none')
  })

  it('end an hour after their last use', () => {
    const { clock, sessions, id } = timedSession()
    clock.hours = 0.9
    sessions.use(id, () => undefined)()
    clock.hours = 1.8
    expect(sessions.findState(id)).toBe('open')
    clock.hours = 1.9
    expect(sessions.findState(id)).toBe('ended')
  })

  it('are not idle while something is read', () => {
    const { clock, sessions, id } = timedSession()
    const end = sessions.use(id, () => undefined)
    clock.hours = 2
    expect(sessions.findState(id)).toBe('open')
    end()
    clock.hours = 2.9
    expect(sessions.findState(id)).toBe('open')
  })

  it('end after three hours, busy or not, and with them what is being read', () => {
    vi.useFakeTimers()
    try {
      const { clock, sessions, id } = timedSession()
      const end = vi.fn<() => void>()
      sessions.use(id, end)
      vi.advanceTimersByTime(3 * 3_600_000 - 1)
      expect(end).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(end).toHaveBeenCalledOnce()
      clock.hours = 3
      expect(sessions.findState(id)).toBe('ended')
    } finally {
      vi.useRealTimers()
    }
  })

  it('get a new token when one has ended, and no second one while that waits', () => {
    const { sessions } = timedSession()
    const spent = sessions.token()
    expect(sessions.renewToken()).toBe(true)
    expect(sessions.token()).not.toBe(spent)
    expect(sessions.renewToken()).toBe(false)
  })
})
