import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { ArmCall } from '../../kernel/external-arm.ts'
import { modelBy } from '../../kernel/testing/model-by.ts'
import { armHistory as history, runArm, type ArmDocument } from '../../kernel/testing/run-arm.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { runWith } from '../../kernel/testing/run-with.ts'
import { end, long, task } from '../../kernel/testing/small-histories.ts'
import { pipelineStrategy } from '../combine/pipeline.ts'
import { externalMethod } from './external.ts'

const cleared = (message: Message): Message =>
  typeof message.content === 'string'
    ? message
    : {
        ...message,
        content: message.content.map((block) =>
          block.type === 'tool_result' ? { ...block, content: '[cleared]' } : block,
        ),
      }

it('gives an arm the document of the contract, and no key', async () => {
  const { calls } = await runArm(
    ({ messages }) => ({ messages: messages.slice(-2) }),
    {
      model: 'm',
      settings: { keep: 2 },
      timeLimitSeconds: 5,
    },
    { targetTokens: 100 },
  )
  const [{ document, ...call }] = calls as [ArmCall]
  expect(call).toEqual({
    target: { kind: 'command', command: ['/usr/bin/arm', '--fast'], exchange: 'pipe', environment: [] },
    profileId: null,
    timeLimitMs: 5000,
    outputLimitBytes: 64e6,
  })
  expect(JSON.parse(document)).toEqual({
    version: 1,
    messages: history,
    format: 'anthropic',
    model: 'm',
    window: 200_000,
    targetTokens: 100,
    settings: { keep: 2 },
  })
})

describe('what an arm did', () => {
  it('is found by comparison: kept, rewritten and left out', async () => {
    const { summary, result, provenance } = await runArm(({ messages }) => ({
      messages: [messages[0], messages[1], cleared(messages[2]!), ...messages.slice(5)],
      notes: 'v1',
    }))
    expect(summary.status).toBe('condensed')
    expect(result?.[0]).toBe(history[0])
    expect(provenance?.messages.map(({ sources }) => sources)).toEqual([[0], [1], [2], [5], [6], [7]])
    expect(provenance?.messages[2]?.changes).toEqual([
      expect.objectContaining({
        operation: 'shortened',
        isInferred: true,
        reason: 'rewritten by arm --fast (inferred: the same call)',
      }),
    ])
    expect(provenance?.dropped.map(({ sourceIndex }) => sourceIndex)).toEqual([3, 4])
    const codes = summary.warnings.map(({ code }) => code)
    expect(codes).toEqual(['arm-inferred', 'arm-note', 'arm-cost-unknown'])
    expect(summary.warnings[0]?.figures).toEqual({ kept: 5, rewritten: 1, written: 0, dropped: 2 })
  })

  it('is told by the longest common run of words where there is no call', async () => {
    const own = [
      task,
      { role: 'assistant', content: long('delta') },
      { role: 'user', content: long('epsilon') },
      end,
    ]
    const messages = [task, { role: 'user', content: `I said: ${long('epsilon', 5)}` }, end]
    const { provenance } = await runArm(() => ({ messages }), { command: ['arm'] }, {}, own)
    const [, second] = provenance?.messages ?? []
    expect(second?.sources).toEqual([2])
    expect(second?.changes[0]?.reason).toMatch(
      /^rewritten by arm \(inferred: the longest common run has 1[45] words\)$/,
    )
  })

  it('is a summary where the arm names one, which stands for all that is gone there', async () => {
    const summaryText = 'The files a and b were read.'
    const { result, provenance } = await runArm(({ messages }) => ({
      messages: [messages[0], { role: 'user', content: `Summary: ${summaryText}` }, ...messages.slice(5)],
      summary: summaryText,
    }))
    expect(result?.[1]).toMatchObject({ isSummary: true })
    expect(provenance?.messages[1]).toMatchObject({
      sources: [1, 2, 3, 4],
      changes: [{ kind: 'summary', operation: 'summarised', isInferred: true }],
    })
    expect(provenance?.dropped).toEqual([])
  })

  it('may be nothing', async () => {
    const { summary } = await runArm(({ messages }) => ({ messages }))
    expect(summary).toMatchObject({
      status: 'unchanged',
      reason: 'arm --fast returned every message unchanged.',
    })
  })
})

it('may have far more messages than it was given, and is refused for its size in a moment', async () => {
  const { error } = await runArm(() => ({
    messages: Array.from({ length: 100_000 }, () => ({ role: 'user', content: 'a' })),
  }))
  expect(error?.code).toBe('context-grew')
})

