import { expect, it } from 'vitest'
import { findVendorRules } from '../cost/cache-vendors.ts'
import type { ReplayItem } from '../replay-task.ts'
import { auditRequests } from './audit-requests.ts'
import type { AuditedRequest } from './audited-request.ts'

const item = (key: number, tokens: number): ReplayItem => ({ key, kind: 'user-text', tokens })
const system = item(0, 2000)
const prices = { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 }
const style = {
  ...findVendorRules('anthropic', null),
  vendor: 'anthropic' as const,
  timeToLiveMs: 300_000,
  evidence: [],
}

type Sent = readonly ReplayItem[]

/** A request a minute, with what it read; the rest of its items was written. */
function makeRequests(sent: readonly (readonly [Sent, number])[], own: Partial<AuditedRequest> = {}) {
  return sent.map(([items, cacheRead], request): AuditedRequest => {
    const groups = items.map((one) => [one])
    const input = items.reduce((sum, { tokens }) => sum + tokens, system.tokens)
    return {
      request,
      ts: request * 60_000,
      model: 'm',
      sent: { prefix: system, groups, count: groups.length },
      tokens: { uncached: 0, cacheWrite: input - cacheRead, cacheWrite1h: 0, cacheRead, output: 10 },
      prices,
      style,
      isCondensed: false,
      ...own,
    }
  })
}

const cleared = () => ({ cause: 'clearing', at: { message: 1, part: 0 } }) as const
const [a, b, c, d] = [item(1, 1000), item(2, 5000), item(3, 700), item(4, 300)]
const stub = item(9, 20)

it('adds up what a clearing in the middle makes pay again: what stands behind the placeholder', () => {
  // Request 2 has 20 of placeholder for 5,000 of result: 700 are sent again, 20 and 300 are new.
  const found = auditRequests(
    makeRequests([
      [[a, b, c], 0],
      [[a, stub, c, d], 3000],
    ]),
    cleared,
  )
  expect(found.breaks).toEqual([
    expect.objectContaining({
      request: 2,
      cause: 'clearing',
      tokens: 700,
      heldTokens: 5700,
      readTokens: 3000,
    }),
  ])
  // 700 × (3.75 − 0.30) / 1,000,000
  expect(found.costUsd).toBeCloseTo(0.002415, 12)
  expect(found.paid).toMatchObject({
    total: 9720,
    firstRequest: 8700,
    newContent: 320,
    rewritten: 700,
    unexplained: 0,
  })
  // 9,720 × 3.75 / 1,000,000
  expect(found.paid.written5mUsd).toBeCloseTo(0.03645, 12)
})

it('prices an hour at 2 of the price of input, and what is lost of it too', () => {
  const long = makeRequests([
    [[a, b], 0],
    [[a, b, c], 0],
  ]).map((request) => ({
    ...request,
    tokens: { ...request.tokens, cacheWrite1h: request.tokens.cacheWrite },
  }))
  const found = auditRequests(long, cleared)
  expect(found.breaks.map(({ cause, tokens }) => [cause, tokens])).toEqual([['prefix', 8000]])
  // 8,000 × (6 − 0.30) / 1,000,000
  expect(found.costUsd).toBeCloseTo(0.0456, 12)
  expect(found.paid).toMatchObject({ written5m: 0, written1h: 16_700, written5mUsd: 0 })
  expect(found.paid.written1hUsd).toBeCloseTo(0.1002, 12)
})

it('loses no more than the cache held: what was sent without being written was never kept', () => {
  const paying = (request: AuditedRequest, model: string): AuditedRequest => {
    const { uncached, cacheWrite } = request.tokens
    const tokens = { ...request.tokens, uncached: uncached + 10, cacheWrite: cacheWrite - 10 }
    return { ...request, model, tokens, sent: { ...request.sent!, prefix: item(model.length, 2000) } }
  }
  const [first, second] = makeRequests([
    [[a, b], 0],
    [[a, b, c], 0],
  ])
  const found = auditRequests([paying(first!, 'one'), paying(second!, 'other')], cleared)
  // Of 8,000 tokens 7,990 were written; the other model pays for all of them.
  expect(found.breaks.map(({ cause, tokens, heldTokens }) => [cause, tokens, heldTokens])).toEqual([
    ['model', 7990, 7990],
  ])
})

it('finds a branch again that an earlier request had left', () => {
  const found = auditRequests(
    makeRequests([
      [[a, b], 0],
      [[a, c], 3000],
      [[a, b, d], 8000],
    ]),
    () => ({ cause: 'edited', at: null }),
  )
  expect(found.breaks.map(({ request, cause, tokens }) => [request, cause, tokens])).toEqual([
    [2, 'edited', 0],
  ])
})

it('takes more than 20 new blocks for what kept the last mark out of reach', () => {
  const many = Array.from({ length: 25 }, (_, at) => item(100 + at, 10))
  const found = auditRequests(
    makeRequests([
      [[a, b], 0],
      [[a, b, ...many], 2000],
    ]),
    cleared,
  )
  expect(found.breaks.map(({ cause, tokens }) => [cause, tokens])).toEqual([['look-back', 6000]])
})

it('blames a vendor that promises nothing only beyond what it keeps a little later', () => {
  const openai = { ...findVendorRules('openai', null), timeToLiveMs: 300_000, evidence: [] }
  const implicit = (read: number) =>
    makeRequests([
      [[a, b], 0],
      [[a, b, c], read],
    ]).map((request) => ({
      ...request,
      style: openai,
      tokens: { ...request.tokens, uncached: request.tokens.cacheWrite, cacheWrite: 0 },
    }))
  expect(auditRequests(implicit(7680), cleared).breaks).toEqual([])
  const found = auditRequests(implicit(2048), cleared)
  expect(found.breaks.map(({ cause, tokens }) => [cause, tokens])).toEqual([['vendor', 5888]])
  expect(found.explained).toBe(0)
})
