import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CacheRules } from '../../../../../shared/replay/types.ts'
import { createPrefixCache, type CacheItem, type PrefixCache } from './prefix-cache.ts'

/** What the cache spares itself, against the same said slowly. */

const minute = 60_000
const ttlMs = 5 * minute
const style = (more: Partial<CacheRules> = {}): CacheRules => ({
  kind: 'explicit',
  stepTokens: 1,
  leastTokens: 0,
  timeToLiveMs: ttlMs,
  evidence: [],
  ...more,
})

type Groups = readonly (readonly CacheItem[])[]

const makeItems = (...keys: readonly number[]): readonly CacheItem[] =>
  keys.map((key, at) => ({ key, tokens: 10 * key + 1, startsBlock: at % 2 === 0 }))
/** Few messages, so that requests share beginnings; two that begin alike, and one of nothing. */
const messages = [
  makeItems(1),
  makeItems(2, 3),
  makeItems(2, 4),
  makeItems(),
  makeItems(5, 6, 7),
  makeItems(8),
]
/** Prompts of the system: the same one as it counts now, another one, and some in two parts. */
const prompts = [
  makeItems(90),
  [{ key: 90, tokens: 777 }],
  makeItems(91),
  makeItems(90, 92),
  makeItems(90, 93),
  makeItems(),
]

const pickOne = (list: Groups) => fc.nat({ max: list.length - 1 }).map((at) => list[at] ?? [])
const timed = fc.option(fc.nat({ max: 8 }), { freq: 9 })
const styles = fc.constantFrom(
  style(),
  style({ lookBackBlocks: 3 }),
  style({ lookBackBlocks: null }),
  style({ timeToLiveMs: null }),
)

/** Times from pauses in minutes; null where none is known. */
function computeTimes(pauses: readonly (number | null)[]): (number | null)[] {
  let now = 0
  return pauses.map((pause) => (pause === null ? null : (now += pause * minute)))
}

describe('sending more', () => {
  it('is sending all of it', () => {
    const step = fc.record({
      first: pickOne(prompts),
      added: fc.array(pickOne(messages), { maxLength: 3 }),
      pause: timed,
    })
    fc.assert(
      fc.property(styles, fc.array(step, { maxLength: 12 }), fc.nat({ max: 12 }), (rules, steps, forkAt) => {
        const times = computeTimes(steps.map(({ pause }) => pause))
        let [cache, whole] = [createPrefixCache(rules), createPrefixCache(rules)]
        let sent: Groups = []
        for (const [at, { first, added }] of steps.entries()) {
          if (at === forkAt) [cache, whole] = [cache.fork(), whole.fork()]
          sent = [first, ...sent.slice(1), ...added]
          const ts = times[at] ?? null
          expect(cache.sendMore(first, added, ts)).toEqual(whole.send(sent, ts))
          expect(cache.sent()).toEqual(sent)
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** Where agents put their marks: the system prompt, the last message, and the one of the user before it. */
const placeMarks = (groups: Groups): readonly number[] =>
  [0, groups.length - 1, groups.length - 3].filter((at) => at >= 0)

/** The longest marked beginning within reach of a mark, message by message, of requests in turn. */
function readSlowly(requests: readonly Groups[], times: readonly (number | null)[], reach: number): number[] {
  const keptAt = new Map<string, number | null>()
  const marked = new Set<string>()
  return requests.map((groups, number) => {
    const now = times[number] ?? null
    const isFresh = (name: string): boolean => {
      const then = keptAt.get(name)
      return then !== undefined && (then === null || now === null || now - then <= ttlMs)
    }
    const formatPathName = (count: number): string =>
      groups
        .flat()
        .slice(0, count)
        .map(({ key }) => key)
        .join(' ')
    const items = groups.flat()
    const lost = items.findIndex((_, at) => !isFresh(formatPathName(at + 1)))
    const same = items.slice(0, lost < 0 ? items.length : lost).reduce((sum, { tokens }) => sum + tokens, 0)
    const ends = groups.map((_, at) => {
      const upTo = groups.slice(0, at + 1).flat()
      return {
        name: formatPathName(upTo.length),
        tokens: upTo.reduce((sum, { tokens }) => sum + tokens, 0),
        blocks: upTo.filter(({ startsBlock }) => startsBlock !== false).length,
      }
    })
    const read = placeMarks(groups).map((mark) => {
      const from = ends[mark]?.blocks ?? 0
      const found = ends
        .slice(0, mark + 1)
        .findLast(({ name, tokens, blocks }) => from - blocks < reach && tokens <= same && marked.has(name))
      return found?.tokens ?? 0
    })
    for (const [at] of items.entries()) keptAt.set(formatPathName(at + 1), now)
    for (const mark of placeMarks(groups)) marked.add(ends[mark]?.name ?? '')
    return Math.max(0, ...read)
  })
}

describe('a cache with marks', () => {
  it.each([1, 3, 20])('reads what looking at every mark finds, over %i blocks', (reach) => {
    const request = fc.tuple(fc.array(pickOne(messages), { minLength: 1, maxLength: 6 }), timed)
    fc.assert(
      fc.property(fc.array(request, { maxLength: 12 }), (own) => {
        const times = computeTimes(own.map(([, pause]) => pause))
        const requests = own.map(([groups]) => groups)
        const cache = createPrefixCache(style({ lookBackBlocks: reach }))
        const read = requests.map((groups, at) => cache.send(groups, times[at] ?? null).cacheRead)
        expect(read).toEqual(readSlowly(requests, times, reach))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the cache', () => {
  const readAgain = (rules: CacheRules, ...times: readonly (number | null)[]): number => {
    const cache: PrefixCache = createPrefixCache(rules)
    return times.map((ts) => cache.send([makeItems(90), makeItems(1)], ts).cacheRead).at(-1) ?? Number.NaN
  }
  it.each<[string, Partial<CacheRules>, readonly (number | null)[], number]>([
    ['keeps to the end of its time', {}, [0, ttlMs], 912],
    ['keeps no longer', {}, [0, ttlMs + 1], 0],
    ['keeps for ever where nothing ends it', { timeToLiveMs: null }, [0, 100 * ttlMs], 912],
    ['keeps what was sent at no known time', {}, [null, 100 * ttlMs], 912],
    ['keeps what is asked for at no known time', {}, [0, null], 912],
    ['keeps as little as the vendor does', { leastTokens: 912 }, [0, 1], 912],
    ['keeps no less', { leastTokens: 913 }, [0, 1], 0],
  ])('%s', (_name, more, times, expected) => {
    expect(readAgain(style(more), ...times)).toBe(expected)
  })
})
