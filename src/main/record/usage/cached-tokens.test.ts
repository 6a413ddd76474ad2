import { describe, expect, it } from 'vitest'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { sayWith } from '../../../shared/kernel/words/note.ts'
import { buildCountingNotes, countingSentences } from '../../../shared/kernel/words/record.ts'
import { findCachedTokens, readRecordedInput } from './cached-tokens.ts'

/** Input, tokens read and written. */
function request(tokensIn: number | undefined, cacheReads: number, cacheWrites = 0, apiProtocol?: string) {
  return {
    ...(tokensIn === undefined ? {} : { tokensIn }),
    ...(apiProtocol === undefined ? {} : { apiProtocol }),
    cacheReads,
    cacheWrites,
  } satisfies RequestUsage
}

/** Input that holds the cached tokens, which grow. */
const holding = (count: number, protocol?: string): RequestUsage[] =>
  Array.from({ length: count }, (_, at) => request(3000 + 1000 * at, 1000 * at, 1500, protocol))
/** Input without the cached tokens. */
const onTop = (count: number, protocol?: string): RequestUsage[] =>
  Array.from({ length: count }, (_, at) => request(5, 1000 * at, 1500, protocol))

const formatCountingTexts = (cached: Parameters<typeof buildCountingNotes>[0]) =>
  buildCountingNotes(cached).map(sayWith(countingSentences))

describe('the cached tokens of a record', () => {
  it.each<[string, readonly RequestUsage[], readonly number[]]>([
    ['are part of the input', holding(3), [3000, 4000, 5000]],
    ['come on top of it', onTop(3), [1505, 2505, 3505]],
    [
      'are part of it where one request has more of them than input',
      [...holding(3), request(4000, 4001)],
      [3000, 4000, 5000, 4000],
    ],
    [
      'are part of it where one request has no input recorded',
      [...holding(3), request(undefined, 4000)],
      [3000, 4000, 5000, 0],
    ],
    [
      'come on top where one request has more input than cached tokens',
      [...onTop(3), request(9000, 20)],
      [1505, 2505, 3505, 9020],
    ],
    [
      'are part of it from where the agent was updated',
      [...onTop(6), request(7010, 7000), request(8010, 8000)],
      [1505, 2505, 3505, 4505, 5505, 6505, 7010, 8010],
    ],
    [
      'are counted as those before where no input is recorded',
      [...onTop(2), request(undefined, 4000)],
      [1505, 2505, 4000],
    ],
    [
      'are counted for each protocol as its requests say',
      [...holding(2, 'openai'), ...onTop(2, 'anthropic')],
      [3000, 4000, 1505, 2505],
    ],
  ])('%s', (_name, requests, expected) => {
    const cached = findCachedTokens(requests)
    expect(requests.map((_, index) => readRecordedInput(requests, index, cached))).toEqual(expected)
  })

  it('name the requests that contradict the others', () => {
    expect(findCachedTokens([...holding(3), request(4000, 4001), request(0, 9)]).odd).toEqual([3, 4])
    expect(findCachedTokens(onTop(3)).odd).toEqual([])
  })

  it('say where they begin to be counted in another way', () => {
    const cached = findCachedTokens([...onTop(6), request(7010, 7000), request(8010, 8000)])
    expect(cached).toMatchObject({ odd: [], changes: [{ request: 6, isOnTop: false }] })
    expect(formatCountingTexts(cached)).toEqual([
      'From request 6 on cached tokens are recorded as part of the input, before that on top of the input, probably because the agent was updated. Both are read correctly.',
    ])
    expect(formatCountingTexts(findCachedTokens(onTop(6)))).toEqual([])
    const often = Array.from({ length: 5 }, (_, at) => ({ request: 9 * at, isOnTop: at % 2 === 0 }))
    expect(formatCountingTexts({ changes: often }).at(-1)).toBe(
      'How cached tokens are recorded changes 2 more times after that.',
    )
    // Older agents name no protocol.
    const named = findCachedTokens([...onTop(4), ...holding(4, 'anthropic'), ...onTop(1)])
    expect(named.changes).toEqual([{ request: 4, isOnTop: false }])
    expect(findCachedTokens([...onTop(4, 'anthropic'), ...holding(4, 'openai')]).changes).toEqual([])
  })
})
