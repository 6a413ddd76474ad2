import { describe, expect, it } from 'vitest'
import { beginsTurn, readRolloutItem, type Item } from './items.ts'

const read = (payload: Readonly<Record<string, unknown>>): Item =>
  readRolloutItem(payload, { own: 'line-1', call: 'open' })
const user = (...texts: string[]) => ({
  type: 'message',
  role: 'user',
  content: texts.map((text) => ({ type: 'input_text', text })),
})

describe('an item', () => {
  it.each([
    ['function_call', { name: 'shell', arguments: '{"command":["ls"]}' }, 'shell', { command: ['ls'] }],
    ['function_call', { name: 'shell', arguments: 'not json' }, 'shell', { raw: 'not json' }],
    ['function_call', { name: 'shell', arguments: '[1]' }, 'shell', { raw: '[1]' }],
    ['function_call', { name: 'shell' }, 'shell', { raw: null }],
    ['custom_tool_call', { name: 'apply_patch', input: '*** Begin' }, 'apply_patch', { input: '*** Begin' }],
    [
      'local_shell_call',
      { action: { type: 'exec', command: ['ls'] } },
      'local_shell',
      { type: 'exec', command: ['ls'] },
    ],
    ['tool_search_call', { arguments: { query: 'q' } }, 'tool_search', { query: 'q' }],
  ])('of type %s %j is a call', (type, more, name, input) => {
    expect(read({ type, call_id: 'c', ...more })).toEqual({
      kind: 'answer',
      blocks: [{ type: 'tool_use', id: 'c', name, input }],
      isSummary: false,
    })
  })

  it.each([
    ['mcp__files', 'mcp__files__read'],
    ['mcp__files__', 'mcp__files__read'],
    ['collaboration', 'read'],
  ])('of namespace %s is called %s', (namespace, name) => {
    expect(
      read({ type: 'function_call', call_id: 'c', name: 'read', namespace, arguments: '{}' }),
    ).toMatchObject({
      blocks: [{ name, namespace }],
    })
  })

  it.each([
    ['a text', 'done', 'done'],
    ['an object of early versions', { content: 'failed', success: false }, 'failed'],
    ['content', [{ type: 'input_text', text: 'a' }], [{ type: 'text', text: 'a' }]],
    [
      'an image',
      [{ type: 'input_image', image_url: 'data:image/jpeg;base64,AAAA' }],
      [{ type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AAAA' } }],
    ],
    [
      'an image elsewhere',
      [{ type: 'input_image', image_url: 'https://example.org/a.png' }],
      [{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }],
    ],
    ['something else', [{ a: 1 }], '[{"a":1}]'],
    ['nothing', null, ''],
  ])('of a result may hold %s', (_, output, content) => {
    expect(read({ type: 'function_call_output', call_id: 'c', output })).toMatchObject({
      kind: 'result',
      callId: 'c',
      block: { type: 'tool_result', tool_use_id: 'c', content },
    })
  })

  it('says where a result failed, and answers the open call where it names none', () => {
    expect(read({ type: 'function_call_output', output: { content: 'x', success: false } })).toMatchObject({
      callId: 'open',
      block: { is_error: true },
    })
  })

  it.each([
    [
      { summary: [{ type: 'summary_text', text: 'Hm' }], encrypted_content: 'gA' },
      { type: 'thinking', thinking: 'Hm', encrypted_content: 'gA' },
    ],
    [
      { summary: [], content: [{ type: 'reasoning_text', text: 'Hm' }] },
      { type: 'thinking', thinking: 'Hm' },
    ],
    [
      { summary: [], content: null, encrypted_content: 'gA' },
      { type: 'reasoning', encrypted_content: 'gA' },
    ],
  ])('of reasoning %j is %j', (more, block) => {
    expect(read({ type: 'reasoning', ...more })).toEqual({
      kind: 'answer',
      blocks: [block],
      isSummary: false,
    })
  })

  it.each([
    [['# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>'], true, false],
    [['<environment_context>\n<cwd>/</cwd>\n</environment_context>\n'], true, false],
    [['<ENVIRONMENT_CONTEXT>x</ENVIRONMENT_CONTEXT>'], true, false],
    [['<user_shell_command>ls</user_shell_command>'], false, false],
    [['<skill>x</skill>', 'and my words'], false, false],
    [['<environment_context> is what I mean'], false, true],
    [['Fix it'], false, true],
  ])('of the person that says %j', (texts, isBoilerplate, isTurn) => {
    expect(read(user(...texts))).toMatchObject({ kind: 'input', isBoilerplate, isTurn })
    expect(beginsTurn(user(...texts))).toBe(isTurn)
  })

  it.each([
    [{ type: 'message', role: 'developer', content: [] }, 'input'],
    [{ type: 'message', role: 'system', content: [] }, 'local'],
    [{ type: 'ghost_snapshot' }, 'local'],
    [{ type: 'from_the_future' }, 'unknown'],
    [{ type: 'message', role: 'from_the_future' }, 'unknown'],
    [{}, 'unknown'],
  ])('%j is %s', (payload, kind) => {
    expect(read(payload).kind).toBe(kind)
  })

  it.each([
    [
      { type: 'agent_message', author: '/root', content: [{ type: 'input_text', text: 'Do it' }] },
      'user',
      [{ type: 'text', text: 'Do it' }],
    ],
    [
      {
        type: 'agent_message',
        author: '/root',
        recipient: '/a',
        content: '',
        encrypted_content: 'gD',
        trigger_turn: true,
      },
      'user',
      [
        { type: 'text', text: 'Message Type: NEW_TASK\nTask name: /a\nSender: /root\nPayload:\n' },
        { type: 'encrypted_content', encrypted_content: 'gD' },
      ],
    ],
    [
      {
        type: 'message',
        role: 'assistant',
        content: '{"author":"/root","recipient":"/a","content":"Do it"}',
      },
      'assistant',
      [{ type: 'text', text: '{"author":"/root","recipient":"/a","content":"Do it"}' }],
    ],
  ])('from another agent is no answer: %j', (payload, role, blocks) => {
    expect(read(payload)).toEqual({ kind: 'input', role, blocks, isBoilerplate: false, isTurn: true })
  })

  it('of the vendor itself stays as it is, without what is not sent', () => {
    expect(read({ type: 'web_search_call', id: 'ws', action: { query: 'q' }, metadata: {} })).toMatchObject({
      blocks: [{ type: 'web_search_call', id: 'ws', action: { query: 'q' } }],
    })
    expect(read({ type: 'context_compaction', encrypted_content: 'gC' })).toEqual({
      kind: 'answer',
      blocks: [{ type: 'compaction', encrypted_content: 'gC' }],
      isSummary: true,
    })
    expect(read({ type: 'image_generation_call', id: 'i', result: 'AAAA' })).toMatchObject({
      blocks: [{ type: 'image_generation_call' }, { type: 'image', source: { data: 'AAAA' } }],
    })
  })
})
