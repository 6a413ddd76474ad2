import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { Cancelled } from '../../../kernel/cancel-signal.ts'
import { ModelFailure, type LanguageModel } from '../../../kernel/language-model.ts'
import { readBuiltInPrompt } from '../../../kernel/prompts/built-in.ts'
import { conversationFor, runOn } from '../../../kernel/testing/run-on.ts'
import { answering, scriptedModel } from '../../../kernel/testing/scripted-model.ts'
import { summariseRequest } from '../../summaries/build-request.ts'
import { nativeMethod } from './native.ts'
import { continueMessage, selectSinceLastSummary } from './plan-summary.ts'

const long = 'some words that take up space '.repeat(40)
const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${long}`,
    ts: 100 + index,
  }))
const summary: Message = { role: 'assistant', content: 'earlier', isSummary: true, ts: 50 }
const good = scriptedModel(answering('a summary'))

const condense = async (
  messages: Message[],
  settings: Record<string, unknown> = {},
  model: LanguageModel = good,
) => {
  const { summary: outcome, condensed } = await runOn(
    nativeMethod,
    settings,
    conversationFor(messages),
    null,
    model,
  )
  return { outcome, result: condensed?.conversation.messages ?? [], provenance: condensed?.provenance }
}

describe('messages since the last summary', () => {
  const [a, b, c] = talk(3) as [Message, Message, Message]
  const assistantFirst: Message = { role: 'assistant', content: 'x' }
  const continued: Message = { role: 'user', content: continueMessage, ts: 49 }
  const userSummary: Message = { role: 'user', content: 's', isSummary: true }
  it.each<[string, Message[], Message[]]>([
    ['are all of them where there is none', [a, b, c], [a, b, c]],
    [
      'begin at the summary, after the original first message of the user',
      [a, b, summary, c],
      [a, summary, c],
    ],
    [
      'begin with a sentence to continue where the first message is not from the user',
      [assistantFirst, summary, c],
      [continued, summary, c],
    ],
    ['begin at a summary in the voice of the user', [a, userSummary, c], [userSummary, c]],
    [
      'begin at the last of several',
      [a, summary, b, { ...summary, content: 'later' }, c],
      [a, { ...summary, content: 'later' }, c],
    ],
    ['are none of none', [], []],
  ])('%s', (_name, messages, expected) => {
    expect(selectSinceLastSummary(messages)).toEqual(expected)
  })
})

describe('classic', () => {
  it('gives first message, summary and the last three, the summary with the time of the first that stays', async () => {
    const messages = talk(10)
    const { result, outcome, provenance } = await condense(messages)
    expect(result).toEqual([
      messages[0],
      { role: 'assistant', content: 'a summary', isSummary: true, ts: 107 },
      ...messages.slice(7),
    ])
    expect(provenance?.messages.map(({ sources }) => sources)).toEqual([
      [0],
      [1, 2, 3, 4, 5, 6],
      [7],
      [8],
      [9],
    ])
    expect(outcome.stats).toMatchObject({ modelCalls: 1, costUsd: (1000 * 3 + 100 * 15) / 1e6 })
    expect(provenance?.messages[1]?.changes[0]?.reason).toBe('6 messages summarised by Scripted')
  })

  it('asks with the built-in prompt, the messages as role and content, and a last request', async () => {
    const model = scriptedModel(answering('s'))
    await condense(talk(6), {}, model)
    const [request] = model.asked
    expect(request?.system).toBe(readBuiltInPrompt('conversation'))
    expect(request?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user'])
    expect(request?.messages.at(-1)?.content).toBe(summariseRequest)
    expect(Object.keys(request?.messages[0] ?? {})).toEqual(['role', 'content'])
  })

  it('takes a prompt of the user’s own, trimmed, where it is not empty', async () => {
    const model = scriptedModel(answering('s'))
    await condense(talk(6), { customPrompt: '  mine\n' }, model)
    await condense(talk(6), { customPrompt: '   ' }, model)
    expect(model.asked.map(({ system }) => system)).toEqual(['mine', readBuiltInPrompt('conversation')])
  })

  it('replaces images for a model that takes none, nested ones too', async () => {
    const image: ContentBlock = { type: 'image', source: { data: 'a' } }
    const call: Message = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: '1', name: 'shot', input: {} }],
    }
    const answer: Message = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: '1', content: [image] }, image],
    }
    const blind = scriptedModel(answering('s'), { supportsImages: false })
    const seeing = scriptedModel(answering('s'))
    for (const model of [blind, seeing])
      await condense([...talk(1), call, answer, ...talk(6).slice(1)], {}, model)
    expect(JSON.stringify(blind.asked)).not.toContain('"image"')
    expect(JSON.stringify(blind.asked).split('[Referenced image in conversation]')).toHaveLength(3)
    expect(JSON.stringify(seeing.asked).split('"image"')).toHaveLength(3)
  })

  it.each<[string, Message[], string]>([
    ['no message', [], 'not-enough-messages'],
    ['one message', talk(1), 'not-enough-messages'],
    ['four messages', talk(4), 'not-enough-messages'],
    ['a summary among the last three', [...talk(6), summary, ...talk(2)], 'condensed-recently'],
    [
      'nothing but a summary of the user’s before the last three',
      [...talk(1), { ...summary, role: 'user' }, ...talk(3)],
      'condensed-recently',
    ],
  ])('refuses %s', async (_name, messages, code) => {
    const model = scriptedModel(answering('s'))
    expect((await condense(messages, {}, model)).outcome).toMatchObject({
      status: 'failed',
      error: { code },
      stats: { costUsd: 0 },
    })
    expect(model.asked).toEqual([])
  })

  it('speaks of no earlier condensation where calls and their results leave nothing to summarise', async () => {
    const pair = (id: string): Message[] => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'x', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'y' }] },
    ]
    const { outcome } = await condense([...talk(1), ...pair('1'), ...pair('2')])
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code: 'not-enough-messages', message: expect.stringContaining('results of their calls') },
    })
  })

  it('summarises five messages, the fewest that leave something to say', async () => {
    expect((await condense(talk(5))).outcome.status).toBe('condensed')
  })

  it('keeps a call with its result, at the end and at the start', async () => {
    const call: Message = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: '1', name: 'x', input: {} }],
    }
    const answer: Message = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: '1', content: 'r' }],
    }
    const messages = [...talk(6), { role: 'user', content: long }, call, answer, ...talk(2)]
    const { result, outcome } = await condense(messages)
    expect(outcome.status).toBe('condensed')
    expect(result.slice(-4)).toEqual(messages.slice(-4))
  })

  it('condenses again from the last summary on', async () => {
    const model = scriptedModel(answering('newer'))
    const messages = [...talk(1), summary, ...talk(8)]
    const { result } = await condense(messages, {}, model)
    expect(model.asked[0]?.messages[1]?.content).toBe('earlier')
    expect(result[1]).toMatchObject({ content: 'newer', isSummary: true })
    expect(result.filter((message) => message.isSummary)).toHaveLength(1)
  })
})

describe('an answer', () => {
  it.each<[string, Parameters<typeof scriptedModel>[0], string]>([
    ['that is empty', answering('  \n'), 'condense-failed'],
    ['that broke off', answering('half').slice(0, 2), 'condense-failed'],
    [
      'that refuses',
      [...answering('').slice(0, 2), { kind: 'stopped', reason: 'refused' }],
      'summary-refused',
    ],
    ['that is longer than its source', answering('x'.repeat(40_000)), 'context-grew'],
  ])('%s fails with its cost, and the history stays', async (_name, events, code) => {
    const { outcome, result } = await condense(talk(10), {}, scriptedModel(events))
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code },
      stats: { modelCalls: 1, costUsd: 0.0045 },
    })
    expect(result).toEqual([])
  })

  it('that never came is a failure with the model’s own reason', async () => {
    const { outcome } = await condense(
      talk(10),
      {},
      scriptedModel([new ModelFailure('rate-limit', 'too many requests')]),
    )
    expect(outcome.error).toEqual({ code: 'rate-limit', message: 'Scripted: too many requests' })
  })

  it('that is cut at its limit, or names none of the changed files, is suspicious', async () => {
    const write: Message = {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: '1', name: 'write_to_file', input: { path: 'src/a.ts', content: long } },
      ],
    }
    const done: Message = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: '1', content: 'ok' }],
    }
    const cut = [
      ...answering('short').slice(0, 2),
      { kind: 'stopped' as const, reason: 'max-tokens' as const },
    ]
    const messages = [...talk(1), write, done, ...talk(6).slice(1)]
    const { outcome } = await condense(messages, {}, scriptedModel(cut))
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['summary-cut', 'summary-suspicious'])
    expect(
      (await condense(messages, {}, scriptedModel(answering('changed src/a.ts')))).outcome.warnings,
    ).toEqual([])
  })

  it.each<[string, number, string, boolean]>([
    ['far too short for its source', 40, 'Nothing much was said.', true],
    ['short for a short source', 6, 'Nothing much was said.', false],
    ['of a few sentences', 40, 'The user asked for a page. '.repeat(10), false],
  ])('that is %s', async (_name, count, text, isSuspicious) => {
    const { outcome } = await condense(talk(count), {}, scriptedModel(answering(text)))
    expect(outcome.warnings.some(({ code }) => code === 'summary-suspicious')).toBe(isSuspicious)
  })

  it('that was cancelled ends the run as cancelled', async () => {
    await expect(condense(talk(10), {}, scriptedModel([new Cancelled()]))).rejects.toThrow(Cancelled)
  })
})

describe('current', () => {
  it('gives the summary alone, in the voice of the user', async () => {
    const { result, provenance } = await condense(talk(6), { flavour: 'current' })
    expect(result).toMatchObject([
      {
        role: 'user',
        isSummary: true,
        content: [{ type: 'text', text: '## Conversation summary\na summary' }],
      },
    ])
    expect(provenance?.messages[0]?.sources).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('sends tool blocks as text, and a prompt of the user’s as the last message', async () => {
    const model = scriptedModel(answering('s'))
    const call: Message = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: '1', name: 'read_file', input: { path: 'a' } }],
    }
    await condense([...talk(1), call, ...talk(4)], { flavour: 'current', customPrompt: 'mine' }, model)
    const sent = JSON.stringify(model.asked[0]?.messages)
    expect(sent).not.toContain('tool_use')
    expect(sent).toContain('[Tool use: read_file]')
    expect(model.asked[0]).toMatchObject({ system: readBuiltInPrompt('conversation') })
    expect(model.asked[0]?.messages.at(-1)?.content).toBe('mine')
  })
})
