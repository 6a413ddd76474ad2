import { describe, expect, it } from 'vitest'
import { readChatRecord, readMessageMetrics } from './recorded-usage.ts'

const started = (text: string | undefined, ts = 1) => ({ ts, type: 'say', say: 'api_req_started', text })

describe('the chat record', () => {
  it('gives the requests with what was recorded of each', () => {
    const full = {
      tokensIn: 100,
      tokensOut: 5,
      cacheWrites: 0,
      cacheReads: 90,
      cost: 0.25,
      apiProtocol: 'openai',
    }
    const { usage, unreadable } = readChatRecord([
      started(JSON.stringify({ request: 'x', ...full }), 10),
      started(JSON.stringify({ apiProtocol: 'anthropic' }), 20),
      started(JSON.stringify({ tokensIn: 7, cancelReason: 'user_cancelled' }), 30),
      started(undefined, 40),
      started(JSON.stringify({ cancelReason: 'streaming_failed', streamingFailedMessage: '429' }), 50),
    ])
    const { cost, ...figures } = full
    expect(usage.requests).toEqual([
      { ts: 10, ...figures, costUsd: cost },
      { ts: 20, apiProtocol: 'anthropic' },
      { ts: 30, tokensIn: 7, cancelled: true },
      { ts: 40 },
      { ts: 50, cancelled: true, failureText: '429' },
    ])
    expect(unreadable).toBe(0)
  })

  it('takes figures that make no sense as not recorded', () => {
    const { usage } = readChatRecord([
      started('{"tokensIn":"12","tokensOut":-4,"cost":null,"cacheReads":1e999}'),
    ])
    expect(usage.requests).toEqual([{ ts: 1 }])
  })

  it.each([
    ['a fraction of a token', { tokensIn: 12.4 }, { tokensIn: 12 }],
    ['more tokens than any model takes', { tokensIn: 1e300, tokensOut: 5 }, { tokensOut: 5 }],
    ['more dollars than there are', { cost: 1e300, tokensIn: 5 }, { tokensIn: 5 }],
    ['less than nothing', { cost: -1, cacheReads: -5, tokensIn: 5 }, { tokensIn: 5 }],
  ])('has no %s', (_name, recorded, expected) => {
    const { usage } = readChatRecord([started(JSON.stringify(recorded))])
    expect(usage.requests.map(({ ts: _ts, ...own }) => own)).toEqual([expected])
  })

  it('counts the figures that cannot be, and the requests that cannot be read', () => {
    const lines = ['{"tokensIn":-1,"cost":"NaN","cacheReads":null}', '{"tokensOut":1e300}', '{"tokensIn":1']
    const { usage } = readChatRecord(lines.map(started))
    expect(usage).toMatchObject({ refusedFigures: 3, unreadable: 1 })
    const { usage: whole } = readChatRecord([started('{"tokensIn":5,"cost":0.5}'), started('{}')])
    expect(Object.keys(whole)).toEqual(['requests', 'condensations'])
  })

  it('takes lines in the order of their times, which no date lies outside of', () => {
    const at = (ts: number) => ({ say: 'api_req_started', ts, text: '{}' })
    const { usage } = readChatRecord([at(30), at(10), at(20), at(1e300), at(-5), at(0)])
    expect(usage.requests.map(({ ts }) => ts)).toEqual([10, 20, undefined, undefined, undefined, 30])
  })

  it('counts requests that are damaged themselves', () => {
    const record = readChatRecord([started('{"tokensIn":12'), started('[]'), started('7'), 'no line', null])
    expect(record).toMatchObject({ usage: { requests: [] }, unreadable: 3, strange: [3, 4] })
  })

  it('adds up costs that are recorded without a request of their own', () => {
    const { usage } = readChatRecord([
      started('{"tokensIn":12,"cost":0.5}', 10),
      { ts: 20, say: 'deleted_api_reqs', text: '{"tokensIn":900,"cost":0.25}' },
      { ts: 30, say: 'api_req_deleted', text: '{"cost":0.125}' },
      { ts: 40, say: 'subagent_usage', text: '{"tokensIn":7,"cost":1}' },
      { ts: 50, say: 'subagent_usage', text: 'damaged' },
    ])
    expect(usage).toMatchObject({ requests: [{ ts: 10, costUsd: 0.5 }], apartUsd: 1.375 })
  })

  it('gives finished condensations and passes over the line that announces one', () => {
    const condense = { cost: 0.03, prevContextTokens: 124_669, newContextTokens: 57_960, summary: 's' }
    const { usage } = readChatRecord([
      { ts: 5, type: 'say', say: 'condense_context', partial: true },
      { ts: 6, type: 'say', say: 'condense_context', contextCondense: condense },
    ])
    expect(usage.condensations).toEqual([
      { ts: 6, tokensBefore: 124_669, tokensAfter: 57_960, costUsd: 0.03 },
    ])
  })

  it('gives the last range of deleted messages and the last time', () => {
    const record = readChatRecord([
      { ts: 8, type: 'say', conversationHistoryDeletedRange: [2, 5] },
      { ts: 9, type: 'say', conversationHistoryDeletedRange: [2, 9] },
      { ts: 7, type: 'say', conversationHistoryDeletedRange: ['a'] },
    ])
    expect(record).toMatchObject({ deletedRange: [2, 9], lastTs: 9 })
  })
})

