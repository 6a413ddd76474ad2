import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  walkContextLog,
  selectContextAtMessage,
  selectNextContext,
} from '../../kernel/history/context-log.ts'
import type { Entry } from './entry-order.ts'
import { createSessionBuilder, type BuiltSession } from './session-builder.ts'

const entry = (content: string): Entry => ({ message: { role: 'user', content } })

/** What each request of a session sent, by the texts of the messages. */
function sentBy({ messages, contexts }: BuiltSession): unknown[][] {
  const walk = walkContextLog(contexts)
  return contexts.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk.indices().map((index) => messages[index]?.content)
  })
}

describe('a session', () => {
  it('keeps a summary before what was kept of the messages that it stands for', () => {
    const [a, b, c, d, summary, e] = ['a', 'b', 'c', 'd', 'S', 'e'].map(entry) as [
      Entry,
      Entry,
      Entry,
      Entry,
      Entry,
      Entry,
    ]
    const session = createSessionBuilder()
    session.request({}, [a], [b])
    session.request({}, [a, b, c], [d])
    session.condensation({ kind: 'summary' }, [a, b, c, d], [summary, c, d])
    session.request({}, [summary, c, d], [e])
    const built = session.finish([summary, c, d, e])
    expect(built.messages.map(({ content }) => content)).toEqual(['a', 'b', 'S', 'c', 'd', 'e'])
    expect(sentBy(built)).toEqual([['a'], ['a', 'b', 'c'], ['S', 'c', 'd']])
    expect(selectNextContext(built.contexts, 6).map((index) => built.messages[index]?.content)).toEqual([
      'S',
      'c',
      'd',
      'e',
    ])
    expect(built.contexts.changes).toEqual([
      { request: 2, written: 5, hide: [[0, 2]], show: [[2, 3]], condensation: 0 },
    ])
    expect(selectContextAtMessage(built.contexts, 4)).toEqual([0, 1, 3])
  })

  it('is whole before the summary that nothing of it was kept beside', () => {
    const [a, b, summary, c] = ['a', 'b', 'S', 'c'].map(entry) as [Entry, Entry, Entry, Entry]
    const session = createSessionBuilder()
    session.request({}, [a], [b])
    session.condensation({ kind: 'summary' }, [a, b], [summary])
    session.request({}, [summary], [c])
    const { contexts } = session.finish([summary, c])
    expect(selectContextAtMessage(contexts, 2)).toEqual([0, 1])
    expect(selectContextAtMessage(contexts, 3)).toEqual([2])
  })

  it('stands twice where it was cleared, and goes back to a branch that it had left', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(entry) as [Entry, Entry, Entry, Entry]
    const cleared: Entry = { ...entry('-'), isCopy: true }
    const session = createSessionBuilder()
    session.request({}, [a, b], [c])
    session.request({}, [a, cleared, c], [d])
    session.request({}, [a, b], [])
    session.request({}, [a, cleared, c, d], [])
    const built = session.finish([a, cleared, c, d])
    expect(sentBy(built)).toEqual([
      ['a', 'b'],
      ['a', '-', 'c'],
      ['a', 'b'],
      ['a', '-', 'c', 'd'],
    ])
    expect(built.contexts.copies).toEqual([[2, 3]])
    expect(built.contexts.requests.map(({ answer }) => answer)).toEqual([3, 4, null, null])
  })

  it('tells what each request sent, whatever that was', () => {
    const pool = Array.from({ length: 9 }, (_, at) => entry(String(at)))
    const history = fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 9 })
    fc.assert(
      fc.property(fc.array(fc.tuple(history, fc.boolean()), { maxLength: 12 }), (states) => {
        const session = createSessionBuilder()
        const wanted: unknown[][] = []
        for (const [places, isRequest] of states) {
          const entries = places.flatMap((place) => pool[place] ?? [])
          if (isRequest) session.request({}, entries, [])
          else session.condensation({}, pool.slice(0, 2), entries)
          if (isRequest) wanted.push(places.map(String))
        }
        const built = session.finish([])
        expect(sentBy(built)).toEqual(wanted)
        expect(selectNextContext(built.contexts, built.messages.length)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('is the same whether a history is one list that grows, or a copy for each request', () => {
    const pool = Array.from({ length: 9 }, (_, at) => entry(String(at)))
    const step = fc.record({
      /** How much of the list before the next one begins with; null where it is that list. */
      kept: fc.option(fc.nat(9)),
      added: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }),
      isRequest: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const [growing, copying] = [createSessionBuilder(), createSessionBuilder()]
        let list: Entry[] = []
        for (const { kept, added, isRequest } of steps) {
          const before = list
          if (kept !== null) list = list.slice(0, kept)
          const fresh = added.flatMap((at) => pool[at] ?? []).filter((one) => !list.includes(one))
          if (isRequest) {
            list.push(...fresh)
            growing.request({}, list, [])
            copying.request({}, [...list], [])
          } else {
            growing.condensation({}, before, list)
            copying.condensation({}, [...before], [...list])
          }
        }
        expect(growing.finish(list)).toEqual(copying.finish([...list]))
      }),
      { numRuns: 500 },
    )
  })

  it('looks at nothing but what was added to a list that it was given before', () => {
    let looks = 0
    const messages: Entry[] = []
    const list = new Proxy(messages, {
      get: (target, key) => {
        looks += 1
        // Any member of a list.
        return Reflect.get(target, key) as unknown
      },
    })
    const session = createSessionBuilder()
    const count = 400
    for (let at = 0; at < count; at += 1) {
      messages.push(entry(String(at)))
      session.request({}, list, [])
    }
    session.finish(list)
    expect(looks).toBeLessThan(count * 20)
  })
})
