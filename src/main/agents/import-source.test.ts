import { expect, it } from 'vitest'
import { defaultImportLimits } from './import-limits.ts'
import { importSource } from './import-source.ts'
import type { Source } from './source-file.ts'

const ts = '2026-11-27T12:00:00.000Z'
const words = 'word '.repeat(200_000)

/** A file whose text nobody may ask for: of 50 MB it takes as much memory again, or twice as much. */
function buildTextlessSource(name: string, content: string): Source {
  const bytes = Buffer.from(content)
  return {
    kind: 'file',
    path: `/tasks/${name}`,
    realPath: `/tasks/${name}`,
    name,
    refused: [],
    session: null,
    beside: { names: async () => [], read: async () => null },
    files: [
      {
        name,
        get text(): string {
          throw new Error('the text of the whole was made')
        },
        utf8: bytes,
        bytes,
        bom: false,
        exact: true,
        sha256: 'a',
        changedTs: 0,
        problems: [],
      },
    ],
  }
}

const messages = [
  { role: 'user', content: words },
  { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
]
const session = { uuid: 'a', parentUuid: null, sessionId: 's', timestamp: ts, isSidechain: false }

it.each<[string, string, readonly unknown[]]>([
  ['an array of messages', 'messages.json', [messages]],
  [
    'a session of Claude Code',
    'session.jsonl',
    messages.map((message, at) => ({
      ...session,
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `u${at - 1}`,
      type: message.role,
      message: { id: `m${at}`, ...message },
    })),
  ],
  [
    'a rollout of Codex',
    'rollout.jsonl',
    [
      { timestamp: ts, type: 'session_meta', payload: { id: 'a', timestamp: ts, cwd: '/work' } },
      ...messages.map(({ role }) => ({
        timestamp: ts,
        type: 'response_item',
        payload: {
          type: 'message',
          role,
          content: [{ type: role === 'user' ? 'input_text' : 'output_text', text: words }],
        },
      })),
    ],
  ],
  [
    'a log of requests',
    'log.jsonl',
    [1, 2].map((at) => ({
      request: { model: 'm', messages: messages.slice(0, 1) },
      response: { choices: [{ message: { role: 'assistant', content: `Answer ${at}` } }] },
    })),
  ],
])('%s is read from bytes alone', async (_, name, lines) => {
  const source = buildTextlessSource(name, lines.map((line) => JSON.stringify(line)).join('\n'))
  const task = await importSource(source, defaultImportLimits)
  expect(task.messages.length).toBeGreaterThanOrEqual(2)
})
