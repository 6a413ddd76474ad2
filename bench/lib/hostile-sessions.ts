import type { HostileFile } from './hostile-files.ts'

const lines = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n')
/** Arguments that a model wrote: a text that is JSON, nested beyond what a stack holds. */
const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: deep } }
const talk = [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: '', tool_calls: [call] },
  { role: 'tool', tool_call_id: 'c', content: 'b' },
]

const tree = (type: string, at: number, more: object): object => ({
  type,
  uuid: `${type}${at}`,
  sessionId: 's',
  timestamp: '2026-01-01T00:00:00Z',
  ...more,
})
const compaction = (at: number): readonly object[] => [
  tree('system', at, { parentUuid: null, subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } }),
  tree('user', at, {
    parentUuid: `system${at}`,
    message: { role: 'user', content: 'This session is continued' },
  }),
]
const answer = (at: number): readonly object[] => [
  tree('user', at, {
    parentUuid: at === 0 ? null : `assistant${at - 1}`,
    message: { role: 'user', content: [] },
  }),
  tree('assistant', at, { parentUuid: `user${at}`, message: { role: 'assistant', content: [] } }),
]

const codex = (type: string, payload: object): object => ({
  timestamp: '2026-01-01T00:00:00Z',
  type,
  payload,
})
const span = {
  traceId: 't',
  spanId: 's',
  name: 'chat',
  startTimeUnixNano: '1',
  endTimeUnixNano: '2',
  attributes: [
    { key: 'gen_ai.request.model', value: { stringValue: 'm' } },
    {
      key: 'gen_ai.input.messages',
      value: {
        stringValue: JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: 'a' }] },
          { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'f', arguments: deep }] },
        ]),
      },
    },
  ],
}
const inspectLog = (messages: readonly object[], attachments: object): string =>
  JSON.stringify({
    version: 2,
    status: 'success',
    eval: { task: 't' },
    samples: [{ id: 1, epoch: 1, input: 'a', messages, attachments, events: [] }],
  })

/** What agents and recorders write, made to be endless: each under the name of a file that is taken for it. */
export const hostileSessions: readonly HostileFile[] = [
  made('thirty thousand compactions', 'a.jsonl', () =>
    lines(Array.from({ length: 30_000 }, (_, at) => compaction(at)).flat()),
  ),
  made('empty messages of Claude Code', 'a.jsonl', () =>
    lines(Array.from({ length: 20_000 }, (_, at) => answer(at)).flat()),
  ),
  made('an attachment two hundred thousand times', 'a.json', () =>
    inspectLog(
      Array.from({ length: 200_000 }, () => ({ role: 'user', content: 'attachment://a' })),
      { a: 'a'.repeat(5000) },
    ),
  ),
  made('deep arguments of Chat Completions', 'a.json', () => JSON.stringify(talk)),
  made('deep arguments of Codex', 'rollout-a.jsonl', () =>
    lines([
      codex('session_meta', { id: 's', cwd: '/w', cli_version: '0.50.0', timestamp: '2026-01-01T00:00:00Z' }),
      codex('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a' }] }),
      codex('response_item', { type: 'function_call', name: 'shell', arguments: deep, call_id: 'c' }),
    ]),
  ),
  made('deep arguments of Inspect', 'a.json', () =>
    inspectLog(
      talk.map((one) => ({ ...one, tool_calls: [{ id: 'c', function: 'f', arguments: deep }] })),
      {},
    ),
  ),
  made('deep arguments in a recorded request', 'a.jsonl', () =>
    lines([{ request: { model: 'm', messages: talk }, response: { choices: [] } }]),
  ),
  made('deep arguments in a span', 'a.json', () =>
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
  ),
]

function made(name: string, file: string, make: () => string): HostileFile {
  return { name, use: 'history', file, make: () => Buffer.from(make()) }
}
