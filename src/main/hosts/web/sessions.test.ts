import { describe, expect, it } from 'vitest'
import { createSessions } from './sessions.ts'

function numberedSessions() {
  let count = 0
  return createSessions(() => `secret-${(count += 1)}`)
}

describe('sessions', () => {
  it('open with the token of the launch', () => {
    const sessions = numberedSessions()
    const exchange = sessions.exchange(sessions.token())
    expect(exchange.kind === 'fresh' && sessions.has(exchange.sessionId)).toBe(true)
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
    expect(sessions.has(undefined)).toBe(false)
    expect(sessions.has(token)).toBe(false)
  })
})
