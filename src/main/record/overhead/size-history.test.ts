import { describe, expect, it } from 'vitest'
import { makeUniqueMessage } from '../../features/replay/compute/testing/replay-example.ts'
import { sizeByRecord, type SentContext } from './size-history.ts'

/** Requests that each add 1,000 tokens, with the system prompt of their mode. */
function makeContexts(modes: readonly (readonly [mode: string, overheadTokens: number])[]): SentContext[] {
  return modes.map(([group, overheadTokens], request) => ({
    request,
    added: [makeUniqueMessage('user', 1000, `question ${request}`)],
    gone: [],
    onlyGrew: true,
    inputTokens: overheadTokens + 1000 * (request + 1),
    group,
  }))
}

const sizeModes = (modes: readonly (readonly [string, number])[]) =>
  sizeByRecord(makeContexts(modes), ({ content }) => content.length, 1)

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
    const { overheads } = sizeModes(modes)
    expect(overheads).toEqual(
      expected.map(([since, tokens], at) => ({ name: `${modes[at]?.[0]}\n${since}`, tokens })),
    )
  })
})

describe('the system prompt after a condensation', () => {
  const first = makeUniqueMessage('user', 4000, 'read all')
  const kept = makeUniqueMessage('user', 500, 'kept')
  const second = makeUniqueMessage('user', 4000, 'next turn')
  const summary = makeUniqueMessage('user', 6000, 'summary')
  const base = { gone: [], onlyGrew: true, group: 'code' }
  const contexts: readonly SentContext[] = [
    { ...base, request: 0, added: [first, kept], inputTokens: 9000 + 4500 },
    // Reasoning of the turn before is charged no more: the input falls though nothing went.
    { ...base, request: 1, added: [second], inputTokens: 1200 + 8500 },
    {
      ...base,
      request: 2,
      added: [summary],
      gone: [first, second],
      onlyGrew: false,
      inputTokens: 9000 + 6500,
    },
  ]

  it('is that of the beginning, not what hidden reasoning had left of it', () => {
    const { overheads, tokensOf } = sizeByRecord(contexts, ({ content }) => content.length, 1, 'least-input')
    expect(overheads.map(({ tokens }) => tokens)).toEqual([9000, 1200, 9000])
    expect(tokensOf.get(summary)).toBe(6000)
  })
})
