import { describe, expect, it } from 'vitest'
import type { Message } from '../../shared/domain/message.ts'
import { createConversation } from '../engine/conversation.ts'
import { characterCounter as counter, messageOf } from './testing/replay-example.ts'
import { contextAt, recordOutline, type ReplayOutline } from './replay-outline.ts'

const [ask, answer, question, other, last] = [
  messageOf('user', 10, 'ask'),
  messageOf('assistant', 20, 'answer'),
  messageOf('user', 30, 'question'),
  messageOf('assistant', 40, 'other'),
  messageOf('user', 50, 'last'),
] as const
const summary = messageOf('user', 5, 'sum')
const full = [ask, answer, question, other, last]
/** The agent's summary is in the file, after what it replaces. */
const file = [ask, answer, question, summary, other, last]

function stepOf(request: number, fullCount: number, recorded: readonly Message[]) {
  const prefix = { key: 0, kind: 'prefix' as const, tokens: 100 }
  return { request, fullCount, recorded: { list: recorded, count: recorded.length }, prefix }
}

const task = {
  full,
  steps: [
    stepOf(0, 1, [ask]),
    stepOf(2, 3, [summary, question]),
    stepOf(3, 5, [summary, question, other, last]),
  ],
  itemsOf: (messages: readonly Message[]) =>
    messages.map(({ content }) => [{ key: 1, kind: 'user-text' as const, tokens: content.length }]),
}

function briefAt(outline: ReplayOutline, policyId: string, request: number) {
  const context = contextAt(outline, policyId, request)
  return context?.messages.map(({ sources, fate, since, tokens }) => [sources, fate, since, tokens])
}

describe('an outline', () => {
  it('says what the agent really sent, where it condensed and where it went on', () => {
    const recorder = recordOutline(task, file)
    recorder.takeRecorded('recorded')
    const outline = recorder.finish()
    expect(briefAt(outline, 'recorded', 0)).toEqual([[[0], 'kept', null, 10]])
    const condensed = [
      [[3], 'kept', null, 5],
      [[2], 'kept', null, 30],
    ]
    expect(briefAt(outline, 'recorded', 2)).toEqual(condensed)
    expect(briefAt(outline, 'recorded', 3)).toEqual([
      ...condensed,
      [[4], 'kept', null, 40],
      [[5], 'kept', null, 50],
    ])
    expect(contextAt(outline, 'recorded', 3)?.missing).toEqual([0, 1])
    expect(outline.policies['recorded']).toHaveLength(1)
  })

  it('follows a message through one condensation after another', () => {
    const recorder = recordOutline(task, file)
    const { onCondensed } = recorder.start('twice')
    const short = { ...question, content: 'qu' }
    const kept = { ...ask }
    onCondensed(1, createConversation([ask, answer, question], counter), {
      messages: [kept, short],
      provenance: {
        messages: [
          { sources: [0], changes: [] },
          { sources: [2], changes: [changeOf('shortened', 30, 2)] },
        ],
        dropped: [],
      },
      costUsd: 0,
    })
    const whole = messageOf('user', 7, 'all')
    onCondensed(2, createConversation([kept, short, other, last], counter), {
      messages: [whole, last],
      provenance: {
        messages: [
          { sources: [0, 1, 2], changes: [] },
          { sources: [3], changes: [] },
        ],
        dropped: [],
      },
      costUsd: 0,
    })
    const outline = recorder.finish()
    expect(briefAt(outline, 'twice', 0)).toEqual([[[0], 'kept', null, 10]])
    // A copy without a change is what it was; what was shortened says since when.
    expect(briefAt(outline, 'twice', 2)).toEqual([
      [[0], 'kept', null, 10],
      [[2], 'shortened', 2, 2],
    ])
    expect(contextAt(outline, 'twice', 2)?.missing).toEqual([1])
    expect(briefAt(outline, 'twice', 3)).toEqual([
      [[0, 2, 4], 'summarised', 3, 7],
      [[5], 'kept', null, 50],
    ])
    expect(contextAt(outline, 'twice', 3)?.messages.map(({ text }) => text)).toEqual([whole.content, null])
  })

  it.each([
    ['nobody', 0],
    ['recorded', 1],
  ])('has nothing of %s at request %d', (policyId, request) => {
    const recorder = recordOutline(task, file)
    recorder.takeRecorded('recorded')
    expect(contextAt(recorder.finish(), policyId, request)).toBeNull()
  })
})

function changeOf(operation: 'shortened', tokensBefore: number, tokensAfter: number) {
  return {
    at: { messageIndex: 2, blockIndex: 0 },
    kind: 'user-text' as const,
    operation,
    passId: 'pass',
    reason: 'long',
    tokensBefore,
    tokensAfter,
    lengthAfter: tokensAfter,
  }
}
