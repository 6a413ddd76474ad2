import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { createConversation } from '../../../kernel/conversation.ts'
import { findReplayContext, createOutlineRecorder, type ReplayOutline } from './replay-outline.ts'
import { characterCounter as counter, makeUniqueMessage } from './testing/replay-example.ts'

const [ask, answer, question, other, last] = [
  makeUniqueMessage('user', 10, 'ask'),
  makeUniqueMessage('assistant', 20, 'answer'),
  makeUniqueMessage('user', 30, 'question'),
  makeUniqueMessage('assistant', 40, 'other'),
  makeUniqueMessage('user', 50, 'last'),
] as const
const summary = makeUniqueMessage('user', 5, 'sum')
const full = [ask, answer, question, other, last]
/** The agent's summary is in the file, after what it replaces. */
const file = [ask, answer, question, summary, other, last]

function makeStep(request: number, fullCount: number, recorded: readonly Message[]) {
  const prefix = { key: 0, kind: 'prefix' as const, tokens: 100 }
  return { request, fullCount, recorded: { list: recorded, count: recorded.length }, prefix }
}

const task = {
  full,
  steps: [
    makeStep(0, 1, [ask]),
    makeStep(2, 3, [summary, question]),
    makeStep(3, 5, [summary, question, other, last]),
  ],
  buildItems: (messages: readonly Message[]) =>
    messages.map(({ content }) => [{ key: 1, kind: 'user-text' as const, tokens: content.length }]),
}

function summariseContext(outline: ReplayOutline, policyId: string, request: number) {
  const context = findReplayContext(outline, policyId, request)
  return context?.messages.map(({ sources, fate, since, tokens }) => [sources, fate, since, tokens])
}

describe('an outline', () => {
  it('says what the agent really sent, where it condensed and where it went on', () => {
    const recorder = createOutlineRecorder(task, file)
    recorder.takeRecorded('recorded')
    const outline = recorder.finish()
    expect(summariseContext(outline, 'recorded', 0)).toEqual([[[0], 'kept', null, 10]])
    const condensed = [
      [[3], 'kept', null, 5],
      [[2], 'kept', null, 30],
    ]
    expect(summariseContext(outline, 'recorded', 2)).toEqual(condensed)
    expect(summariseContext(outline, 'recorded', 3)).toEqual([
      ...condensed,
      [[4], 'kept', null, 40],
      [[5], 'kept', null, 50],
    ])
    expect(findReplayContext(outline, 'recorded', 3)?.missing).toEqual([0, 1])
    expect(outline.policies['recorded']).toHaveLength(1)
  })

  it('follows a message through one condensation after another', () => {
    const recorder = createOutlineRecorder(task, file)
    const { onCondensed } = recorder.start('twice')
    const short = { ...question, content: 'qu' }
    const kept = { ...ask }
    onCondensed(1, createConversation([ask, answer, question], counter), {
      messages: [kept, short],
      provenance: {
        messages: [
          { sources: [0], changes: [] },
          { sources: [2], changes: [makeChange('shortened', 30, 2)] },
        ],
        dropped: [],
      },
      costUsd: 0,
    })
    const whole = makeUniqueMessage('user', 7, 'all')
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
    expect(summariseContext(outline, 'twice', 0)).toEqual([[[0], 'kept', null, 10]])
    // A copy without a change is what it was; what was shortened says since when.
    expect(summariseContext(outline, 'twice', 2)).toEqual([
      [[0], 'kept', null, 10],
      [[2], 'shortened', 2, 2],
    ])
    expect(findReplayContext(outline, 'twice', 2)?.missing).toEqual([1])
    expect(summariseContext(outline, 'twice', 3)).toEqual([
      [[0, 2, 4], 'summarised', 3, 7],
      [[5], 'kept', null, 50],
    ])
    expect(findReplayContext(outline, 'twice', 3)?.messages.map(({ text }) => text)).toEqual([
      whole.content,
      null,
    ])
  })

  it.each([
    ['nobody', 0],
    ['recorded', 1],
  ])('has nothing of %s at request %d', (policyId, request) => {
    const recorder = createOutlineRecorder(task, file)
    recorder.takeRecorded('recorded')
    expect(findReplayContext(recorder.finish(), policyId, request)).toBeNull()
  })
})

function makeChange(operation: 'shortened', tokensBefore: number, tokensAfter: number) {
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
