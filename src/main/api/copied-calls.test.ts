import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { startDewpoint } from '../testing/start-dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-copied-'))
  dewpoint = await startDewpoint(folder)
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

/** A transcript of Claude Code in which each call costs 0.3 US dollars; a fork has lines of its own with old responses. */
function transcript(sessionId: string, calls: readonly string[], startMs: number): string {
  const lines = calls.flatMap((call, at) => [
    line(sessionId, 'user', `u${at}`, at === 0 ? null : `a${at - 1}`, startMs + at * 2000, {
      role: 'user',
      content: `Do ${call}`,
    }),
    line(sessionId, 'assistant', `a${at}`, `u${at}`, startMs + at * 2000 + 1000, {
      id: `msg_${call}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [{ type: 'text', text: `Did ${call}` }],
      usage: { input_tokens: 100_000, output_tokens: 0 },
    }),
  ])
  return lines.map((one) => JSON.stringify(one)).join('\n')
}

function line(
  sessionId: string,
  type: string,
  id: string,
  parent: string | null,
  ms: number,
  message: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const makeUuid = (name: string): string => `${sessionId}-${name}`
  return {
    type,
    uuid: makeUuid(id),
    parentUuid: parent === null ? null : makeUuid(parent),
    sessionId,
    isSidechain: false,
    timestamp: new Date(ms).toISOString(),
    requestId: 'requestId' in message ? undefined : `req of ${String(message['id'])}`,
    cwd: '/work',
    message,
  }
}

it('counts calls of a forked session once and says where they were copied from', async () => {
  const { client } = dewpoint
  const sessions = join(folder, 'sessions')
  await mkdir(sessions)
  const start = Date.UTC(2026, 9, 1)
  await writeFile(join(sessions, 'first.jsonl'), transcript('first', ['a', 'b', 'c'], start))
  await writeFile(join(sessions, 'fork.jsonl'), transcript('fork', ['a', 'b', 'd', 'e'], start))
  const { tasks } = await client.tasks.open({ kind: 'path', path: sessions })
  expect(tasks).toHaveLength(2)
  for await (const _ of await client.library.prepare({ step: 'survey' })) void _
  const overview = await client.library.overview()
  expect(overview).toMatchObject({ surveyed: 2, copiedRequests: 2 })
  expect(overview.totals.costUsd).toBeCloseTo(1.5)
  expect(overview.copiedUsd).toBeCloseTo(0.6)
  expect(overview.byModel).toMatchObject([{ requests: 5 }])
  expect(overview.byModel[0]?.costUsd).toBeCloseTo(1.5)
  const copiedBy = async (name: string): Promise<unknown> => {
    const task = tasks.find(({ path }) => path.endsWith(name))
    for await (const event of await client.tasks.inspect({ taskId: task!.id }))
      if (event.kind === 'finished') return event.inspection.task.copied
    return null
  }
  expect(await copiedBy('first.jsonl')).toBeUndefined()
  expect(await copiedBy('fork.jsonl')).toMatchObject({ requests: 2, from: { title: 'Do a' } })
})

/** A rollout of Codex whose first answer calls no tool; copies have the same answers at later times. */
function rollout(id: string, calls: readonly string[], startMs: number): string {
  const lines = [
    ['session_meta', { id, cwd: '/work' }],
    ['turn_context', { model: 'gpt-5' }],
    ['response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] }],
    [
      'response_item',
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes' }] },
    ],
    ['event_msg', usageAfter(1)],
    ...calls.flatMap((call, at) => [
      ['response_item', { type: 'function_call', name: 'shell', arguments: '{}', call_id: call }],
      ['event_msg', usageAfter(at + 2)],
      ['response_item', { type: 'function_call_output', call_id: call, output: 'done' }],
    ]),
  ]
  return lines
    .map(([type, payload], at) =>
      JSON.stringify({ timestamp: new Date(startMs + at * 1000).toISOString(), type, payload }),
    )
    .join('\n')
}

const usageAfter = (requests: number): Readonly<Record<string, unknown>> => ({
  type: 'token_count',
  info: {
    total_token_usage: { input_tokens: 1000 * requests, output_tokens: 1, total_tokens: 1000 * requests + 1 },
    last_token_usage: { input_tokens: 1000, output_tokens: 1, total_tokens: 1001 },
  },
})

it('counts calls that two rollouts of Codex have once, and calls with numbers for ids twice', async () => {
  const { client } = dewpoint
  const sessions = join(folder, 'sessions')
  await mkdir(sessions)
  const start = Date.UTC(2026, 9, 1)
  const makeCallId = (name: string): string => `call_${name.repeat(24)}`
  await writeFile(
    join(sessions, 'rollout-1.jsonl'),
    rollout('one', [makeCallId('a'), makeCallId('b')], start),
  )
  await writeFile(
    join(sessions, 'rollout-2.jsonl'),
    rollout('two', [makeCallId('a'), makeCallId('c')], start + 60_000),
  )
  await writeFile(join(sessions, 'rollout-3.jsonl'), rollout('three', ['call_1', 'call_2'], start))
  await writeFile(join(sessions, 'rollout-4.jsonl'), rollout('four', ['call_1', 'call_2'], start))
  await client.tasks.open({ kind: 'path', path: sessions })
  for await (const _ of await client.library.prepare({ step: 'survey' })) void _
  expect(await client.library.overview()).toMatchObject({ surveyed: 4, copiedRequests: 1 })
})
