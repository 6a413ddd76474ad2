import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validHistory } from '../../kernel/testing/arbitrary-history.ts'
import { hasRealHistories, realHistories } from '../../kernel/testing/real-histories.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { randomRuns, selectTestShare } from '../../kernel/testing/shares.ts'
import { methods } from '../methods.ts'

const strategies = methods.filter(({ kind }) => kind === 'strategy')

describe.each(strategies.map((strategy, turn) => ({ ...strategy, strategy, turn })))(
  'the strategy $id',
  ({ strategy, turn }) => {
    it.skipIf(!hasRealHistories).each(selectTestShare(realHistories(), turn, 3))(
      'gives a valid result on $name',
      async ({ messages }) => {
        const source = conversationFor(messages)
        for (const share of [0.9, 0.6, 0.2]) {
          const { summary } = await runOn(strategy, {}, source, Math.floor(source.totalTokens * share))
          expect([summary.error?.code, summary.status]).not.toContain('invariant-broken')
          expect(summary.trace.length).toBeGreaterThan(0)
          let tokens = source.totalTokens
          for (const pass of summary.passes) {
            expect(pass.tokensBefore).toBe(tokens)
            tokens = pass.tokensAfter
          }
          expect(tokens).toBe(summary.stats.finalTokens)
        }
      },
    )

    it('gives a valid result on any history', async () => {
      await fc.assert(
        fc.asyncProperty(validHistory(), fc.integer({ min: 1, max: 100 }), async (messages, percent) => {
          const source = conversationFor(messages)
          const { summary } = await runOn(
            strategy,
            {},
            source,
            Math.ceil((source.totalTokens * percent) / 100),
          )
          expect(summary.error?.code).not.toBe('invariant-broken')
          expect(summary.error?.code).not.toBe('provider-error')
        }),
        { numRuns: randomRuns(60) },
      )
    })
  },
)
