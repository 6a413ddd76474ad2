import { describe, expect, it } from 'vitest'
import { importFiles } from './import-files.ts'

const read = (value: unknown, name: string): Promise<unknown> =>
  importFiles(name, [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }])
const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
const user = { role: 'user', content: 'Hi' }

describe('a file that looks like a history', () => {
  it.each([
    ['codex exec', lines({ type: 'thread.started', thread_id: 't' }, { type: 'turn.started' }), '~/.codex'],
    [
      'claude --output-format',
      lines({ type: 'system', subtype: 'init', session_id: 's' }, { type: 'user', message: user }),
      '~/.claude',
    ],
    [
      'Gemini or Qwen',
      lines({ type: 'init', session_id: 's', model: 'm' }, { type: 'message' }),
      '~/.gemini',
    ],
    [
      'opencode run',
      lines({ type: 'text', sessionID: 'ses_1', part: {} }, { type: 'text', sessionID: 'ses_1', part: {} }),
      'opencode export',
    ],
    ['LangSmith', lines({ dotted_order: 'a', run_type: 'llm' }), 'JSON array'],
    ['Pydantic AI', [{ kind: 'request', parts: [{ part_kind: 'user-prompt' }] }], 'OpenAI or Anthropic'],
    ['AutoGen', [{ source: 'user', type: 'TextMessage', models_usage: null }], 'OpenAI'],
    ['ChatGPT', [{ mapping: {}, current_node: 'a' }], 'of an agent'],
    ['claude.ai', [{ chat_messages: [] }], 'of an agent'],
    ['AI Studio', { chunkedPrompt: { chunks: [] } }, 'Gemini'],
    ['Assistants', { object: 'list', data: [{ object: 'thread.message', role: 'user' }] }, 'steps'],
    ['answers of a batch', lines({ custom_id: '1', response: { body: {} } }), 'requests of the batch'],
    ['the answer of a model', { object: 'response', output: [] }, 'sent too'],
    ['items of OpenAI', { object: 'list', data: [{ type: 'message', role: 'user' }] }, 'JSON array'],
    [
      'Kimi Code',
      lines({ type: 'metadata', protocol_version: '1.4', created_at: 1 }, { type: 'turn.prompt' }),
      'OpenAI',
    ],
    ['events of a session of Kimi', lines({ type: 'metadata', protocol_version: '1.9' }), 'context.jsonl'],
    [
      'events of a session of Kimi',
      lines({ timestamp: 1.5, message: { type: 'TurnBegin', payload: { user_input: 'Hi' } } }),
      'context.jsonl',
    ],
    ['droid exec', lines({ type: 'message', role: 'user', text: 'Hi', sessionId: 's' }), '~/.factory'],
    [
      'droid exec',
      lines(
        { type: 'system', subtype: 'init', session_id: 's' },
        { type: 'message', role: 'user', text: 'Hi', session_id: 's' },
      ),
      '~/.factory',
    ],
    ['an evaluation', lines({ instance_id: 'i', history: [{ id: 1 }] }), 'of one row'],
    [
      'Cursor',
      lines({ role: 'user', message: { content: [] } }, { role: 'assistant', message: { content: [] } }),
      'of an agent',
    ],
    [
      'Muse Code',
      lines({ payload_type: 'runtime.session', recorded_at: 1, payload: { kind: 'run', event: {} } }),
      'JSON array',
    ],
    ['Kiro', { executionId: 'e', chat: [{ role: 'human', content: 'Hi' }], metadata: {} }, 'JSON array'],
    ['Kiro', { executions: [{ executionId: 'e' }] }, 'JSON array'],
    ['preferred', lines({ chosen: [user], rejected: [user] }), 'with messages'],
    ['instructions', lines({ instruction: 'a', output: 'b' }, { instruction: 'a', output: 'b' }), 'each row'],
    ['Parquet', 'PAR1\0\0\0', 'lines of JSON'],
    ['no text', 'abc\0\0\u0001', 'agent keeps'],
    ['Aider', '\n# aider chat started at 2026-01-01\n', 'of an agent'],
  ])('is called what it is, with what to do: %s', async (what, text, hint) => {
    await expect(read(text, 'file.json')).rejects.toMatchObject({
      code: 'unknown-format',
      message: expect.stringContaining(what),
      where: 'file.json',
      hint: expect.stringContaining(hint),
    })
  })

  it('is known by its ending where it is no JSON', async () => {
    await expect(read('role,content\nuser,hi\n', 'a.csv')).rejects.toMatchObject({
      code: 'unreadable',
      message: 'a.csv is no JSON',
      hint: expect.stringContaining('dewpoint discover'),
    })
  })
})

describe('anything else', () => {
  it('is told by what its first line has', async () => {
    await expect(read(lines({ a: 1, b: 2 }, { a: 3 }), 'a.jsonl')).rejects.toMatchObject({
      code: 'unknown-format',
      message: expect.stringContaining('lines of JSON that are of no format'),
    })
    await expect(read(lines({ a: 1, b: 2 }, { a: 3 }), 'a.jsonl')).rejects.toThrow('the first has "a", "b"')
  })

  it('is told by what its object has', async () => {
    await expect(read({ a: 1, b: { c: 2 } }, 'a.json')).rejects.toThrow('an object with "a", "b"')
  })
})
