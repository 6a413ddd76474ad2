import { describe, expect, it } from 'vitest'
import type { CacheRules } from '../../../../../shared/replay/types.ts'
import { createPrefixCache, noLimit, type CacheItem } from './prefix-cache.ts'

const minute = 60_000
const anthropic: CacheRules = {
  kind: 'explicit',
  stepTokens: 1,
  leastTokens: 1024,
  timeToLiveMs: 5 * minute,
  lookBackBlocks: 20,
  evidence: [],
}

/** A message of so many blocks; each key is a text of its own. */
function makeMessageItems(key: number, blocks = 1, tokens = 100): readonly CacheItem[] {
  return Array.from({ length: blocks }, (_, at) => ({ key: 1000 * key + at, tokens: tokens / blocks }))
}
const prefix = makeMessageItems(0, 1, 2000)
const [question, answer, next, reply] = [1, 2, 3, 4].map((key) => makeMessageItems(key))
const [first, second, third, fourth] = [question ?? [], answer ?? [], next ?? [], reply ?? []]

type Groups = readonly (readonly CacheItem[])[]

/** What the last of some requests reads, a minute between two of them. */
function lastRead(style: CacheRules, requests: readonly Groups[]): number {
  const cache = createPrefixCache(style)
  return requests.map((groups, at) => cache.send(groups, at * minute).cacheRead).at(-1) ?? Number.NaN
}

describe('a cache with marks', () => {
  it.each<[string, readonly Groups[], number]>([
    [
      'what ended the request before',
      [
        [prefix, first],
        [prefix, first, second, third],
      ],
      2100,
    ],
    [
      'the message of the user before the last one, where the last one was sent otherwise',
      [
        [prefix, first, second, third],
        [prefix, first, fourth],
      ],
      2100,
    ],
    [
      'up to the last mark before the first difference',
      [
        [prefix, first, second, third],
        [prefix, first, second, fourth],
      ],
      2100,
    ],
    [
      'nothing of messages between marks',
      [
        [prefix, first, second, third, fourth],
        [prefix, first, third],
      ],
      2000,
    ],
    [
      'nothing where the prompt of the system is another one',
      [
        [prefix, first],
        [makeMessageItems(9, 1, 2000), first],
      ],
      0,
    ],
    [
      'a prompt of the system in the size that it is sent in now',
      [
        [makeMessageItems(0, 1, 1900), first],
        [prefix, first],
      ],
      2100,
    ],
    ['all of what is sent again', [[prefix], [prefix]], 2000],
    [
      'marks of requests long before',
      [
        [prefix, first],
        [prefix, first, second, third],
        [prefix, fourth],
        [prefix, first, fourth],
      ],
      2100,
    ],
  ])('reads %s', (_name, requests, expected) => {
    expect(lastRead(anthropic, requests)).toBe(expected)
  })

  const after = (more: readonly CacheItem[]): readonly Groups[] => [
    [prefix, first],
    [prefix, first, more],
  ]
  const parts = makeMessageItems(2, 25).map((item, at) => ({ ...item, startsBlock: at < 19 }))
  it.each<[string, CacheRules, readonly CacheItem[], number]>([
    ['within reach', anthropic, makeMessageItems(2, 19), 2100],
    ['out of reach', anthropic, makeMessageItems(2, 20), 2000],
    ['within reach, as parts that go on in a block do not count', anthropic, parts, 2100],
    [
      'at any distance where nothing limits it',
      { ...anthropic, lookBackBlocks: null },
      makeMessageItems(2, 90),
      2100,
    ],
  ])('looks back over 20 blocks: a mark %s', (_name, style, more, expected) => {
    expect(lastRead(style, after(more))).toBe(expected)
  })

  it('looks back over blocks of several messages', () => {
    const long: Groups = [
      prefix,
      first,
      makeMessageItems(2, 10),
      makeMessageItems(3, 9),
      fourth,
      makeMessageItems(5),
    ]
    expect(lastRead(anthropic, [[prefix, first], long])).toBe(2100)
    const longer: Groups = [
      prefix,
      first,
      makeMessageItems(2, 10),
      makeMessageItems(3, 10),
      fourth,
      makeMessageItems(5),
    ]
    expect(lastRead(anthropic, [[prefix, first], longer])).toBe(2000)
  })

  it('forgets the marks of what might have been sent', () => {
    const cache = createPrefixCache(anthropic)
    cache.send([prefix, first], 0)
    const fork = cache.fork()
    fork.send([prefix, first, second], 0)
    expect(fork.send([prefix, first, second], 0).cacheRead).toBe(2200)
    expect(cache.send([prefix, first, second], 0).cacheRead).toBe(2100)
  })
})

describe('what the record says of writes', () => {
  const marked = { ...anthropic, hourShare: 0.25 }
  it.each([
    [
      'a share of them is kept for an hour',
      marked,
      0,
      { uncached: 0, cacheWrite: 2100, cacheWrite1h: 525, cacheRead: 0 },
    ],
    [
      'some of what is new was not written',
      anthropic,
      300,
      { uncached: 300, cacheWrite: 1800, cacheRead: 0 },
    ],
    ['nothing was written', anthropic, 9000, { uncached: 2100, cacheWrite: 0, cacheRead: 0 }],
  ])('holds: %s', (_name, style, unwrittenTokens, expected) => {
    const sent = createPrefixCache(style).send([prefix, first], 0, { ...noLimit, unwrittenTokens })
    expect(sent).toEqual(expected)
  })

  it('holds for the model that a request goes to', () => {
    const cache = createPrefixCache(anthropic)
    cache.send([prefix], 0)
    const implicit = { ...anthropic, kind: 'implicit', leastTokens: 3000 } as const
    expect(cache.send([prefix, first], 0, noLimit, implicit)).toEqual({
      uncached: 2100,
      cacheWrite: 0,
      cacheRead: 0,
    })
  })
})
