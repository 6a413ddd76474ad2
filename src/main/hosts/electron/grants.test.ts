import { describe, expect, it } from 'vitest'
import { createGrants } from './grants.ts'

function createTestGrants(clock: { now: number }) {
  let count = 0
  return createGrants({ now: () => clock.now, randomToken: () => `token-${(count += 1)}`, lifetimeMs: 1000 })
}

describe('a grant', () => {
  it('opens its path once', () => {
    const grants = createTestGrants({ now: 0 })
    const token = grants.issue('/home/a/task')
    expect(grants.take(token)).toBe('/home/a/task')
    expect(grants.take(token)).toBeUndefined()
  })

  it('is a new one each time, for the same path too', () => {
    const grants = createTestGrants({ now: 0 })
    const first = grants.issue('/home/a/task')
    expect(grants.issue('/home/a/task')).not.toBe(first)
    expect(grants.take(first)).toBe('/home/a/task')
  })

  it('expires', () => {
    const clock = { now: 0 }
    const grants = createTestGrants(clock)
    const token = grants.issue('/home/a/task')
    clock.now = 1000
    expect(grants.take(token)).toBeUndefined()
  })

  it('is not guessed', () => {
    const grants = createTestGrants({ now: 0 })
    grants.issue('/home/a/task')
    expect(grants.take('')).toBeUndefined()
    expect(grants.take('/home/a/task')).toBeUndefined()
  })
})
