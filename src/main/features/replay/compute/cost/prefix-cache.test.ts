import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RequestUsage } from '../../../../../shared/kernel/usage.ts'
import type { CacheRules } from '../../../../../shared/replay/types.ts'
import { readRecordedSplits } from '../../../../record/usage/usage-splits.ts'
import { detectCacheStyle, noCache } from './cache-style.ts'
import { createPrefixCache, noLimit, type CacheItem, type CacheLimit } from './prefix-cache.ts'

const minute = 60_000
const anthropic: CacheRules = {
  kind: 'explicit',
  stepTokens: 1,
  leastTokens: 1024,
  timeToLiveMs: 5 * minute,
  evidence: [],
}
const openAi: CacheRules = { ...anthropic, kind: 'implicit', stepTokens: 128 }

/** `[key, tokens]` of the items, minutes since the first request, and what the record says of the cache. */
type Sent = readonly [
  items: readonly (readonly [number, number])[],
  minutes: number | null,
  limit?: Partial<CacheLimit>,
]

/** `uncached/write/read` of each request. */
function paid(style: CacheRules, requests: readonly Sent[]): string[] {
  const cache = createPrefixCache(style)
  return requests.map(([items, minutes, limit]) => {
    const own = items.map(([key, tokens]) => ({ key, tokens }))
    const ts = minutes === null ? null : minutes * minute
    const { uncached, cacheWrite, cacheRead } = cache.send([own], ts, { ...noLimit, ...limit })
    return `${uncached}/${cacheWrite}/${cacheRead}`
  })
}

const head = [1, 2000] as const

