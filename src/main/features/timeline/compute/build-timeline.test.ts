import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import { timelineSchema, type Timeline } from '../../../../shared/timeline/types.ts'
import { damagedHistory, validHistory } from '../../../kernel/testing/arbitrary-history.ts'
import { events, talk, makeRecordedTask } from '../../../record/testing/recorded-talk.ts'
import {
  characterCounter as counter,
  exampleTask,
  makeUniqueMessage,
  updatedExample,
} from '../../replay/compute/testing/replay-example.ts'
import { timelineOfTask } from './testing/timeline-of-task.ts'

const contexts = ({ points }: Timeline): number[] => points.map(({ contextTokens }) => contextTokens)
describe('the timeline of a task', () => {
  it('meets what was recorded before every answer, with the system prompt as a kind of its own', () => {
    const task = exampleTask(3)
    const { points, basis, peakTokens, notes } = timelineOfTask(task, counter)
    expect(points.map(({ contextTokens, recordedTokens }) => [contextTokens, recordedTokens])).toEqual([
      [6000, null],
      [6100, 6000],
      [7000, null],
      [7100, 7000],
      [8000, null],
      [8100, 8000],
    ])
    expect(points[2]?.byKind).toEqual({ prefix: 2000, 'user-text': 4900, 'assistant-text': 100 })
    expect([basis, peakTokens, notes]).toEqual(['calibrated', 8000, []])
  })

  it('goes on where the agent was updated and counts in another way from there on, which it says', () => {
    const own = timelineOfTask(updatedExample(5), counter)
    expect(contexts(own)).toEqual(contexts(timelineOfTask(exampleTask(), counter)))
    expect(own.peakTokens).toBe(13_000)
    expect(own.notes).toEqual([
      expect.stringMatching(/^From request 5 on cached tokens are recorded as part/),
    ])
  })

  it('adds up what had been paid, condensations and aborted requests included', () => {
    const { messages, usage } = exampleTask(3)
    const paid = usage.requests.map(({ costUsd = 0 }) => costUsd)
    const aborted = { ts: (messages[3]?.ts ?? 0) + 1, costUsd: 0.5, cancelled: true }
    const requests = [...usage.requests.slice(0, 2), aborted, ...usage.requests.slice(2)]
    const condensations = [{ ts: (messages[4]?.ts ?? 0) + 1, costUsd: 0.25, condenseId: 'c' }]
    const tagged = messages.map((message, index) =>
      index === 0 ? { ...message, condenseParent: 'c' } : message,
    )
    const own = timelineOfTask(makeRecordedTask(tagged, { requests, condensations }), counter)
    const [a = 0, b = 0, c = 0] = paid
    const expected = [0, a, a, a + b, a + b + 0.5, a + b + c + 0.75]
    own.points.forEach(({ cumulativeUsd }, index) =>
      expect(cumulativeUsd).toBeCloseTo(expected[index] ?? 0, 9),
    )
    expect(events(own)).toEqual(['error #4', 'condensation #5'])
    expect(own.markers[0]?.text).toBe('Request 2 was aborted or failed.')
  })

  it('says why a request failed where the record does, in one line that ends', () => {
    const failed = (failureText: string) => ({ ts: 1005, cancelled: true, failureText })
    const listMarkerTexts = (failureText: string) =>
      timelineOfTask(makeRecordedTask(talk(3), { requests: [failed(failureText)] }), counter).markers.map(
        ({ text }) => text,
      )
    expect(listMarkerTexts('429 Too\n  many ')).toEqual(['Request 0 failed: 429 Too many'])
    expect(listMarkerTexts('x'.repeat(9000))).toEqual([`Request 0 failed: ${'x'.repeat(300)}…`])
  })

  it('is in our own count, without a system prompt or a cost, where nothing was recorded', () => {
    const own = timelineOfTask(makeRecordedTask(talk(3)), counter)
    expect(contexts(own)).toEqual([100, 200, 300])
    expect(own.points.map(({ cumulativeUsd }) => cumulativeUsd)).toEqual([null, null, null])
    expect([own.basis, own.peakTokens]).toEqual(['counted', 300])
    expect(own.notes).toHaveLength(2)
  })

  it.each([
    ['only a request that fits none of the messages', talk(1), 'counted', 'recorded', 9000],
    ['a request whose messages are smaller', talk(2), 'calibrated', 'calibrated', 9000],
  ])('names the count of its largest request where it has %s', (_name, messages, ...expected) => {
    const own = timelineOfTask(
      makeRecordedTask(messages, { requests: [{ ts: 1005, tokensIn: 9000 }] }),
      counter,
    )
    expect([own.basis, own.peakBasis, own.peakTokens]).toEqual(expected)
  })

  it('says once that nothing was recorded of its requests, and why there is no cost', () => {
    const { notes } = timelineOfTask(
      makeRecordedTask(talk(4), { requests: [{ ts: 1005 }, { ts: 1025 }] }),
      counter,
    )
    expect(notes).toEqual([
      'No usage of these messages is recorded: tokens are counted, and the system prompt and the tools are missing.',
      'No cost is recorded for 2 requests, so there is no cost chart.',
    ])
  })

  it.each([
    [
      'of a condensation',
      [{}, {}],
      [{ ts: 1006, costUsd: 1 }],
      'No cost is recorded for 2 requests. The cumulative',
    ],
    ['of another request', [{}, { costUsd: 1 }], [], 'No cost is recorded for 1 request. The cumulative'],
  ])('has the cost %s alone where there is no other, and says so', (_, costs, condensations, note) => {
    const requests = costs.map((one, index) => ({ ts: 1005 + 20 * index, ...one }))
    const own = timelineOfTask(makeRecordedTask(talk(4), { requests, condensations }), counter)
    expect(own.notes.some((text) => text.startsWith(note))).toBe(true)
    expect(own.points.at(-1)?.cumulativeUsd).toBe(1)
  })

  it('says what is recorded for the session as a whole, and draws it nowhere', () => {
    const requests = [{ ts: 1005 }, { ts: 1025 }]
    const own = timelineOfTask(
      makeRecordedTask(talk(4), { requests, condensations: [], session: { costUsd: 0.404 } }),
      counter,
    )
    expect(own.notes.at(-1)).toBe(
      '$0.4040 is recorded for the session as a whole. Which request cost how much of it is not known.',
    )
    expect(own.points.map(({ cumulativeUsd }) => cumulativeUsd ?? 0)).not.toContain(0.404)
  })

  it('does not deny a record that fits none of its messages', () => {
    const requests = [{ ts: 1005, tokensIn: 3, cacheWrites: 20_000, costUsd: 1 }]
    const { notes, basis } = timelineOfTask(makeRecordedTask(talk(1), { requests }), counter)
    expect(basis).toBe('counted')
    expect(notes[0]).toContain('The usage that is recorded fits none of these messages')
  })

  it.each([['2026-01-01T00:00:00Z'], ['yesterday'], [Infinity]])(
    'has no time where %s stands for one',
    (ts) => {
      // What a damaged file holds.
      const messages = talk(6).map((message, index) =>
        index === 2 ? { ...message, ts: ts as number } : message,
      )
      const own = timelineSchema.parse(
        timelineOfTask(makeRecordedTask(messages, { requests: [{ ts: 1005 }] }), counter),
      )
      expect(own.points[2]?.ts).toBeNull()
      expect(own.points[3]?.ts).toBe(1030)
    },
  )

  it.each([
    ['', { condenseId: 'c' }],
    [', also where the record does not name its summary', {}],
  ])('falls where the agent condensed, and counts what it hid until then%s', (_name, named) => {
    const hidden = talk(5).map((message) => ({ ...message, condenseParent: 'c' }))
    const summary: Message = {
      ...makeUniqueMessage('user', 30, 'summary', 1045),
      isSummary: true,
      condenseId: 'c',
    }
    const answer = makeUniqueMessage('assistant', 100, 'after', 1060)
    const condensations = [{ ts: 1050, ...named, tokensBefore: 500, tokensAfter: 30, costUsd: 0.01 }]
    const requests = [1005, 1025, 1046].map((ts) => ({ ts }))
    const own = timelineOfTask(
      makeRecordedTask([...hidden, summary, answer], { condensations, requests }),
      counter,
    )
    expect(contexts(own)).toEqual([100, 200, 300, 400, 500, 30, 130])
    expect(own.markers).toEqual([
      {
        kind: 'condensation',
        messageIndex: 5,
        ts: 1050,
        tokensBefore: 500,
        tokensAfter: 30,
        costUsd: 0.01,
        note: { code: 'condensed', figures: { summary: 5 } },
        condensation: 1,
        text: 'The agent condensed the history. Its summary is message #5.',
      },
    ])
  })

  it('falls after the messages that were kept, where the summary was put before them', () => {
    const before = talk(5).map((message, index) =>
      index < 2 ? { ...message, condenseParent: 'c' } : message,
    )
    const summary: Message = {
      ...makeUniqueMessage('assistant', 30, 's', 1015),
      isSummary: true,
      condenseId: 'c',
    }
    const messages = [
      ...before.slice(0, 2),
      summary,
      ...before.slice(2),
      makeUniqueMessage('assistant', 100, 'x', 1060),
    ]
    const usage = { condensations: [{ ts: 1050, condenseId: 'c' }] }
    const own = timelineOfTask(makeRecordedTask(messages, usage), counter)
    expect(contexts(own)).toEqual([100, 200, 200, 300, 400, 500, 430])
    expect(events(own)).toEqual(['condensation #6'])
  })

  it('falls where the window slid', () => {
    const messages: Message[] = talk(4).map((message, index) =>
      index === 1 || index === 2 ? { ...message, truncationParent: 't' } : message,
    )
    const mark: Message = {
      ...makeUniqueMessage('user', 10, 'm', 1035),
      isTruncationMarker: true,
      truncationId: 't',
    }
    const own = timelineOfTask(
      makeRecordedTask([...messages, mark], {
        truncations: [{ ts: 1036, truncationId: 't', messagesRemoved: 2 }],
      }),
      counter,
    )
    expect(contexts(own)).toEqual([100, 200, 300, 400, 210])
    expect(own.markers[0]?.text).toBe('The agent slid its window and left out 2 messages.')
  })

  it('falls where Cline named with a request what it left out', () => {
    const range: [number, number] = [1, 2]
    const requests = [{ ts: 1005 }, { ts: 1025, deletedRange: range }]
    const own = timelineOfTask(makeRecordedTask(talk(4), { requests }), counter)
    expect(contexts(own)).toEqual([100, 200, 100, 200])
    expect(events(own)).toEqual(['truncation #2'])
  })

  it('goes by places where the messages have no times, as those of Cline', () => {
    const messages = talk(6).map(({ ts: _ts, ...message }): Message => message)
    const requests = [
      { ts: 5, historyIndex: -1, tokensIn: 1100, costUsd: 1 },
      { ts: 6, historyIndex: 1, tokensIn: 1300, costUsd: 2, cancelled: true },
      { ts: 7, historyIndex: 3, tokensIn: 1200, costUsd: 4, deletedRange: [1, 3] as [number, number] },
    ]
    const own = timelineOfTask(makeRecordedTask(messages, { requests }), counter)
    expect(contexts(own)).toEqual([1100, 1200, 1300, 1400, 1200, 1300])
    expect(own.points.map(({ cumulativeUsd }) => cumulativeUsd)).toEqual([0, 1, 1, 3, 3, 7])
    expect(events(own)).toEqual(['error #3', 'truncation #4'])
    expect(own.markers[1]).toMatchObject({ tokensBefore: 1300, tokensAfter: 1200 })
  })

  it('has a place for whatever is recorded without a time', () => {
    const usage = { condensations: [{ costUsd: 1 }], truncations: [{}], requests: [{ costUsd: 2 }, {}] }
    const own = timelineOfTask(makeRecordedTask(talk(3), usage), counter)
    expect(own.points.map(({ cumulativeUsd }) => cumulativeUsd)).toEqual([0, 0, 3])
    expect(events(own).toSorted()).toEqual(['condensation #2', 'truncation #2'])
    expect(own.notes.some((note) => note.startsWith('Neither times nor places'))).toBe(true)
  })

  it('says so where there is no message', () => {
    const own = timelineOfTask(makeRecordedTask([], { requests: [{ ts: 1, costUsd: 1 }] }), counter)
    expect(own).toMatchObject({ points: [], markers: [], notes: ['The history has no messages.'] })
  })

  it('adds up by kind and never throws, whatever the history', () => {
    const requests = fc.array(
      fc.record({
        ts: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
        tokensIn: fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined }),
        costUsd: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(fc.oneof(validHistory(), damagedHistory()), requests, (messages, recorded) => {
        // Fields that are undefined are the same as absent ones to everything that reads a record.
        const usage = JSON.parse(JSON.stringify({ requests: recorded, condensations: [] })) as RecordedUsage
        const own = timelineOfTask({ messages, usage, hiddenRange: { start: 1, end: 2 } }, counter)
        timelineSchema.parse(own)
        expect(own.points).toHaveLength(messages.length)
        for (const { byKind, contextTokens } of own.points)
          expect(Object.values(byKind).reduce((sum, tokens) => sum + tokens, 0)).toBe(contextTokens)
        const paid = recorded.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
        expect(own.points.at(-1)?.cumulativeUsd ?? 0).toBeCloseTo(messages.length > 0 ? paid : 0, 9)
      }),
    )
  })
})
