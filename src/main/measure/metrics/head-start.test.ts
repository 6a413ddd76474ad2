import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { createSeededRandom } from '../statistics/create-seeded-random.ts'
import { headStart } from './head-start.ts'
import { createSubject } from './subject.ts'

const user = (content: string): Message => ({ role: 'user', content })
const random = createSeededRandom(3)
const words = (count: number): string =>
  Array.from({ length: count }, () => random.nextUint32().toString(36)).join(' ')
const [one, two, unheard] = [words(60), words(60), words(60)]
const source = [user(one), user(two)]
const next = [
  call('1', 'Write', { content: one }),
  answer('1', 'written'),
  call('2', 'Write', { content: two }),
]

const compress = (text: string): number => brotliCompressSync(text).length

function measure(result: readonly Message[], continuation: readonly Message[], own = compress) {
  return headStart.measure(
    createSubject({
      source: conversationFor(source),
      result: conversationFor(result),
      provenance: { messages: [], dropped: [] },
      continuation: conversationFor(continuation),
      stats: { costUsd: 0, durationMs: 0 },
      compress: own,
    }),
  )
}

describe('the head start', () => {
  it.each<[string, readonly Message[], number]>([
    ['everything', source, 1],
    ['half of it', [user(one)], 0.5],
    ['nothing', [], 0],
    ['what is never used', [user(unheard)], 0],
  ])('of %s', (_name, result, share) => {
    expect(measure(result, next)?.value).toBeCloseTo(share, 1)
  })

  it('gives no credit for what is seen after the cut', () => {
    const seen = [
      answer('0', one),
      call('1', 'Write', { content: one }),
      call('2', 'Write', { content: two }),
    ]
    expect(measure([user(one)], seen)?.value).toBeCloseTo(0, 1)
    expect(measure([user(two)], seen)?.value).toBeCloseTo(1, 1)
  })

  it('is of ten actions, two thousand characters each', () => {
    const many = Array.from({ length: 14 }, (_, at) =>
      call(`${at}`, 'Write', { content: `${one} ${one} ${two}`.repeat(3) }),
    )
    const { evidence } = measure(source, many) ?? {}
    const actions = evidence?.kind === 'head-start' ? evidence.actions : []
    expect(actions).toHaveLength(10)
    expect(new Set(actions.map(({ place }) => place.end))).toEqual(new Set([2000]))
  })

  it('is unknown where the full history tells little of what came next', () => {
    expect(measure([], [call('1', 'Write', { content: words(6) })])).toBeNull()
    expect(measure([], [user('and?')])).toBeNull()
  })

  it('compresses what variants share once', () => {
    const counted = vi.fn<typeof compress>(compress)
    const [from, after] = [conversationFor(source), conversationFor(next)]
    for (const text of [one, two])
      headStart.measure(
        createSubject({
          source: from,
          result: conversationFor([user(text)]),
          provenance: { messages: [], dropped: [] },
          continuation: after,
          stats: { costUsd: 0, durationMs: 0 },
          compress: counted,
        }),
      )
    expect(counted).toHaveBeenCalledTimes(4 + 2 * 2)
  })
})