describe('the prefix cache', () => {
  it.each<[string, CacheRules, readonly Sent[], readonly string[]]>([
    [
      'reads what the request before began with and writes the rest',
      anthropic,
      [
        [[head, [2, 500]], 0],
        [[head, [2, 500], [3, 700]], 1],
      ],
      ['0/2500/0', '0/700/2500'],
    ],
    [
      'reads only up to the first difference',
      anthropic,
      [
        [[head, [2, 500], [3, 700]], 0],
        [[head, [4, 600], [3, 700]], 1],
      ],
      ['0/3200/0', '0/1300/2000'],
    ],
    [
      'reads from any earlier request, not only the last',
      anthropic,
      [
        [[head, [2, 500]], 0],
        [[head, [4, 600]], 1],
        [[head, [2, 500], [5, 10]], 2],
      ],
      ['0/2500/0', '0/600/2000', '0/10/2500'],
    ],
    [
      'forgets after the time-to-live, which each use begins anew',
      anthropic,
      [
        [[head], 0],
        [[head, [2, 500]], 4],
        [[head, [2, 500]], 8.9],
        [[head, [2, 500]], 14],
      ],
      ['0/2000/0', '0/500/2000', '0/0/2500', '0/2500/0'],
    ],
    [
      'cannot forget where no times are known',
      anthropic,
      [
        [[head], null],
        [[head], null],
      ],
      ['0/2000/0', '0/0/2000'],
    ],
    [
      'keeps no short prefixes',
      anthropic,
      [
        [[[1, 1000]], 0],
        [[[1, 1000]], 1],
        [
          [
            [1, 1000],
            [2, 24],
          ],
          2,
        ],
      ],
      ['1000/0/0', '1000/0/0', '0/1024/0'],
    ],
    [
      'reads in steps and charges no writes where the vendor does so',
      openAi,
      [
        [[head], 0],
        [[head, [2, 100]], 1],
      ],
      ['2000/0/0', '180/0/1920'],
    ],
    [
      'is none where the vendor has none',
      noCache,
      [
        [[head], 0],
        [[head], 1],
      ],
      ['2000/0/0', '2000/0/0'],
    ],
    [
      'reads no more than the record allows, and what others had cached',
      anthropic,
      [
        [[head, [2, 500]], 0, { sharedTokens: 1500 }],
        [[head, [2, 500]], 1, { atMostTokens: 1800 }],
        [[head, [2, 500]], 2, { shortTokens: 300 }],
        [[head, [4, 500]], 3, { sharedTokens: 2400 }],
        [[head, [4, 500]], 4, { sharedTokens: 1200 }],
        [[head, [5, 500]], 5, { shortTokens: 1500, shortShare: 0.25 }],
      ],
      ['0/1000/1500', '0/700/1800', '0/300/2200', '0/100/2400', '0/0/2500', '0/1000/1500'],
    ],
  ])('%s', (_name, style, requests, expected) => {
    expect(paid(style, requests)).toEqual(expected)
  })

  it('counts what is sent, not what was sent under the same key', () => {
    const cache = createPrefixCache(anthropic)
    cache.send([[{ key: 1, tokens: 2000 }]], 0)
    expect(cache.send([[{ key: 1, tokens: 2500 }]], 1)).toEqual({
      uncached: 0,
      cacheWrite: 0,
      cacheRead: 2500,
    })
  })

  it('can be asked what else might have been sent, and forgets that again', () => {
    const cache = createPrefixCache(anthropic)
    const [first, second, third] = [1, 2, 3].map((key) => [{ key, tokens: 1000 * key + 100 }])
    const [one = [], two = [], three = []] = [first, second, third]
    cache.send([one], 0)
    const fork = cache.fork()
    expect(fork.send([one, two], minute).cacheRead).toBe(1100)
    expect(fork.send([one, two, three], 6 * minute).cacheRead).toBe(3200)
    expect(cache.fork().send([one, two], 2 * minute).cacheRead).toBe(1100)
    expect(cache.send([one, three], 6 * minute).cacheRead).toBe(0)
  })

  /** The rule said slowly: every earlier request is compared, item by item. */
  function slowly(
    requests: readonly (readonly CacheItem[])[],
    times: readonly number[],
    ttlMs: number,
  ): number[] {
    const keptAt = new Map<string, number>()
    return requests.map((items, at) => {
      const now = times[at] ?? 0
      const names = items.map((_, end) =>
        items
          .slice(0, end + 1)
          .map(({ key }) => key)
          .join(' '),
      )
      const lost = names.findIndex((name) => now - (keptAt.get(name) ?? -Infinity) > ttlMs)
      for (const name of names) keptAt.set(name, now)
      return items.slice(0, lost < 0 ? items.length : lost).reduce((sum, { tokens }) => sum + tokens, 0)
    })
  }

  it('reads what a comparison with every earlier request finds, in forks as well', () => {
    const style = { ...anthropic, leastTokens: 0 }
    // Few messages of few items, so that requests share beginnings, also within a message.
    const messages = [[1, 2], [1, 3], [4], [], [5, 6, 7], [5, 6, 8]].map((keys) =>
      keys.map((key) => ({ key, tokens: 10 * key + 1 })),
    )
    const request = fc.tuple(
      fc.array(fc.nat({ max: messages.length - 1 }), { maxLength: 5 }),
      // Also longer than anything is kept.
      fc.nat({ max: 8 }),
    )
    fc.assert(
      fc.property(fc.array(request, { maxLength: 20 }), fc.nat({ max: 20 }), (own, forkAt) => {
        const groups = own.map(([indices]) => indices.map((index) => messages[index] ?? []))
        let now = 0
        const times = own.map(([, pause]) => (now += pause * minute))
        const expected = slowly(
          groups.map((group) => group.flat()),
          times,
          style.timeToLiveMs ?? 0,
        )
        let cache = createPrefixCache(style)
        const read = groups.map((group, at) => {
          if (at === forkAt) cache = cache.fork()
          const { uncached, cacheWrite, cacheRead } = cache.send(group, times[at] ?? 0)
          expect(uncached + cacheWrite + cacheRead).toBe(
            group.flat().reduce((sum, { tokens }) => sum + tokens, 0),
          )
          return cacheRead
        })
        expect(read).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the style of cache', () => {
  const request = (ts: number, tokensIn: number, more: Partial<RequestUsage> = {}): RequestUsage => ({
    ts: ts * minute,
    tokensIn,
    ...more,
  })
  it.each<[string, readonly RequestUsage[], Partial<CacheRules>]>([
    ['is none without reads and writes', [request(0, 500), request(1, 600)], { kind: 'none' }],
    [
      'is explicit with writes',
      [request(0, 10, { cacheWrites: 3000 }), request(1, 10, { cacheWrites: 200, cacheReads: 3000 })],
      { kind: 'explicit', timeToLiveMs: 5 * minute },
    ],
    [
      'has steps where all reads have them',
      [request(0, 3000), request(1, 4000, { cacheReads: 2944 }), request(2, 5000, { cacheReads: 3968 })],
      { kind: 'implicit', stepTokens: 128 },
    ],
    [
      'has smaller steps where all reads have those',
      [request(0, 3000), request(1, 4000, { cacheReads: 2944 }), request(2, 5000, { cacheReads: 4032 })],
      { kind: 'implicit', stepTokens: 64 },
    ],
    [
      'has none where one read has none',
      [request(0, 3000), request(1, 4000, { cacheReads: 2944 }), request(2, 5000, { cacheReads: 3999 })],
      { kind: 'implicit', stepTokens: 1 },
    ],
    [
      'keeps as long as the longest pause that was read over',
      [request(0, 3000), request(40, 4000, { cacheReads: 2990 })],
      { timeToLiveMs: 40 * minute },
    ],
    [
      'but not as long as a pause after which others had kept the system prompt alive',
      [request(0, 9000), request(40, 9500, { cacheReads: 2990 })],
      { timeToLiveMs: 5 * minute },
    ],
  ])('%s', (_name, requests, expected) => {
    const splits = readRecordedSplits(requests)
    const cached = requests.map(({ ts }, index) => ({ ts: ts ?? null, usage: splits[index] ?? null }))
    expect(detectCacheStyle(cached)).toMatchObject(expected)
  })
})
