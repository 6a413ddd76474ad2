import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { checkResult } from '../../kernel/history/invariants/check-result.ts'
import { buildUntouchedStage } from '../../kernel/stages/stage.ts'
import { damagedHistory, validHistory } from '../../kernel/testing/arbitrary-history.ts'
import { conversationFor, roughCounter, runOn } from '../../kernel/testing/run-on.ts'
import { nativeMethod } from '../own/native/native.ts'
import { buildLedger } from './build-ledger.ts'
import { formatLedger } from './format-ledger.ts'
import { readLedger } from './read-written-ledgers.ts'
import { listEntryNames } from './testing/list-entry-names.ts'
import { withLedger } from './with-ledger.ts'

const histories = fc.oneof(validHistory(), damagedHistory())
const sizes = fc.integer({ min: 0, max: 300 })
const ends = fc.record({ first: fc.integer({ min: 0, max: 4 }), last: fc.integer({ min: 0, max: 4 }) })
const places = fc.constantFrom('summary' as const, 'first' as const)

/** All strings outside of the user's messages, calls included. */
function assistantText(messages: readonly Message[]): string {
  const texts: string[] = []
  JSON.stringify(
    messages.filter(({ role }) => role !== 'user'),
    (_key, value: unknown) => {
      if (typeof value === 'string') texts.push(value)
      return value
    },
  )
  return texts.join('\n')
}

describe('on every history, a ledger', () => {
  it('names no path and no command that no call named', () => {
    fc.assert(
      fc.property(histories, (messages) => {
        const named = assistantText(messages)
        for (const name of listEntryNames(buildLedger(conversationFor(messages))))
          expect(named).toContain(name)
      }),
      { numRuns: 300 },
    )
  })

  it('breaks no invariant wherever it stands, and obeys its limit', () => {
    fc.assert(
      fc.property(histories, sizes, ends, places, (messages, maxTokens, kept, place) => {
        const before = JSON.stringify(messages)
        const source = conversationFor(messages)
        const stage = withLedger(source, buildUntouchedStage(messages), { place, maxTokens, kept })
        const context = {
          source: messages,
          provenance: stage.provenance,
          keptFirst: kept.first,
          keptLast: kept.last,
        }
        expect(checkResult(stage.messages, context).broken).toEqual([])
        expect(JSON.stringify(messages)).toBe(before)
        const added = conversationFor(stage.messages).totalTokens - source.totalTokens
        expect(added).toBeLessThanOrEqual(maxTokens)
      }),
      { numRuns: 300 },
    )
  })

  it('does not change when it is made anew', () => {
    fc.assert(
      fc.property(validHistory(), places, (messages, place) => {
        const options = { place, maxTokens: 10_000, kept: { first: 1, last: 0 } }
        const once = withLedger(conversationFor(messages), buildUntouchedStage(messages), options)
        const again = withLedger(conversationFor(once.messages), buildUntouchedStage(once.messages), options)
        expect(again.messages).toEqual(once.messages)
      }),
      { numRuns: 300 },
    )
  })

  it('is read back as it was written, save for how it is sorted', () => {
    fc.assert(
      fc.property(validHistory(), (messages) => {
        const text = formatLedger(buildLedger(conversationFor(messages)), 1_000_000, roughCounter)
        const entries = readLedger(text)?.entries ?? []
        expect(formatLedger(entries, 1_000_000, roughCounter)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    { ledger: 'summary' },
    { ledger: 'first' },
    { ledger: 'summary', flavour: 'current' },
    { ledger: 'first', selective: true, selectiveMinChars: 100 },
  ])('keeps the laws in native with %j', async (settings) => {
    await fc.assert(
      fc.asyncProperty(histories, async (messages) => {
        const { summary, condensed } = await runOn(nativeMethod, settings, conversationFor(messages))
        expect(summary.error?.code).not.toBe('invariant-broken')
        expect(summary.error?.code).not.toBe('provider-error')
        expect(summary.error?.code).not.toBe('source-untouched')
        if (condensed === null) return
        expect(summary.passes.at(-1)?.tokensAfter).toBe(summary.stats.finalTokens)
        expect(summary.stats.finalTokens).toBeLessThan(summary.stats.originalTokens)
      }),
      { numRuns: 100 },
    )
  })
})
