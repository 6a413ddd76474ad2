import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { answer, call } from '../../../kernel/testing/small-histories.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { findSentMessages, buildSentRequests } from './build-sent-requests.ts'

const counter = { id: 'characters', count: (text: string): number => text.length }
const messages: Message[] = [
  { role: 'user', content: 'Fix it.' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      { type: 'tool_use', id: 'c1', name: 'Read', input: { file_path: 'a.ts' } },
    ],
  },
  answer('c1', 'content'),
  { role: 'user', content: 'In short.', isSummary: true, condenseId: 's' },
  call('c2', 'Read', { file_path: 'b.ts' }),
]
const run = reconstruct(
  {
    messages,
    hiddenRange: null,
    usage: {
      requests: [
        { ts: 1, modelId: 'm', tokensIn: 5, tokensOut: 3, isCacheApart: true, costUsd: 0.5 },
        {
          ts: 2,
          modelId: 'm',
          tokensIn: 5,
          tokensOut: 30,
          cacheReads: 100,
          cacheWrites: 40,
          cacheWrites1h: 15,
          reasoningTokens: 7,
          isCacheApart: true,
          derivedUsd: 0.25,
        },
        {},
      ],
      condensations: [{ condenseId: 's' }],
    },
    contexts: {
      requests: [
        { answer: 1, before: 1 },
        { answer: 4, before: 4 },
        { answer: null, before: 5 },
      ],
      changes: [{ request: 1, written: 3, hide: [[0, 3]], show: [[3, 4]], condensation: 0 }],
      copies: [],
    },
  },
  { counter },
)

describe('the requests of a task', () => {
  it('say what they sent and used, and how it is known', () => {
    const [first, second, third] = buildSentRequests(run).requests
    expect(first).toMatchObject({
      n: 1,
      model: 'm',
      history: { messages: 1, hidden: 0 },
      countedTokens: 7,
      recorded: { contextTokens: 5, costUsd: 0.5, reasoning: null },
      evidence: { cost: 'recorded' },
    })
    expect(second).toMatchObject({
      n: 2,
      history: { messages: 1, hidden: 3 },
      countedTokens: 9,
      recorded: {
        contextTokens: 145,
        input: 5,
        cacheRead: 100,
        cacheWrite5m: 25,
        cacheWrite1h: 15,
        output: 30,
        reasoning: 7,
        costUsd: 0.25,
      },
      evidence: { cost: 'derived' },
    })
    // The log says what it sent, though nothing answers it.
    expect(third).toMatchObject({ n: 3, history: { messages: 2 }, recorded: null, unknown: null })
  })

  it('give the messages of one of them, part by part, with their places in the file', () => {
    expect(findSentMessages(run, 2)).toEqual({
      n: 2,
      messages: [{ role: 'user', parts: [{ kind: 'summary', text: 'In short.' }] }],
      source: [[3, 0]],
    })
    expect(findSentMessages(run, 3)?.source).toEqual([
      [3, 0],
      [4, 0],
    ])
    expect(findSentMessages(run, 4)).toBeNull()
  })

  it('are known from the log, whatever their figures say', () => {
    const usage = {
      requests: Array.from({ length: 8 }, (_, at) => ({
        ts: at,
        tokensIn: at < 5 ? 10_000 + at : 1,
        isCacheApart: true,
      })),
      condensations: [],
    }
    const talk = Array.from({ length: 16 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `${at} ${'x'.repeat(200)}`,
    }))
    const requests = usage.requests.map((_, at) => ({ answer: 2 * at + 1, before: 2 * at + 1 }))
    const logged = {
      messages: talk,
      hiddenRange: null,
      usage,
      contexts: { requests, changes: [], copies: [] },
    }
    const all = buildSentRequests(reconstruct(logged, { counter })).requests
    expect(all.map(({ history }) => history?.messages)).toEqual([1, 3, 5, 7, 9, 11, 13, 15])
    expect(all.every(({ unknown }) => unknown === null)).toBe(true)
  })

  it('are without what the agent shows and does not send back', () => {
    const thought = { type: 'thinking', thinking: 'I wonder', isUnsent: true }
    const talk = [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: [thought, { type: 'text', text: 'Yes' }] },
      { role: 'user', content: 'More' },
      { role: 'assistant', content: 'No' },
    ]
    const usage = { requests: [{ ts: 1 }, { ts: 2 }], condensations: [] }
    const requests = [1, 3].map((at) => ({ answer: at, before: at }))
    const contexts = { requests, changes: [], copies: [] }
    const told = reconstruct({ messages: talk, hiddenRange: null, usage, contexts }, { counter })
    expect(findSentMessages(told, 2)).toMatchObject({
      messages: [{}, { parts: [{ kind: 'assistant-text', text: 'Yes' }] }, {}],
      source: [
        [0, 0],
        [1, 1],
        [2, 0],
      ],
    })
    const counted = (index: number): number => told.sizes.countMessage(talk[index]!)
    expect(counted(1)).toBeLessThan(counted(0) + 3)
  })

  it('keep calls, results and reasoning apart', () => {
    const { contexts: _, ...rest } = {
      messages: messages.slice(0, 3),
      hiddenRange: null,
      usage: { requests: [{ ts: 1, tokensIn: 50, isCacheApart: true }], condensations: [] },
      contexts: null,
    }
    const contexts = { requests: [{ answer: 3, before: 3 }], changes: [], copies: [] }
    const whole = [...rest.messages, { role: 'assistant', content: 'Done.' }]
    const sent = findSentMessages(reconstruct({ ...rest, messages: whole, contexts }, { counter }), 1)
    expect(sent?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [
          {
            kind: 'reasoning',
            text: 'Hm.',
            block: { type: 'thinking', thinking: 'Hm.', signature: 's' },
          },
          { kind: 'tool-call', name: 'Read', input: { file_path: 'a.ts' }, id: 'c1' },
        ],
      },
      { role: 'user', parts: [{ kind: 'tool-result', text: 'content', id: 'c1' }] },
    ])
    expect(sent?.source).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 0],
    ])
  })
})