describe('what else the chat record says', () => {
  it('gives retries, truncations, subtasks, the model and the place of a request', () => {
    const { usage } = readChatRecord([
      { ...started('{"tokensIn":5}'), conversationHistoryIndex: -1, modelInfo: { modelId: 'claude' } },
      { ts: 2, type: 'say', say: 'api_req_retry_delayed', partial: true },
      { ts: 3, type: 'say', say: 'api_req_retry_delayed' },
      { ts: 4, type: 'say', say: 'api_req_retried' },
      {
        ts: 5,
        type: 'say',
        say: 'sliding_window_truncation',
        contextTruncation: {
          truncationId: 't',
          messagesRemoved: 4,
          prevContextTokens: 9,
          newContextTokens: 5,
        },
      },
      { ts: 6, type: 'say', say: 'subtask_result', text: 'done' },
      { ...started('{"tokensIn":6}', 7), conversationHistoryDeletedRange: [2, 3], modelInfo: 7 },
      { ts: 8, type: 'say', say: 'condense_context', contextCondense: { condenseId: 'c', cost: 1 } },
    ])
    expect(usage).toEqual({
      requests: [
        { ts: 1, tokensIn: 5, modelId: 'claude', historyIndex: -1, retries: 2 },
        { ts: 7, tokensIn: 6, deletedRange: [2, 3] },
      ],
      condensations: [{ ts: 8, costUsd: 1, condenseId: 'c' }],
      truncations: [{ ts: 5, tokensBefore: 9, tokensAfter: 5, messagesRemoved: 4, truncationId: 't' }],
      subtasks: 1,
    })
  })
})

describe('figures on the messages themselves', () => {
  it('are taken from the assistant', () => {
    const metrics = { inputTokens: 21, outputTokens: 8, cacheReadTokens: 3, cacheWriteTokens: 1, cost: 0.13 }
    const usage = readMessageMetrics([
      { role: 'user', content: 'a', metrics },
      { role: 'assistant', content: 'b', ts: 5, metrics, modelInfo: { id: 'claude' } },
      { role: 'assistant', content: 'c' },
    ])
    expect(usage.requests).toEqual([
      {
        ts: 5,
        tokensIn: 21,
        tokensOut: 8,
        cacheReads: 3,
        cacheWrites: 1,
        costUsd: 0.13,
        modelId: 'claude',
        historyIndex: 0,
      },
    ])
  })
})