describe('an answer that is none', () => {
  it.each<[string, (document: ArmDocument) => unknown, string, RegExp]>([
    ['nothing', () => ' \n', 'arm-no-answer', /gave an empty answer/],
    ['broken JSON', () => '{"messages": [', 'arm-broken-json', /begins: "\{\\"messages\\": \["/],
    ['another document', () => ({ message: 'hi' }), 'arm-bad-answer', /messages: /],
    ['a list', () => [], 'arm-bad-answer', /./],
    ['usage that is none', () => ({ messages: [], usage: { input: -1 } }), 'arm-bad-answer', /usage\.input/],
    ['no messages', () => ({ messages: [] }), 'arm-no-messages', /returned no messages/],
    [
      'a hole, as a framework leaves it',
      () => ({ messages: [null] }),
      'invariant-broken',
      /no-empty-content|roles-legal/,
    ],
    [
      'roles that nobody knows',
      ({ messages }) => ({ messages: [messages[0], { role: 'wizard', content: 'hi' }] }),
      'invariant-broken',
      /rule roles-legal at message #1/,
    ],
    [
      'a result without its call',
      ({ messages }) => ({ messages: [messages[0], messages[2]] }),
      'invariant-broken',
      /rule tool-pairing/,
    ],
    [
      'a message twice',
      ({ messages }) => ({ messages: [messages[0], messages[0]] }),
      'invariant-broken',
      /rule no-message-twice|rule order-kept/,
    ],
    [
      'another order',
      ({ messages }) => ({ messages: [messages[0], ...messages.slice(3, 5), ...messages.slice(1, 3)] }),
      'invariant-broken',
      /rule order-kept/,
    ],
    [
      'ten times what it was given',
      ({ messages }) => ({
        messages: [
          ...messages,
          ...Array.from({ length: 10 }, () => ({ role: 'user', content: long('more', 400) })),
        ],
      }),
      'context-grew',
      /would have/,
    ],
  ])('%s', async (_name, answer, code, says) => {
    const { error, summary } = await runArm(answer)
    expect(summary.status).toBe('failed')
    expect(error).toMatchObject({ code, message: expect.stringMatching(says) })
  })

  it('keeps what it cost all the same', async () => {
    const { summary } = await runArm(() => ({ messages: [null], usage: { costUsd: 0.5 } }))
    expect(summary).toMatchObject({ status: 'failed', stats: { costUsd: 0.5 } })
  })
})

describe('an arm', () => {
  it('that names nothing, or two things, is refused', async () => {
    const nothing = await runArm(() => ({}), { command: [] })
    expect(nothing.error?.code).toBe('arm-unnamed')
    const both = await runArm(() => ({}), { address: 'http://127.0.0.1:1/' })
    expect(both.error?.code).toBe('arm-unnamed')
    expect(both.calls).toEqual([])
  })

  it('is not run where nothing may be', async () => {
    const settings = { command: ['arm'] }
    const { summary } = await runWith(
      { provider: externalMethod, settings, conversation: conversationFor(history) },
      modelBy(() => []),
    )
    expect(summary).toMatchObject({
      status: 'unchanged',
      reason: 'An estimate runs no command and calls no address.',
    })
  })

  it('is a step of a pipeline like any provider', async () => {
    const { summary } = await runWith(
      {
        provider: pipelineStrategy,
        settings: { steps: [{ providerId: 'external', settings: { command: ['arm'] } }] },
        conversation: conversationFor(history),
      },
      modelBy(() => []),
      {
        services: {
          arms: {
            call: ({ document }) => {
              const { messages }: ArmDocument = JSON.parse(document)
              const text = JSON.stringify({
                messages: [messages[0], ...messages.slice(5)],
                usage: { costUsd: 0.25 },
              })
              return Promise.resolve({ kind: 'answered', text })
            },
          },
        },
      },
    )
    expect(summary).toMatchObject({ status: 'condensed', stats: { costUsd: 0.25 } })
  })
})

it('keeps what is pinned, whatever the arm makes of it', async () => {
  const { result } = await runArm(
    ({ messages }) => ({ messages: [messages[0], messages[1], cleared(messages[2]!), ...messages.slice(5)] }),
    {},
    { pins: [{ messageIndex: 2, part: null }] },
  )
  expect(result?.[2]).toBe(history[2])
})
