import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/kernel/usage.ts'
import { matchRequests } from '../requests/match-requests.ts'
import { calibrate, type CalibrationFit } from './calibrate.ts'

type Turn = { readonly tokens: number; readonly mode?: string; readonly tokensIn?: number }

/** A task of turns: a question of so many tokens, a recorded request, an answer of 10 tokens. */
function makeTask(turns: readonly Turn[]) {
  const messages: Message[] = []
  const tokens: number[] = []
  const requests: RequestUsage[] = []
  turns.forEach(({ tokens: own, mode = 'code', tokensIn }, index) => {
    const environment = `<environment_details>\n# Current Mode\n<slug>${mode}</slug>\n</environment_details>`
    messages.push({ role: 'user', content: environment, ts: 10 * index })
    messages.push({ role: 'assistant', content: 'x', ts: 10 * index + 5 })
    tokens.push(own, 10)
    requests.push({ ts: 10 * index, ...(tokensIn === undefined ? {} : { tokensIn }) })
  })
  return { messages, tokens, usage: { requests, condensations: [] } }
}

/** What a request of each turn would record, on a line with these intercepts by mode. */
function onLine(turns: readonly Turn[], slope: number, intercepts: Readonly<Record<string, number>>): Turn[] {
  let seen = 0
  return turns.map((turn) => {
    seen += turn.tokens
    const tokensIn = (intercepts[turn.mode ?? 'code'] ?? 0) + slope * seen
    seen += 10
    return { ...turn, tokensIn }
  })
}

function fitTask(
  messages: readonly Message[],
  tokens: readonly number[],
  usage: RecordedUsage,
): CalibrationFit | null {
  return calibrate({ messages, usage }, tokens, matchRequests(messages, usage))
}

const steps = (count: number, mode = 'code'): Turn[] =>
  Array.from({ length: count }, (_, index) => ({ tokens: 500 + 137 * (index % 5), mode }))

