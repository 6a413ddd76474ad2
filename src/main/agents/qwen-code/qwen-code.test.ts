import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

type Line = Readonly<Record<string, unknown>>

let clock = 0
const line = (type: string, uuid: string, parentUuid: string | null, more: Line = {}): Line => ({
  type,
  uuid,
  parentUuid,
  sessionId: 's',
  cwd: '/work',
  timestamp: new Date((clock += 1000)).toISOString(),
  ...more,
})
const parts = (role: string, ...all: readonly Line[]): Line => ({ message: { role, parts: all } })
const user = (uuid: string, parent: string | null, text: string, more: Line = {}): Line =>
  line('user', uuid, parent, { ...parts('user', { text }), ...more })
const usageMetadata: Line = {
  promptTokenCount: 100,
  candidatesTokenCount: 20,
  cachedContentTokenCount: 60,
  thoughtsTokenCount: 5,
  totalTokenCount: 120,
}
const answer = (uuid: string, parent: string, ...all: readonly Line[]): Line =>
  line('assistant', uuid, parent, { ...parts('model', ...all), model: 'qwen-x', usageMetadata })
const call = (id: string): Line => ({ functionCall: { id, name: 'read_file', args: { path: id } } })
const response = (id: string, output: string): Line => ({
  functionResponse: { id, name: 'read_file', response: { output } },
})
const result = (uuid: string, parent: string, id: string, output: string): Line =>
  line('tool_result', uuid, parent, parts('user', response(id, output)))
const system = (uuid: string, parent: string | null, subtype: string, systemPayload: Line = {}): Line =>
  line('system', uuid, parent, { subtype, systemPayload })
const compression = (
  uuid: string,
  parent: string,
  compressedHistory: readonly Line[],
  info: Line = {},
): Line =>
  system(uuid, parent, 'chat_compression', {
    compressedHistory,
    info: { originalTokenCount: 900, newTokenCount: 90, triggerReason: 'token_limit', ...info },
  })
const content = (role: string, ...all: readonly Line[]): Line => ({ role, parts: all })

async function read(lines: readonly (Line | string)[]): Promise<ImportedTask> {
  const text = lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  return importFiles('drop', [{ name: 'a.jsonl', text }])
}

const missing = expect.stringContaining('was not recorded')
const snapshot = '<state_snapshot>Summary</state_snapshot>'

