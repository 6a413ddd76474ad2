import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/domain/message.ts'
import { calibrate } from './calibrate.ts'

/** What a request saw, said slowly: all before the first assistant message that is not older than it. */
function tokensSeen(messages: readonly Message[], tokens: readonly number[], ts: number): number | undefined {
  const answer = messages.findIndex(
    (message) => message.role === 'assistant' && typeof message.ts === 'number' && message.ts >= ts,
  )
  return answer < 0 ? undefined : tokens.slice(0, answer).reduce((sum, own) => sum + own, 0)
}

const message = fc
  .tuple(
    fc.constantFrom('user', 'assistant'),
    fc.option(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(Number.NaN)), { nil: undefined }),
  )
  .map(([role, ts]): Message => ({ role, content: 'x', ...(ts === undefined ? {} : { ts }) }))

describe('calibrate', () => {
  it('finds slope and intercept of figures on a line', () => {
    const messages: Message[] = Array.from({ length: 12 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: 'x',
      ts: index,
    }))
    const tokens = messages.map(() => 10)
    const requests = [1, 3, 5, 7, 9, 11].map((ts) => ({ ts, tokensIn: 5000 + 1.5 * 10 * ts }))
    const fit = calibrate(messages, tokens, { requests, condensations: [] })
    expect(fit?.slope).toBeCloseTo(1.5)
    expect(fit?.intercept).toBeCloseTo(5000)
    expect(fit?.points).toBe(6)
  })

  it('pairs each request with the same messages as a search from the start, also where times go back', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 5, maxLength: 20 }),
        (messages, times) => {
          const tokens = messages.map((_, index) => 7 + (index % 5))
          const seen = times.map((ts) => tokensSeen(messages, tokens, ts))
          // Recorded figures that follow from what was seen give a perfect line, and only then.
          const requests = times.map((ts, index) => ({ ts, tokensIn: 300 + 2 * (seen[index] ?? 0) }))
          const fit = calibrate(messages, tokens, { requests, condensations: [] })
          const usable = seen.filter((value) => value !== undefined)
          fc.pre(fit !== null)
          expect(fit?.points).toBe(usable.length)
          expect(fit?.slope).toBeCloseTo(2)
          expect(fit?.intercept).toBeCloseTo(300)
        },
      ),
    )
  })
})
