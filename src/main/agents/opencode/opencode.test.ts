import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import {
  answer,
  calls,
  ends,
  exported,
  says,
  sentBy,
  step,
  thinks,
  tokens,
  user,
  readBlockWords,
  type Fixture,
  type Values,
} from './testing/stored-fixture.ts'

const read = (messages: readonly Fixture[], info: Values = {}): Promise<ImportedTask> =>
  importFiles('drop', [{ name: 'export.json', text: exported(messages, info) }])

const image = {
  id: 'prt_f',
  type: 'file',
  mime: 'image/png',
  filename: 'a.png',
  url: 'data:image/png;base64,AAAA',
}

describe('a session of OpenCode', () => {
  it('gives answers with their results behind them, and each usage', async () => {
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [step(), thinks('hm'), says('Looking'), calls('a'), calls('b'), ends(3)]),
      answer(3, [step(), says('Done'), ends(4)]),
    ])
    expect(task).toMatchObject({
      format: 'opencode',
      agent: 'opencode',
      title: 'Fix it',
      model: 'm',
      workspace: '/work',
      relations: { parentId: null, childIds: [] },
      problems: [],
      lastActivityTs: 3,
    })
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'hm+Looking+a+b', 'result of a+result of b']])
    expect(task.usage.requests).toEqual([
      {
        ts: 2,
        callId: 'msg_2 0',
        modelId: 'm',
        tokensIn: 3,
        tokensOut: 5,
        cacheReads: 100,
        cacheWrites: 20,
        isCacheApart: true,
        costUsd: 0.5,
      },
      expect.objectContaining({ ts: 3, tokensIn: 4 }),
    ])
    expect(task.messages[1]).toMatchObject({ role: 'assistant', ts: 2, origin: { id: 'msg_2' } })
  })

  it('is called by what was typed, not by what the agent wrote of an attached file before it', async () => {
    const attached = [says('Called the Read tool', { synthetic: true }), says('Fix it')]
    const task = await read([user(1, attached)], { title: 'New session - 2026-11-28T10:31:49.057Z' })
    expect(task.title).toBe('Fix it')
  })

  it('knows a call again that a fork repeats under another id', async () => {
    const readCallIds = async (id: string): Promise<unknown> => {
      const forked = answer(2, [step(), says('Done'), ends(3)], { id, time: { created: 2, completed: 5 } })
      return (await read([user(1, 'Fix it'), forked])).usage.requests.map(({ callId }) => callId)
    }
    expect(await readCallIds('msg_fork')).toEqual(await readCallIds('msg_own'))
  })

  it('has a request for each step that early versions keep in one message', async () => {
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [step(), calls('a'), ends(3), step(), says('Done', { time: { start: 7 } }), ends(4)], {
        tokens: tokens(4),
      }),
    ])
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'a', 'result of a']])
    expect(task.usage.requests.map(({ ts, tokensIn }) => [ts, tokensIn])).toEqual([
      [2, 3],
      [7, 4],
    ])
    expect(task.contexts?.requests.map((request) => request.answer)).toEqual([1, 3])
  })

  it('takes the usage of a message that has no steps, and none of an answer that no model gave', async () => {
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [calls('sub', { metadata: { sessionId: 'ses_2' } })], {
        tokens: tokens(0, { output: 0, cache: {} }),
      }),
      answer(3, [says('Done')]),
    ])
    expect(sentBy(task)).toEqual([['Fix it', 'sub', 'result of sub']])
    expect(task.usage.requests).toMatchObject([{ tokensIn: 3 }])
  })

  it.each([
    ['beside', { output: 5, reasoning: 7, total: 135 }, 12],
    ['within', { output: 5, reasoning: 4, total: 128 }, 5],
    ['beside, without a total,', { output: 5, reasoning: 7 }, 12],
  ])('counts reasoning %s the output', async (_, more, tokensOut) => {
    const used = tokens(3, more)
    const task = await read([user(1, 'Fix it'), answer(2, [step(), says('Done'), ends(3, { tokens: used })])])
    expect(task.usage.requests).toMatchObject([{ tokensOut, reasoningTokens: more.reasoning }])
  })

  it('orders by time, so that what was typed meanwhile is sent afterwards', async () => {
    const task = await read([
      user(1, 'Fix it'),
      user(3, 'And this'),
      answer(2, [step(), says('Looking'), ends(3)]),
      answer(4, [step(), says('Done'), ends(3)]),
    ])
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'Looking', 'And this']])
  })

  it('sends the result of a call as it ended', async () => {
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [
        step(),
        calls('a', { status: 'error', error: 'no such file' }),
        calls('b', { status: 'running' }),
        calls('c', { status: 'error', error: 'x', metadata: { interrupted: true, output: 'half' } }),
        calls('d', { attachments: [image] }),
        calls('e', { input: 'odd' }),
        ends(3),
      ]),
    ])
    expect(task.messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: 'no such file', is_error: true },
      { type: 'tool_result', tool_use_id: 'b', content: '[Tool execution was interrupted]', is_error: true },
      { type: 'tool_result', tool_use_id: 'c', content: 'half' },
      {
        type: 'tool_result',
        tool_use_id: 'd',
        content: [
          { type: 'text', text: 'result of d' },
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
            filename: 'a.png',
          },
        ],
      },
      { type: 'tool_result', tool_use_id: 'e', content: 'result of e' },
    ])
    expect(task.messages[1]?.content).toContainEqual({
      type: 'tool_use',
      id: 'e',
      name: 'read',
      input: { raw: 'odd' },
    })
  })

  it('sends what was typed, with pictures, and tells it from what the agent wrote', async () => {
    const text = { ...image, mime: 'text/plain', url: 'file:///a' }
    const task = await read([
      user(1, [
        says('Look'),
        says('contents of a', { synthetic: true }),
        image,
        text,
        says('no', { ignored: true }),
      ]),
      user(2, [says('Continue', { synthetic: true })]),
      user(3, []),
    ])
    expect(task.messages).toMatchObject([
      {
        content: [{ type: 'text', text: 'Look' }, { type: 'text', text: 'contents of a' }, { type: 'image' }],
      },
      { isBoilerplate: true },
    ])
    expect(task.messages[0]).not.toHaveProperty('isBoilerplate')
    expect(task.messages).toHaveLength(2)
  })

  it('keeps what providers want back of reasoning', async () => {
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [
        step(),
        thinks('a', { anthropic: { signature: 's' } }),
        thinks('', { anthropic: { redactedData: 'r' } }),
        thinks('', { openai: { itemId: 'rs', reasoningEncryptedContent: 'e' } }),
        thinks(''),
        ends(3),
      ]),
    ])
    expect(task.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'a', signature: 's' },
      { type: 'redacted_thinking', data: 'r' },
      { type: 'reasoning', encrypted_content: 'e' },
    ])
  })

  it('shows the reasoning of a model to another as text', async () => {
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [step(), thinks('hm'), says('Looking'), ends(3)]),
      answer(3, [step(), says('Done'), ends(3)], { modelID: 'n' }),
      answer(4, [step(), says('Yes'), ends(3)]),
    ])
    const kinds = task.messages.map(({ content }) =>
      typeof content === 'string' ? '' : content.map(({ type }) => type).join(),
    )
    expect(kinds).toContain('text,text')
    expect(task.contexts?.copies).toEqual([[kinds.indexOf('text,text'), kinds.indexOf('text,text') + 1]])
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'hm+Looking'], ['Fix it', 'hm+Looking', 'Done']])
  })
})