describe('calibrate', () => {
  it('finds slope and intercept of figures on a line', () => {
    const { messages, tokens, usage } = makeTask(onLine(steps(8), 1.25, { code: 36_000 }))
    const fit = fitTask(messages, tokens, usage)
    expect(fit).toMatchObject({ points: 8, outliers: [], stretches: [{ firstRequest: 0, lastRequest: 7 }] })
    expect(fit?.slope).toBeCloseTo(1.25)
    expect(fit?.intercept).toBeCloseTo(36_000)
    expect(fit?.r2).toBeCloseTo(1)
  })

  it('takes for system prompt and tools no more than the smallest request had', () => {
    const raised = onLine(steps(16), 1.25, { code: 10_000 }).map((turn, at) =>
      at < 8 ? turn : { ...turn, tokensIn: (turn.tokensIn ?? 0) + 25_000 },
    )
    const { messages, tokens, usage } = makeTask(raised)
    const fit = fitTask(messages, tokens, usage)
    expect(fit?.stretches.map(({ intercept }) => Math.round(intercept))).toEqual([10_000, 35_000])
    expect(fit?.intercept).toBe(raised[0]?.tokensIn)
  })

  it('keeps the slope and takes another intercept where the mode changes', () => {
    const turns = onLine([...steps(7), ...steps(6, 'ask')], 1.25, { code: 36_000, ask: 9000 })
    const { messages, tokens, usage } = makeTask(turns)
    const fit = fitTask(messages, tokens, usage)
    expect(fit?.slope).toBeCloseTo(1.25)
    expect(fit?.intercept).toBeCloseTo(9000)
    expect(fit?.stretches.map(({ firstRequest, points }) => [firstRequest, points])).toEqual([
      [0, 7],
      [7, 6],
    ])
  })

  it('sees a step to another level that nothing announces', () => {
    const turns = onLine(steps(12), 1.25, { code: 36_000 }).map((turn, index) =>
      index < 6 ? turn : { ...turn, tokensIn: (turn.tokensIn ?? 0) + 8000 },
    )
    const { messages, tokens, usage } = makeTask(turns)
    expect(fitTask(messages, tokens, usage)?.stretches.at(-1)?.intercept).toBeCloseTo(44_000)
  })

  it('names single requests off the line instead of following them', () => {
    const turns = onLine(steps(10), 1.25, { code: 36_000 }).map((turn, index) =>
      index === 4 ? { ...turn, tokensIn: 90_000 } : turn,
    )
    const { messages, tokens, usage } = makeTask(turns)
    const fit = fitTask(messages, tokens, usage)
    expect(fit).toMatchObject({ outliers: [4], points: 9 })
    expect(fit?.intercept).toBeCloseTo(36_000)
  })

  it('leaves out requests that saw less than what is counted', () => {
    const turns = onLine(steps(10), 1.25, { code: 6000 }).map((turn, index) =>
      index === 9 ? { ...turn, mode: 'ask', tokensIn: 2000 } : turn,
    )
    const { messages, tokens, usage } = makeTask(turns)
    const fit = fitTask(messages, tokens, usage)
    expect(fit?.outliers).toEqual([9])
    expect(fit?.intercept).toBeCloseTo(6000)
  })

  it('takes nothing from before a condensation or a truncation', () => {
    const turns = onLine(steps(12), 1.25, { code: 36_000 })
    const { messages, tokens, usage } = makeTask(turns)
    const truncated = fitTask(messages, tokens, { ...usage, truncations: [{ ts: 49 }] })
    expect(truncated?.stretches[0]?.firstRequest).toBe(5)
    const condensed = fitTask(messages, tokens, { ...usage, condensations: [{ ts: 49 }] })
    expect(condensed?.stretches[0]?.firstRequest).toBe(5)
  })

  it('takes nothing from before the messages were hidden that the last request did not see', () => {
    const turns = onLine(steps(12), 1.25, { code: 36_000 })
    const { messages, tokens, usage } = makeTask(turns)
    const requests = usage.requests.map((request, index): RequestUsage =>
      index < 5 ? request : { ...request, deletedRange: [1, 2] },
    )
    expect(fitTask(messages, tokens, { ...usage, requests })?.stretches[0]?.firstRequest).toBe(5)
  })

  it('does not call a request aborted whose answer a truncation hid', () => {
    const turns = onLine(steps(12), 1.25, { code: 36_000 })
    const { messages, tokens, usage } = makeTask(turns)
    // The messages that are left, as `inspect` looks at them; request 8 was aborted in truth.
    const left = (_: unknown, index: number): boolean => index > 9 && index !== 17
    const seen = messages.filter(left)
    const fit = fitTask(seen, tokens.filter(left), { ...usage, truncations: [{ ts: 49 }] })
    expect(fit?.leftOut?.map(({ request, reason }) => [request, reason === 'before'])).toEqual([
      [0, true],
      [1, true],
      [2, true],
      [3, true],
      [4, true],
      [8, false],
    ])
  })

  it('says nothing with too few requests or without width', () => {
    const few = makeTask(onLine(steps(4), 1.25, { code: 36_000 }))
    expect(fitTask(few.messages, few.tokens, few.usage)).toBeNull()
    const flat = makeTask(steps(8).map((turn) => ({ ...turn, tokensIn: 5000 })))
    expect(fitTask(flat.messages, flat.tokens, flat.usage)).toBeNull()
  })

  it('finds the line of any task that is on one', () => {
    const turns = fc.array(fc.record({ tokens: fc.integer({ min: 1, max: 5000 }) }), {
      minLength: 6,
      maxLength: 30,
    })
    fc.assert(
      fc.property(turns, fc.double({ min: 0.5, max: 2, noNaN: true }), (own, slope) => {
        const { messages, tokens, usage } = makeTask(onLine(own, slope, { code: 20_000 }))
        const fit = fitTask(messages, tokens, usage)
        expect(fit?.points).toBe(own.length)
        expect(fit?.slope).toBeCloseTo(slope, 6)
        expect(fit?.intercept).toBeCloseTo(20_000, 2)
      }),
    )
  })
})
