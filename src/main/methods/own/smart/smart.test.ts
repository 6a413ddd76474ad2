import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validHistory } from '../../../kernel/testing/arbitrary-history.ts'
import { hasRealHistories, realHistories } from '../../../kernel/testing/real-histories.ts'
import { conversationFor, runOn } from '../../../kernel/testing/run-on.ts'
import { smartMethod } from './smart.ts'

describe.each(smartMethod.presets)('the preset $id', ({ settings }) => {
  it.skipIf(!hasRealHistories).each(realHistories())(
    'gives a valid result on $name',
    async ({ messages }) => {
      const source = conversationFor(messages)
      const { summary } = await runOn(smartMethod, settings, source)
      expect(summary.error).toBeNull()
      let tokens = source.totalTokens
      for (const pass of summary.passes) {
        expect(pass.tokensBefore).toBe(tokens)
        tokens = pass.tokensAfter
      }
      expect(tokens).toBe(summary.stats.finalTokens)
    },
  )

  it.skipIf(!hasRealHistories).each(realHistories())('carries a ledger on $name', async ({ messages }) => {
    const source = conversationFor(messages)
    for (const ledger of ['summary', 'first']) {
      const { summary } = await runOn(smartMethod, { ...settings, ledger }, source)
      expect(summary.error).toBeNull()
      const last = summary.passes.at(-1)
      expect(last?.tokensAfter ?? source.totalTokens).toBe(summary.stats.finalTokens)
    }
  })

  it('gives a valid result on any history', async () => {
    await fc.assert(
      fc.asyncProperty(validHistory(), async (messages) => {
        const { summary } = await runOn(smartMethod, settings, conversationFor(messages))
        expect(summary.error).toBeNull()
      }),
      { numRuns: 100 },
    )
  })
})