describe('an answer of OpenCode that failed', () => {
  const failed = {
    error: { name: 'APIError', data: { message: 'Overloaded' } },
    finish: undefined,
    tokens: {},
  }
  const stopped = { error: { name: 'MessageAbortedError', data: { message: 'Aborted' } }, tokens: {} }

  it('is a request without an answer, and not sent again', async () => {
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [step(), says('Loo')], failed),
      answer(3, [], stopped),
      answer(4, [step(), says('Done'), ends(3)]),
    ])
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it'], ['Fix it']])
    expect(task.usage.requests).toMatchObject([
      { failureText: 'Overloaded' },
      { cancelled: true, failureText: 'Aborted' },
      { tokensIn: 3 },
    ])
    expect(task.contexts?.requests.map((request) => request.answer === null)).toEqual([true, true, false])
    expect(task.messages.map(({ content }) => readBlockWords(content))).toContain('Loo')
  })

  it('is sent again where it was stopped in the middle', async () => {
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [step(), says('Loo'), calls('a', { status: 'error', error: 'Aborted' })], stopped),
      user(3, 'Go on'),
      answer(4, [step(), says('Done'), ends(3)]),
    ])
    expect(sentBy(task)[1]).toEqual(['Fix it', 'Loo+a', 'Aborted', 'Go on'])
    expect(task.usage.requests[0]).toMatchObject({ cancelled: true })
  })
})

describe('an odd export of OpenCode', () => {
  it('names what it leaves out, once', async () => {
    const odd = { id: 'prt_o', type: 'hologram' }
    const task = await read([
      user(1, 'Fix it', { time: 'never', summary: { diffs: 5 } }),
      { info: { role: 'narrator' }, parts: [] },
      answer(2, [step(), odd, odd, says('Done'), ends(3)], { tokens: 'many', cost: 'much', error: null }),
    ])
    expect(task.problems.map(({ reason }) => reason)).toEqual([
      '1 message cannot be read and was left out',
      '2 parts of an unknown kind, "hologram", were left out',
    ])
    expect(sentBy(task)).toEqual([['Fix it']])
  })

  it('is read as far as it goes', async () => {
    const text = exported([user(1, 'Fix it'), answer(2, [step(), says('Done'), ends(3)]), user(3, 'More')])
    const task = await importFiles('drop', [
      { name: 'a.json', text: text.slice(0, -120).replaceAll('\n', '\r\n') },
    ])
    expect(task.messages.map(({ content }) => readBlockWords(content))).toEqual(['Fix it', 'Done'])
    expect(task.title).toBe('Fix it')
    expect(task.problems).toHaveLength(1)
  })

  it('takes no made-up title, and knows its parent and its subtasks', async () => {
    const task = await read(
      [
        user(1, 'Fix it'),
        answer(2, [step(), { ...calls('t', { metadata: { sessionId: 'ses_3' } }), tool: 'task' }, ends(3)]),
      ],
      { title: 'New session - 2026-08-11T16:16:00.424Z', parentID: 'ses_0' },
    )
    expect(task).toMatchObject({ title: 'Fix it', relations: { parentId: 'ses_0', childIds: ['ses_3'] } })
  })
})