describe('a session of Qwen Code', () => {
  it('follows the records, and leaves a branch that was taken back', async () => {
    const task = await read([
      user('u1', null, 'Go'),
      system('t1', 'u1', 'ui_telemetry'),
      answer('a1', 't1', { text: 'Hm', thought: true }, { text: 'Wrong' }),
      system('n1', 'a1', 'custom_title', { customTitle: 'Given up' }),
      system('w', 'u1', 'rewind'),
      user('u2', 'w', 'Better'),
      answer('a2', 'u2', call('c1')),
      result('r1', 'a2', 'c1', 'text'),
      answer('a3', 'r1', { text: 'Right' }),
      system('n2', 'a3', 'custom_title', { customTitle: 'Named' }),
    ])
    expect(task).toMatchObject({
      format: 'qwen-code',
      agent: 'qwen-code',
      title: 'Named',
      model: 'qwen-x',
      workspace: '/work',
      problems: [],
    })
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'Better'], ['Go', 'Better', 'c1', 'text']])
    expect(task.usage.requests[0]).toMatchObject({
      tokensIn: 40,
      cacheReads: 60,
      tokensOut: 20,
      reasoningTokens: 5,
    })
  })

  it.each([
    [{ promptTokenCount: 10, candidatesTokenCount: 4, thoughtsTokenCount: 3, totalTokenCount: 17 }, 7],
    [{ promptTokenCount: 10, candidatesTokenCount: 4, thoughtsTokenCount: 3, totalTokenCount: 14 }, 4],
    [{ promptTokenCount: 10, candidatesTokenCount: 4, thoughtsTokenCount: 3 }, 4],
    [{ promptTokenCount: 10, candidatesTokenCount: 0, thoughtsTokenCount: 3 }, 3],
  ])('counts thoughts once: %j', async (own, tokensOut) => {
    const task = await read([
      user('u1', null, 'Go'),
      line('assistant', 'a1', 'u1', { ...parts('model', { text: 'Yes' }), usageMetadata: own }),
    ])
    expect(task.usage.requests[0]?.tokensOut).toBe(tokensOut)
  })

  it('begins anew at a compression, with the result that was about to be sent', async () => {
    const event = { 'event.name': 'qwen-code.api_response', input_token_count: 50, output_token_count: 8 }
    const task = await read([
      user('u1', null, 'Go'),
      answer('a1', 'u1', { text: 'Look' }, call('c1')),
      result('r1', 'a1', 'c1', 'text'),
      system('t', 'r1', 'ui_telemetry', { uiEvent: event }),
      compression('c', 't', [
        content('user', { text: snapshot }),
        content('model', { text: 'Got it. Thanks for the additional context!' }),
        content('model', { text: 'Look' }, call('c1')),
      ]),
      answer('a2', 'c', { text: 'On' }),
    ])
    const ack = 'Got it. Thanks for the additional context!'
    expect(wordsSentBy(task)[1]).toEqual([snapshot, ack, 'Look+c1', 'text'])
    expect(task.messages).toHaveLength(6)
    expect(task.usage.condensations).toMatchObject([
      {
        kind: 'summary',
        trigger: 'token_limit',
        tokensBefore: 900,
        tokensAfter: 90,
        condenseId: 'c',
        usage: { tokensIn: 50, tokensOut: 8 },
      },
    ])
    expect(task.messages.filter(({ isSummary }) => isSummary)).toMatchObject([{ condenseId: 'c' }])
  })

  const compressed = [
    user('u1', null, 'Go'),
    answer('a1', 'u1', call('c1')),
    result('r1', 'a1', 'c1', 'text'),
    compression('c', 'r1', [content('user', { text: snapshot }), content('model', call('c1'))]),
    answer('a2', 'c', { text: 'On' }),
    user('u2', 'a2', 'Next'),
    system('s', 'u2', 'attribution_snapshot'),
  ]

  it('has lost that result where another process resumed the session', async () => {
    const task = await read([...compressed, answer('a3', 's', { text: 'Yes' })])
    expect(wordsSentBy(task).slice(1)).toEqual([
      [snapshot, 'c1', 'text'],
      [snapshot, 'c1', missing, 'On', 'Next'],
    ])
  })

  it('has it still in a process with a screen, which goes on', async () => {
    const task = await read([
      ...compressed,
      system('f', 's', 'file_history_snapshot'),
      answer('a3', 'f', { text: 'Yes' }),
    ])
    expect(wordsSentBy(task)[2]).toEqual([snapshot, 'c1', 'text', 'On', 'Next'])
  })

  it('sends a prompt behind a compression that it set off, and none behind one that was asked for', async () => {
    const lines = (triggerReason: string): Line[] => [
      user('u1', null, 'Go'),
      compression('c', 'u1', [content('user', { text: snapshot })], { triggerReason }),
      answer('a1', 'c', { text: 'Yes' }),
    ]
    expect(wordsSentBy(await read(lines('token_limit')))).toEqual([[snapshot, 'Go']])
    expect(wordsSentBy(await read(lines('manual')))).toEqual([[snapshot]])
  })

  it('answers calls that a kill left open as the agent does, and only once something follows', async () => {
    const task = await read([
      user('u1', null, 'Go'),
      answer('a1', 'u1', call('c1'), call('c2')),
      result('r1', 'a1', 'c1', 'one'),
      user('u2', 'r1', 'Again'),
      answer('a2', 'u2', call('c3')),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'c1+c2', 'one', missing, 'Again']])
    expect(task.messages).toHaveLength(6)
  })

  it('takes what was typed between results as what it is, and no end of the turn', async () => {
    const task = await read([
      user('u1', null, 'Go'),
      answer('a1', 'u1', call('c1'), call('c2')),
      result('r1', 'a1', 'c1', 'one'),
      user('m', 'r1', 'Hurry', { subtype: 'mid_turn_user_message' }),
      result('r2', 'm', 'c2', 'two'),
      answer('a2', 'r2', { text: 'Yes' }),
    ])
    expect(wordsSentBy(task)[1]).toEqual(['Go', 'c1+c2', 'one', 'Hurry', 'two'])
  })

  it('has calls that failed as requests without an answer, and no commands that the agent answered itself', async () => {
    const uiEvent = { 'event.name': 'qwen-code.api_error', model: 'qwen-x', error_message: 'overloaded' }
    const task = await read([
      user('u0', null, '/about'),
      system('k', 'u0', 'slash_command', {
        phase: 'result',
        rawCommand: '/about',
        outputHistoryItems: [{ type: 'assistant' }],
      }),
      user('u1', 'k', 'Go'),
      system('e', 'u1', 'ui_telemetry', { uiEvent }),
      system('x', 'e', 'ui_telemetry', { uiEvent: { ...uiEvent, subagent_name: 'other' } }),
      answer('a1', 'x', { text: 'Yes' }),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go']])
    expect(task.usage.requests[0]).toMatchObject({ failureText: 'overloaded', modelId: 'qwen-x' })
    expect(task.contexts?.requests[0]?.answer).toBeNull()
  })

  it('takes lines that share an id as one record, and records that share a line as two', async () => {
    const glued = `${JSON.stringify(user('u1', null, 'Say {"a"}'))}${JSON.stringify(answer('a1', 'u1', { text: 'One' }))}`
    const task = await read([glued, answer('a1', 'u1', { text: 'Two' }), user('u2', 'a1', 'Next')])
    expect(task.messages.map(({ content: blocks }) => blocks)).toMatchObject([
      [{ text: 'Say {"a"}' }],
      [{ text: 'One' }, { text: 'Two' }],
      [{ text: 'Next' }],
    ])
    expect(task.usage.requests).toHaveLength(1)
  })

  it('has one request for an answer of a subagent, whose calls are records of their own', async () => {
    const aside = (uuid: string, parent: string, ...all: readonly Line[]): Line =>
      line('assistant', uuid, parent, parts('model', ...all))
    const bootstrap = { kind: 'fork', history: [content('user', { text: 'Before' })] }
    const lines = [
      system('b', null, 'agent_bootstrap', bootstrap),
      user('u1', 'b', 'Go'),
      answer('a1', 'u1'),
      aside('a2', 'a1', call('c1')),
      system('y', 'a2', 'agent_session_ready'),
      aside('a3', 'y', call('c2')),
      result('r1', 'a3', 'c1', 'one'),
      result('r2', 'r1', 'c2', 'two'),
      answer('a4', 'r2', { text: 'Done' }),
    ]
    const name = 'subagents/s/agent-x.jsonl'
    const text = lines.map((one) => JSON.stringify(one)).join('\n')
    const task = await importFiles('drop', [{ name, text }])
    expect(wordsSentBy(task)).toEqual([
      ['Before', 'Go'],
      ['Before', 'Go', 'c1', 'c2', 'one', 'two'],
    ])
    expect(task.usage.requests).toMatchObject([{ tokensIn: 40 }, { tokensIn: 40 }])
  })

  it('is read as far as it goes where parents are missing, later or circles', async () => {
    const task = await read([
      user('u1', 'a1', 'Go'),
      answer('a1', 'u1', { text: 'Circle' }),
      '{"uuid":',
      answer('a2', 'gone', { text: 'Orphan' }),
      { type: 'odd' },
      '{"uuid":"u',
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'Circle']])
    expect(task.problems.map(({ place }) => place)).toEqual(['line 3', 'last line', '', ''])
  })
})
