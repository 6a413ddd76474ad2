import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import type { AfterCut } from '../estimate-arm-money.ts'
import { changeOfBill } from './change-of-bill.ts'
import { createSubject, type Condensation } from './subject.ts'

/** Claude Sonnet's, US dollars per million tokens. */
const prices = { input: 3, output: 15, cacheReads: 0.3, cacheWrites: 3.75 }
const afterCut: AfterCut = { requestsAfter: 40, slope: 1.25, prices, recorded: null }
/** Counted as a fourth of its characters. */
const said = (tokens: number): Message[] => [{ role: 'user', content: 'word'.repeat(tokens) }]
const summarised = [{ operation: 'summarised', parts: 1, tokensSaved: 10 }] as const

function measure(result: readonly Message[], more: Partial<Condensation> = {}) {
  return changeOfBill.measure(
    createSubject({
      source: conversationFor(said(10_000)),
      result: conversationFor(result),
      provenance: { messages: [], dropped: [] },
      continuation: null,
      stats: { costUsd: 0, durationMs: 0 },
      afterCut,
      ...more,
    }),
  )
}

/** Counted tokens of a history of one message of so many. */
const countOneMessageHistory = (tokens: number): number => conversationFor(said(tokens)).totalTokens

describe('the change of the bill', () => {
  it('is what is written anew less what the requests after the cut no longer read', () => {
    const [before, after] = [countOneMessageHistory(10_000), countOneMessageHistory(1000)]
    const once = (after * 1.25 * (3.75 - 0.3)) / 1e6
    const perRequest = ((before - after) * 1.25 * 0.3) / 1e6
    const found = measure(said(1000))
    expect(found?.value).toBeCloseTo(once - 40 * perRequest, 10)
    expect(found?.value).toBeLessThan(-0.1)
    expect(found?.evidence).toEqual({
      kind: 'bill',
      onceUsd: expect.closeTo(once, 10),
      reReadUsd: 0,
      savedPerRequestUsd: expect.closeTo(perRequest, 10),
      requestsAfter: 40,
      breakEvenRequests: 2,
    })
  })

  it('has a model read the history and write the summary where one would', () => {
    const stats = { costUsd: 0, durationMs: 0, operations: [...summarised] }
    const without = measure(said(1000), { stats })?.value ?? 0
    const read = (countOneMessageHistory(10_000) * 1.25 * 0.3) / 1e6
    const written = (countOneMessageHistory(1000) * 15) / 1e6
    expect(measure(said(1000), { stats, mayAsk: true })?.value).toBeCloseTo(without + read + written, 10)
    // A model that had nothing to summarise was not asked.
    expect(measure(said(1000), { mayAsk: true })?.value).toBe(without)
  })

  it('has what an external arm says that its work took, and none where it does not say', () => {
    const without = measure(said(1000))?.value ?? 0
    const stated = { costUsd: 0.5, durationMs: 0, statedCostUsd: 0.5, priceUsd: 0.5 }
    expect(measure(said(1000), { stats: stated })?.value).toBeCloseTo(without + 0.5, 10)
    expect(measure(said(10_000), { stats: stated })?.value).toBe(0.5)
    const silent = { costUsd: 0, durationMs: 0, statedCostUsd: 0, priceUsd: null }
    expect(measure(said(1000), { stats: silent })).toBeNull()
  })

  it('is nothing where nothing changed, and all that is read where nothing is left', () => {
    const stats = { costUsd: 0, durationMs: 0, operations: [...summarised] }
    expect(measure(said(10_000), { stats, mayAsk: true })?.value).toBe(0)
    expect(measure([])?.value).toBeCloseTo(-(40 * countOneMessageHistory(10_000) * 1.25 * 0.3) / 1e6, 10)
  })

  it('is not known without prices', () => {
    expect(measure(said(1000), { afterCut: { ...afterCut, prices: null } })).toBeNull()
    expect(measure(said(1000), { afterCut: { ...afterCut, prices: { output: 15 } } })).toBeNull()
    const { afterCut: _none, ...bare } = { afterCut }
    expect(
      changeOfBill.measure(
        createSubject({
          source: conversationFor(said(10)),
          result: conversationFor([]),
          provenance: { messages: [], dropped: [] },
          continuation: null,
          stats: { costUsd: 0, durationMs: 0 },
          ...bare,
        }),
      ),
    ).toBeNull()
  })
})
