import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { recordedContext } from '../testing/recorded-context.ts'
import { createContextWalk, createMomentLookup } from './context-walk.ts'

/** Messages that hide each other in every way that agents know, at times that go back now and then. */
const tagged: fc.Arbitrary<Message> = fc
  .record({
    role: fc.constantFrom('user', 'assistant'),
    ts: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
    mark: fc.constantFrom('none', 'none', 'none', 'summary', 'marker'),
    id: fc.constantFrom('a', 'b', 'c'),
    markerId: fc.constantFrom('x', 'y', 'z'),
    condenseParent: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
    truncationParent: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined }),
  })
  .map(({ role, ts, mark, id, markerId, condenseParent, truncationParent }) => ({
    role,
    content: '.',
    ts,
    condenseParent,
    truncationParent,
    ...(mark === 'summary' ? { isSummary: true, condenseId: id } : {}),
    ...(mark === 'marker' ? { isTruncationMarker: true, truncationId: markerId } : {}),
  }))
/** Some records do not name what they wrote. */
const events = (key: string, ...ids: readonly string[]) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(null, ...ids), fc.integer({ min: 0, max: 30 }))
      .map(([id, ts]) => (id === null ? { ts } : { ts, [key]: id })),
    { maxLength: 4 },
  )
const task: fc.Arbitrary<RecordedTask> = fc.record({
  messages: fc.array(tagged, { maxLength: 25 }),
  usage: fc.record({
    requests: fc.constant([]),
    condensations: events('condenseId', 'a', 'b', 'c'),
    truncations: events('truncationId', 'x', 'y', 'z'),
  }),
  hiddenRange: fc.constant(null),
})
const makeMessage = (role: 'user' | 'assistant'): Message => ({ role, content: '.' })

describe('the contexts of a task, one after the other', () => {
  it('are what was recorded as sent at each message, however messages are hidden', () => {
    fc.assert(
      fc.property(task, (own) => {
        const walk = createContextWalk(own)
        const momentOf = createMomentLookup(own)
        const kept = new Set<number>()
        own.messages.forEach((_, index) => {
          const { added, gone } = walk.to(momentOf(-1, index))
          gone.forEach((at) => kept.delete(at))
          added.forEach((at) => kept.add(at))
          const sent = recordedContext(own, -1, index)
          expect(walk.indices().map((at) => own.messages[at])).toEqual(sent)
          expect([...kept].toSorted((a, b) => a - b)).toEqual(walk.indices())
        })
      }),
    )
  })

  it('leave out what Cline named as deleted, from the request that names it', () => {
    const messages = Array.from({ length: 8 }, (_, index) =>
      makeMessage(index % 2 === 0 ? 'user' : 'assistant'),
    )
    const requests = [
      {},
      {},
      { deletedRange: [2, 3] as [number, number] },
      { deletedRange: [2, 5] as [number, number] },
    ]
    const own = { messages, usage: { requests, condensations: [] }, hiddenRange: { start: 2, end: 5 } }
    const walk = createContextWalk(own)
    const momentOf = createMomentLookup(own)
    const contexts = requests.map((_, at) => {
      const { onlyGrew } = walk.to(momentOf(at, 2 * at + 1))
      return [onlyGrew, ...walk.indices()]
    })
    expect(contexts).toEqual([
      [true, 0],
      [true, 0, 1, 2],
      [false, 0, 1, 4],
      [false, 0, 1, 6],
    ])
  })
})
