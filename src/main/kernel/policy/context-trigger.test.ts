import { describe, expect, it } from 'vitest'
import { decideTrigger, findTriggerPoint } from './context-trigger.ts'

describe('the point at which something is done about a context', () => {
  it.each([
    [200_000, 100, null, true, [171_808, 'condense', 'allowed']],
    [200_000, 75, null, true, [150_000, 'condense', 'threshold']],
    [100_000, 100, 50_000, true, [40_000, 'condense', 'allowed']],
    [200_000, 75, null, false, [171_808, 'truncate', 'allowed']],
    [7999, 5, 100, true, [7099.1, 'truncate', 'allowed']],
    [8000, 75, null, true, [0, 'condense', 'allowed']],
  ] as const)(
    'in a window of %d at %d %%, with %d reserved, automatic: %s',
    (windowTokens, thresholdPercent, maxTokens, autoCondense, expected) => {
      const decide = (totalTokens: number) =>
        decideTrigger({
          totalTokens,
          lastMessageTokens: 0,
          windowTokens,
          maxTokens,
          autoCondense,
          threshold: { percent: thresholdPercent, source: 'global', warning: null },
        })
      const { allowed } = decide(1)
      const { tokens, action, by } = findTriggerPoint({
        windowTokens,
        thresholdPercent,
        autoCondense,
        allowed,
      })
      expect([tokens, action, by]).toEqual(expected)
      // Nothing happens below it, and what it names happens above it.
      const flag = action === 'condense' ? 'wouldCondense' : 'wouldTruncate'
      expect(decide(Math.max(1, Math.floor(tokens) + 1))[flag]).toBe(true)
      expect(tokens > 1 && decide(Math.ceil(tokens) - 1)[flag]).toBe(false)
    },
  )
})
