import { expect, it } from 'vitest'
import { importFiles } from './import-files.ts'

type Values = Readonly<Record<string, unknown>>

const rollout = (fraction: string): readonly Values[] => {
  let at = 0
  const line = (type: string, payload: Values): Values => ({
    timestamp: `2026-11-20T09:00:0${at++}${fraction}Z`,
    type,
    payload,
  })
  const says = (role: string, text: string): Values =>
    line('response_item', { type: 'message', role, content: [{ type: 'output_text', text }] })
  const used = line('event_msg', {
    type: 'token_count',
    info: {
      total_token_usage: { input_tokens: 9, output_tokens: 1 },
      last_token_usage: { input_tokens: 9, output_tokens: 1 },
    },
  })
  return [line('session_meta', { id: 's', cwd: '/w' }), says('user', 'Go'), says('assistant', 'Done'), used]
}
const wire = (time: number): readonly Values[] => [
  { type: 'metadata', protocol_version: '1.5', created_at: 1, time },
  {
    type: 'context.append_message',
    time: time + 1,
    message: { role: 'user', content: [{ type: 'text', text: 'Go' }] },
  },
  { type: 'context.append_loop_event', time: time + 2, event: { type: 'step.begin', uuid: 'a' } },
  {
    type: 'context.append_loop_event',
    time: time + 3,
    event: { type: 'content.part', part: { type: 'text', text: 'Done' } },
  },
  {
    type: 'context.append_loop_event',
    time: time + 4,
    event: { type: 'step.end', uuid: 'a', usage: { inputOther: 9, output: 1 } },
  },
]
const read = (name: string, lines: readonly Values[]) =>
  importFiles('drop', [{ name, text: lines.map((line) => JSON.stringify(line)).join('\n') }])

it.each([
  ['rollout-a.jsonl', rollout('.123')],
  ['wire.jsonl', wire(1_763_600_000_123)],
])('counts what was written twice to the millisecond once, and says so: %s', async (name, lines) => {
  const once = await read(name, lines)
  expect(once.usage.requests).toMatchObject([{ tokensIn: 9 }])
  for (const twice of [[...lines, ...lines], lines.flatMap((line) => [line, line])]) {
    const task = await read(name, twice)
    expect(task.usage.requests).toEqual(once.usage.requests)
    expect(task.messages).toHaveLength(once.messages.length)
    expect(task.problems).toMatchObject([
      { reason: `${lines.length} lines stand in the file more than once, and each counts once` },
    ])
  }
})

it('counts an event of Copilot CLI that was written twice once', async () => {
  const at = (second: number) => `2026-11-20T09:00:0${second}.123Z`
  const events = [
    {
      type: 'session.start',
      id: 'e1',
      timestamp: at(0),
      data: { sessionId: 's', producer: 'copilot-agent' },
    },
    { type: 'user.message', id: 'e2', timestamp: at(1), data: { content: 'Go' } },
    { type: 'assistant.message', id: 'e3', timestamp: at(2), data: { messageId: 'm', content: 'Done' } },
  ]
  const once = await read('events.jsonl', events)
  expect(once.format).toBe('copilot-cli')
  const twice = await read('events.jsonl', [...events, ...events])
  expect(twice.messages).toHaveLength(once.messages.length)
})

it('takes what was said twice in a second for two', async () => {
  const [meta, asked, answered, used] = rollout('.000')
  const task = await read(
    'rollout-a.jsonl',
    [meta, asked, asked, answered, used].filter((line) => line !== undefined),
  )
  expect(task.messages).toHaveLength(3)
  expect(task.problems).toEqual([])
})
