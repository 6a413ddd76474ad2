import { describe, expect, it } from 'vitest'
import type { RecordedTask } from '../../../../record/recorded-task.ts'
import { condensedByHand } from '../testing/condensed-example.ts'
import { prepareExample, reconstructExample } from '../testing/prepare-example.ts'
import { changedExample, exampleTask, recordedTask } from '../testing/replay-example.ts'
import { auditRecorded } from './audit-recorded.ts'

/** Prices of the example: input $3, write $3.75, read $0.30 per million tokens. */
function audit(task: RecordedTask) {
  return auditRecorded(reconstructExample(task), prepareExample(task))
}

const addsUp = ({ paid }: ReturnType<typeof audit>): boolean =>
  paid.newContent + paid.firstRequest + paid.rewritten + paid.unexplained === paid.total

describe('the cache of a recorded task, by hand', () => {
  it('breaks nowhere where each request only adds to the one before', () => {
    // 2,000 of system prompt, 4,000 of question, then 100 of answer and 900 of question with each of seven requests.
    const found = audit(exampleTask())
    expect(found.breaks).toEqual([])
    expect(found.paid).toMatchObject({ total: 13_000, firstRequest: 6000, newContent: 7000, rewritten: 0 })
    expect(found).toMatchObject({ tokens: 0, costUsd: 0, explained: 1 })
  })

  it('is lost to a pause of ten minutes: 8,000 tokens written again for $3.75 instead of read for $0.30', () => {
    const task = changedExample(({ ts }, index) => ({
      ts: (ts ?? 0) + (index >= 3 ? 600_000 : 0),
      ...(index === 3 ? { cacheReads: 0, cacheWrites: 9000, costUsd: (9000 * 3.75 + 100 * 15) / 1e6 } : {}),
    }))
    const found = audit(task)
    expect(found.breaks).toEqual([
      expect.objectContaining({
        request: 4,
        cause: 'pause',
        at: null,
        tokens: 8000,
        heldTokens: 8000,
        readTokens: 0,
        pauseMs: 610_000,
        timeToLiveMs: 300_000,
      }),
    ])
    // 8,000 × (3.75 − 0.30) / 1,000,000
    expect(found.costUsd).toBeCloseTo(0.0276, 10)
    // 13,000 as before, and the 8,000 again.
    expect(found.paid).toMatchObject({ total: 21_000, firstRequest: 6000, newContent: 7000, rewritten: 8000 })
    expect(found.explained).toBe(1)
    expect(addsUp(found)).toBe(true)
  })

  it('is thrown away by a condensation of the agent, which pays for nothing again but what it kept', () => {
    // Before request 4 stood 8,000 tokens; a summary of 600 takes the place of all but the system prompt.
    const found = audit(condensedByHand(0.004))
    expect(found.breaks).toEqual([
      expect.objectContaining({
        request: 4,
        cause: 'condensation',
        at: { message: 6, part: 0, offset: 0 },
        tokens: 0,
        heldTokens: 6000,
        readTokens: 2000,
        costUsd: 0,
      }),
    ])
    expect(addsUp(found)).toBe(true)
  })

  it('is thrown away by a condensation where the record does not tell the system prompt from the summary', () => {
    // All that is known of either request is its size: 214,000 tokens before the condensation, 31,000 behind it.
    const [first, second] = exampleTask(2).usage.requests
    const ts = (first?.ts ?? 0) + 3_280_000
    const { messages } = exampleTask(2)
    const hidden = messages.slice(0, 2).map((message) => ({ ...message, condenseParent: 'c' }))
    const summary = { role: 'user' as const, content: 'So far', ts, isSummary: true, condenseId: 'c' }
    const found = audit({
      messages: [...hidden, summary, ...messages.slice(2).map((one) => ({ ...one, ts: ts + 3_000_000 }))],
      usage: {
        requests: [
          { ...first, cacheReads: 0, cacheWrites: 214_000, cacheWrites1h: 214_000 },
          { ...second, ts: ts + 3_000_000, cacheReads: 0, cacheWrites: 31_000, cacheWrites1h: 31_000 },
        ],
        condensations: [{ ts, condenseId: 'c' }],
      },
      hiddenRange: null,
    })
    expect(found.breaks).toEqual([
      expect.objectContaining({ request: 2, cause: 'condensation', toldBy: 'size', tokens: 0, costUsd: 0 }),
    ])
    expect(found.paid).toMatchObject({ firstRequest: 214_000, newContent: 31_000, rewritten: 0 })
  })

  it('is lost to another model, which reads nothing of what the first one left', () => {
    const task = changedExample((_request, index) => ({
      modelId: index < 5 ? 'large' : 'small',
      ...(index === 5 ? { cacheReads: 0, cacheWrites: 11_000 } : {}),
    }))
    const found = audit(task)
    expect(found.breaks.map(({ request, cause, tokens }) => ({ request, cause, tokens }))).toEqual([
      { request: 6, cause: 'model', tokens: 10_000 },
    ])
    expect(addsUp(found)).toBe(true)
  })

  it('says in which layer it broke where the messages are the same', () => {
    const read = (cacheReads: number) =>
      audit(
        changedExample((_request, index) =>
          index === 4 ? { cacheReads, cacheWrites: 10_000 - cacheReads } : {},
        ),
      ).breaks.map(({ cause, toldBy, tokens }) => ({ cause, toldBy, tokens }))
    // The system prompt takes 2,000; the request before had 9,000 in the cache.
    expect(read(2000)).toEqual([{ cause: 'settings', toldBy: 'read-end', tokens: 7000 }])
    expect(read(0)).toEqual([{ cause: 'prefix', toldBy: 'read-end', tokens: 9000 }])
    expect(read(6000)).toEqual([{ cause: 'unknown', tokens: 3000 }])
  })

  it('keeps writes of an hour apart, which cost 2 of the price of input and live through ten minutes', () => {
    const pausing = changedExample(({ ts, cacheWrites = 0 }, index) => ({
      ts: (ts ?? 0) + (index >= 3 ? 600_000 : 0),
      cacheWrites1h: cacheWrites,
      costUsd: undefined,
    }))
    const found = audit(pausing)
    expect(found.breaks).toEqual([])
    expect(found.paid).toMatchObject({ written5m: 0, written1h: 13_000 })
  })
})

it('counts nothing as broken where the vendor keeps nothing', () => {
  const task = recordedTask([4000, 900, 900])
  const requests = task.usage.requests.map(({ cacheReads = 0, cacheWrites = 0, ...request }) => ({
    ...request,
    tokensIn: cacheReads + cacheWrites,
  }))
  const found = audit({ ...task, usage: { ...task.usage, requests } })
  expect(found).toMatchObject({ breaks: [], explained: null })
  expect(addsUp(found)).toBe(true)
})
