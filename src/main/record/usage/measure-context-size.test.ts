import { describe, expect, it } from 'vitest'
import { toCountedTokens, toModelTokens } from '../../../shared/kernel/convert-tokens.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/kernel/usage.ts'
import { calibrate } from '../overhead/calibrate.ts'
import { matchRequests } from '../requests/match-requests.ts'
import { measureContextSize } from './measure-context-size.ts'

const [slope, intercept, answerTokens] = [1.25, 36_000, 10]

/** A task of turns with a question of 400 tokens each, recorded on a line; the last question has no answer yet. */
function makeTask(turns: number, change: (request: RequestUsage, index: number) => object = () => ({})) {
  const messages: Message[] = []
  const tokens: number[] = []
  const requests: RequestUsage[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    messages.push(
      { role: 'user', content: 'q', ts: 10 * turn },
      { role: 'assistant', content: 'a', ts: 10 * turn + 5 },
    )
    const seen = tokens.reduce((sum, own) => sum + own, 400 + turn)
    tokens.push(400 + turn, answerTokens)
    const request = { ts: 10 * turn + 1, tokensIn: intercept + slope * seen, tokensOut: 12 }
    requests.push({ ...request, ...change(request, turn) })
  }
  messages.push({ role: 'user', content: 'q', ts: 10 * turns })
  tokens.push(800)
  const usage: RecordedUsage = { requests, condensations: [] }
  return { messages, tokens, usage }
}

const measureSize = ({ messages, tokens, usage }: ReturnType<typeof makeTask>) => {
  const matches = matchRequests(messages, usage)
  const calibration = calibrate({ messages, usage }, tokens, matches)
  return measureContextSize({ messages, usage }, tokens, { ...matches, calibration })
}
const sumCounted = ({ tokens }: ReturnType<typeof makeTask>): number =>
  tokens.reduce((sum, own) => sum + own, 0)

describe('the size of a context', () => {
  it('is what was recorded last, with the last message on the scale of the requests', () => {
    const task = makeTask(6)
    const last = task.usage.requests[5]
    expect(measureSize(task)).toMatchObject({
      totalTokens: (last?.tokensIn ?? 0) + 12,
      lastMessageTokens: slope * 800,
      basis: 'recorded',
      calibration: { points: 6 },
    })
  })

  it('is calibrated for all that came since the last recorded request', () => {
    const task = makeTask(8, (_, index) => (index < 6 ? {} : { tokensIn: undefined, tokensOut: undefined }))
    const since = 406 + answerTokens + 407 + answerTokens
    expect(measureSize(task)).toMatchObject({
      totalTokens: (task.usage.requests[5]?.tokensIn ?? 0) + 12 + Math.round(slope * since),
      lastMessageTokens: slope * 800,
      basis: 'calibrated',
    })
  })

  it('adds what is counted as it is where too few requests are recorded for a scale', () => {
    const size = measureSize(makeTask(3))
    expect(size).toMatchObject({ lastMessageTokens: 800, basis: 'recorded', calibration: null })
  })

  it('is counted where nothing is recorded', () => {
    const task = makeTask(8, () => ({ tokensIn: undefined, tokensOut: undefined }))
    const size = measureSize(task)
    expect(size).toMatchObject({ lastMessageTokens: 800, basis: 'counted', calibration: null })
    expect(size.totalTokens + size.lastMessageTokens).toBe(sumCounted(task))
  })

  it('is calibrated as a whole where the last request was sent something else', () => {
    const task = makeTask(8, (_, index) => (index < 7 ? {} : { tokensIn: 1000 }))
    const { totalTokens, lastMessageTokens, basis } = measureSize(task)
    expect(basis).toBe('calibrated')
    expect(Math.abs(totalTokens + lastMessageTokens - (intercept + slope * sumCounted(task)))).toBeLessThan(5)
  })

  it('is not what was recorded before a condensation without figures', () => {
    const task = makeTask(8)
    const usage = { ...task.usage, condensations: [{ ts: 78 }] }
    expect(measureSize({ ...task, usage })).toMatchObject({ basis: 'counted' })
    const known = { ...task.usage, condensations: [{ ts: 78, tokensAfter: 5000 }] }
    expect(measureSize({ ...task, usage: known })).toMatchObject({
      totalTokens: 5000,
      basis: 'recorded',
    })
  })

  it('is that of the request that set off the condensation, once it is answered', () => {
    const task = makeTask(8)
    const usage = { ...task.usage, condensations: [{ ts: 72, tokensAfter: 5000 }] }
    const last = task.usage.requests[7]
    expect(measureSize({ ...task, usage }).totalTokens).toBe((last?.tokensIn ?? 0) + 12)
  })
})

describe('a scale', () => {
  it.each([
    [{ slope: 1.25, intercept: 36_000 }, 80_000, 136_000],
    // A system prompt has no fewer tokens than none.
    [{ slope: 1.25, intercept: -400 }, 80_000, 100_000],
    [null, 80_000, 80_000],
  ])('of %j takes counted tokens to those of the model and back', (scale, counted, model) => {
    expect(toModelTokens(counted, scale)).toBe(model)
    expect(toCountedTokens(model, scale)).toBe(counted)
  })

  it('leaves something where the system prompt alone is larger', () => {
    expect(toCountedTokens(1000, { slope: 1.25, intercept: 36_000 })).toBe(1)
  })
})
