import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { damagedHistory, validHistory } from '../../kernel/testing/arbitrary-history.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { metrics } from './metrics.ts'
import type { Subject } from './subject.ts'

const survival = metrics.filter(({ id }) => /^survival-|-recall$/.test(id))
/** Of a figure of which less is better, nothing taken away scores nothing. */
const shares = metrics.filter(({ unit, direction }) => unit === 'share' && direction === 'higher')
const histories = fc.oneof(validHistory(), damagedHistory())
const least: Readonly<Record<string, number>> = { percent: -1e9, score: -1 }
/** A history in two: what is condensed, and what came of it. */
const cut = fc.tuple(histories, fc.double({ min: 0.3, max: 1, noNaN: true })).map(([messages, share]) => {
  const index = Math.ceil(messages.length * share)
  return { source: conversationFor(messages.slice(0, index)), rest: messages.slice(index) }
})

const everyIndex = (messages: readonly Message[]): number[] => messages.map((_, index) => index)
const measureAllValues = (subject: Subject): [string, number | null][] =>
  metrics.map((metric) => [metric.id, metric.measure(subject)?.value ?? null])

describe('the metrics', () => {
  it('have ids that differ', () => {
    expect(new Set(metrics.map(({ id }) => id)).size).toBe(metrics.length)
  })

  it('score 1 on everything that survives where nothing is taken away', () => {
    fc.assert(
      fc.property(cut, ({ source, rest }) => {
        const subject = createKeptSubject(source, everyIndex(source.messages), rest)
        for (const { id, measure } of shares) expect([id, measure(subject)?.value ?? 1]).toEqual([id, 1])
        for (const { id, measure } of metrics.filter(({ unit }) => unit === 'score'))
          expect([id, measure(subject)?.value ?? 1]).toEqual([id, 1])
        for (const { id, measure } of metrics.filter(({ group }) => group === 're-reading'))
          expect([id, measure(subject)?.value ?? 0]).toEqual([id, 0])
        expect(subject.result.totalTokens).toBe(source.totalTokens)
      }),
    )
  })

  it('score 0 on everything that survives where nothing is left', () => {
    fc.assert(
      fc.property(cut, ({ source, rest }) => {
        const subject = createKeptSubject(source, [], rest)
        if (source.messages.length === 0) return
        for (const { id, measure } of survival) expect([id, measure(subject)?.value ?? 0]).toEqual([id, 0])
      }),
    )
  })

  it('never find more where more messages are taken away', () => {
    const removals = fc.tuple(cut, fc.array(fc.nat({ max: 3 }), { minLength: 40, maxLength: 40 }))
    fc.assert(
      fc.property(removals, ([{ source, rest }, draws]) => {
        const some = everyIndex(source.messages).filter((index) => (draws[index % 40] ?? 0) > 0)
        const fewer = some.filter((index) => (draws[index % 40] ?? 0) > 1)
        const before = createKeptSubject(source, some, rest)
        const after = createKeptSubject(source, fewer, rest)
        for (const { id, measure } of survival) {
          const [more, less] = [measure(before)?.value ?? 0, measure(after)?.value ?? 0]
          expect([id, less <= more]).toEqual([id, true])
        }
      }),
    )
  })

  it('stay within their bounds, and say the same twice', () => {
    fc.assert(
      fc.property(cut, fc.nat(), ({ source, rest }, seed) => {
        const kept = everyIndex(source.messages).filter((index) => (index * 7 + seed) % 3 > 0)
        const subject = createKeptSubject(source, kept, rest)
        for (const { unit, measure } of metrics) {
          const value = measure(subject)?.value ?? 0
          expect(Number.isFinite(value)).toBe(true)
          expect(value).toBeGreaterThanOrEqual(least[unit] ?? 0)
          expect(value).toBeLessThanOrEqual(unit === 'share' ? 1 : 1e9)
        }
        expect(measureAllValues(createKeptSubject(source, kept, rest))).toEqual(measureAllValues(subject))
      }),
    )
  })
})
