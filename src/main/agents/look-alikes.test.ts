import { describe, expect, it } from 'vitest'
import { importFiles } from './import-files.ts'

const read = (value: unknown, name: string): Promise<unknown> =>
  importFiles(name, [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }])
const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
const user = { role: 'user', content: 'Hi' }

describe('a file of an agent that looks like a history', () => {
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
    ['Aider', '\n# aider chat started at 2026-01-01\n', 'of an agent'],
  ])('is called what it is, with what to do: %s', async (what, text, hint) => {
    await expect(read(text, 'file.json')).rejects.toMatchObject({
      code: 'unknown-format',
      message: expect.stringContaining(what),
      where: 'file.json',
      hint: expect.stringContaining(hint),
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

  it.each([
    ['a table', 'a.csv', 'role,content\nuser,hi\n'],
    ['a packed table', 'a.parquet', 'PAR1\0\0\0'],
    ['no text', 'a.json', 'abc\0\0\u0001'],
    ['nothing', 'a.json', ''],
    ['an export of chats', 'a.json', JSON.stringify([{ chat_messages: [] }])],
    ['rows', 'a.jsonl', lines({ instruction: 'a', output: 'b' }, { instruction: 'a', output: 'b' })],
  ])('is refused in words: %s', async (_what, name, text) => {
    await expect(read(text, name)).rejects.toMatchObject({
      name: 'ImportFailure',
      message: expect.stringContaining(name),
      hint: expect.stringMatching(/\.$/),
    })
  })
})
