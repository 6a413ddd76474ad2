import { describe, expect, it } from 'vitest'
import { check, condense, expand, type CondenseOptions, type Format } from './index.ts'

/** What vendors and frameworks have besides texts, calls and results. */

const long = Array.from({ length: 80 }, (_, at) => `line ${at} of what was found`).join('\n')
const other = long.replaceAll('found', 'seen there')
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const clearAll: CondenseOptions = {
  settings: { outputs: { mode: 'clear', protectResults: 0, minimumGain: 0 } },
}

const histories: readonly (readonly [Format, readonly object[]])[] = [
  [
    'anthropic',
    [
      {
        role: 'user',
        content: [{ type: 'document', source: { type: 'url', url: 'https://a.example/b.pdf' }, title: 'B' }],
      },
      {
        role: 'assistant',
        content: [
          { type: 'redacted_thinking', data: 'c2VhbGVk' },
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'a' } },
          { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
          { type: 'tool_use', id: 'toolu_1', name: 'shot', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [
              { type: 'text', text: long },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
            ],
          },
        ],
      },
      { role: 'assistant', content: 'Done.' },
    ],
  ],
  [
    'openai-chat',
    [
      { role: 'developer', content: [{ type: 'text', text: 'You are an agent.' }] },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'https://a.example/b.png', detail: 'high' } },
          { type: 'input_audio', input_audio: { data: 'QUJD', format: 'wav' } },
          { type: 'file', file: { file_id: 'file-1' } },
        ],
      },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
      { role: 'user', content: 'Then look.' },
      {
        role: 'assistant',
        content: null,
        audio: { id: 'audio_1' },
        tool_calls: [
          { id: 'call_1', type: 'custom', custom: { name: 'shell', input: 'ls' } },
          { id: 'call_2', type: 'function', function: { name: 'read', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_2', content: [{ type: 'text', text: long }] },
      { role: 'tool', tool_call_id: 'call_1', content: other },
      { role: 'assistant', content: 'Done.' },
    ],
  ],
  [
    'openai-responses',
    [
      { type: 'message', role: 'user', content: [{ type: 'input_file', file_id: 'file-1' }] },
      { type: 'item_reference', id: 'rs_0' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'a' } },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'Look.' }],
        encrypted_content: 'c2Vh',
      },
      {
        type: 'computer_call',
        id: 'cu_1',
        call_id: 'call_1',
        action: { type: 'screenshot' },
        pending_safety_checks: [],
      },
      {
        type: 'local_shell_call',
        id: 'sh_1',
        call_id: 'call_2',
        action: { type: 'exec', command: ['ls'] },
        status: 'completed',
      },
      { type: 'custom_tool_call', id: 'ct_1', call_id: 'call_3', name: 'patch', input: '*** Begin Patch' },
      { type: 'custom_tool_call_output', call_id: 'call_3', output: long },
      {
        type: 'computer_call_output',
        call_id: 'call_1',
        output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${png}` },
      },
      { type: 'local_shell_call_output', id: 'sh_2', call_id: 'call_2', output: other },
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
      },
    ],
  ],
  [
    'ai-sdk',
    [
      {
        role: 'user',
        content: [
          { type: 'image', image: new Uint8Array([137, 80, 78, 71]) },
          {
            type: 'file',
            data: { type: 'url', url: new URL('https://a.example/b.pdf') },
            mediaType: 'application/pdf',
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            toolCallId: 'p1',
            toolName: 'search',
            input: { q: 'a' },
            providerExecuted: true,
          },
          { type: 'tool-result', toolCallId: 'p1', toolName: 'search', output: { type: 'json', value: [] } },
          { type: 'custom', kind: 'openai.compaction' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'rm', input: { path: 'a' } },
          { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'rm',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: long },
                { type: 'file', data: { type: 'data', data: png }, mediaType: 'image/png' },
              ],
            },
          },
        ],
      },
      { role: 'assistant', content: 'Done.' },
    ],
  ],
]

describe.each(histories)('parts that %s has besides', (format, messages) => {
  it('are valid, known and stay as they are where nothing is condensed', async () => {
    expect(check(messages)).toEqual([])
    const result = await condense(messages, { preset: 'lossless' })
    expect(result.format).toBe(format)
    expect(result.messages.every((message, at) => message === messages[at])).toBe(true)
    expect(expand(result)).toStrictEqual(messages)
  })

  it('keep their messages valid where results are cleared', async () => {
    const before = structuredClone(messages.map((message) => JSON.stringify(message)))
    const result = await condense(messages, clearAll)
    expect(result.isCondensed).toBe(true)
    expect(check(result.messages)).toEqual([])
    expect(JSON.stringify(result.messages)).not.toContain('line 7 of')
    expect(messages.map((message) => JSON.stringify(message))).toEqual(before)
    // All but results are the very objects.
    const changed = result.messages.filter((message, at) => message !== messages[at])
    expect(changed.every((message) => /tool_result|"tool"|_output/.test(JSON.stringify(message)))).toBe(true)
  })
})

it('leaves what a vendor alone can write, and says so', async () => {
  const messages = histories[2]?.[1] ?? []
  const result = await condense(messages, clearAll)
  expect(result.messages[8]).toBe(messages[8])
  expect(result.messages[9]).toEqual({ ...messages[9], output: expect.not.stringContaining('line') })
  expect(result.leftOut).toEqual(['changes of computer_call_output items'])
})

describe('what is no JSON', () => {
  const hole: object[] = [{ role: 'user', content: 'a' }]
  hole[2] = { role: 'assistant', content: 'b' }
  const round: Record<string, unknown> = { type: 'tool_use', id: 'c', name: 'read' }
  round['input'] = { round }
  it.each([
    ['a message that is missing', hole, 'messages[1] is no message: it is undefined.'],
    [
      'a part that holds itself',
      [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: [round] },
      ],
      'messages[1] is no JSON: something in it holds itself.',
    ],
    [
      'a number that JSON has not',
      [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: [{ ...round, input: { size: 10n } }] },
      ],
      'messages[1] is no JSON: it has a bigint.',
    ],
  ])('is named: %s', async (_, messages, message) => {
    await expect(condense(messages, { preset: 'lossless' })).rejects.toThrow(new TypeError(message))
    expect(() => check(messages)).toThrow(new TypeError(message))
  })
})
