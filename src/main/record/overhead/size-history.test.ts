import { describe, expect, it } from 'vitest'
import { messageOf } from '../../replay/testing/replay-example.ts'
import { sizeByRecord, type SentContext } from './size-history.ts'

/** Requests that each add 1,000 tokens, with the system prompt of their mode. */
function contextsOf(modes: readonly (readonly [mode: string, overheadTokens: number])[]): SentContext[] {
  return modes.map(([group, overheadTokens], request) => ({
    request,
    added: [messageOf('user', 1000, `question ${request}`)],
    gone: [],
    onlyGrew: true,
    inputTokens: overheadTokens + 1000 * (request + 1),
    group,
  }))
}

const sizesOf = (modes: readonly (readonly [string, number])[]) =>
  sizeByRecord(contextsOf(modes), ({ content }) => content.length, 1)

describe('the system prompt of a mode', () => {
  it.each<[string, readonly (readonly [string, number])[], readonly (readonly [number, number])[]]>([
    [
      'is that of before where a task comes back to it',
      [
        ['code', 9000],
        ['code', 9000],
        ['ask', 4000],
        ['code', 9000],
        ['ask', 4000],
      ],
      [
        [0, 9000],
        [0, 9000],
        [2, 4000],
        [0, 9000],
        [2, 4000],
      ],
    ],
    [
      'is another one where the input says so',
      [
        ['code', 9000],
        ['ask', 4000],
        ['code', 15_000],
        ['code', 15_000],
      ],
      [
        [0, 9000],
        [1, 4000],
        [2, 15_000],
        [2, 15_000],
      ],
    ],
  ])('%s', (_name, modes, expected) => {
    const { overheads } = sizesOf(modes)
    expect(overheads).toEqual(
      expected.map(([since, tokens], at) => ({ name: `${modes[at]?.[0]}\n${since}`, tokens })),
    )
  })
})
