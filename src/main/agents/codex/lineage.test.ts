import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import { importFiles } from '../import-files.ts'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'

type Line = Readonly<Record<string, unknown>>

/** An id that says when it was made, seconds after a fixed time. */
const buildTimedId = (seconds: number, end = '000000000001'): string => {
  const hex = (Date.parse('2026-02-03T04:00:00Z') + seconds * 1000).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8def-${end}`
}
const formatTime = (seconds: number): string =>
  new Date(Date.parse('2026-02-03T04:00:00Z') + seconds * 1000).toISOString()

const line = (type: string, payload: Line, more: Line = {}): Line => ({
  timestamp: formatTime(500),
  type,
  payload,
  ...more,
})
const says = (role: string, text: string): Line =>
  line('response_item', { type: 'message', role, content: [{ type: 'input_text', text }] })
let total = 0
const report = (input_tokens: number): Line =>
  line('event_msg', {
    type: 'token_count',
    info: {
      total_token_usage: { input_tokens: (total += input_tokens) },
      last_token_usage: { input_tokens },
    },
  })
const numbered = (lines: readonly Line[], from = 0): Line[] =>
  lines.map((one, at) => ({ ...one, ordinal: from + at }))

const name = (id: string): string => `rollout-2026-02-03T04-00-00-${id}.jsonl`

async function read(
  own: readonly Line[],
  others: Readonly<Record<string, readonly Line[]>> = {},
  at = name(buildTimedId(500)),
) {
  const joinLines = (lines: readonly Line[]): string => lines.map((one) => JSON.stringify(one)).join('\n')
  return importFiles('drop', [
    { name: at, text: joinLines(own) },
    ...Object.entries(others).map(([file, lines]) => ({ name: file, text: joinLines(lines) })),
  ])
}

function sentBy({ messages, contexts }: ImportedTask): string[][] {
  const walk = walkContextLog(contexts!)
  return contexts!.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk
      .indices()
      .map((index) => (messages[index]!.content as Line[]).map(({ text }) => text).join('+'))
  })
}

const parent = buildTimedId(0)
const own = buildTimedId(500)

describe('a rollout that continues another one', () => {
  const first = numbered([
    line('session_meta', { id: parent }),
    says('user', 'One'),
    says('assistant', 'First'),
    report(10),
    says('user', 'Two'),
    says('assistant', 'Second'),
    report(20),
  ])
  const base = (thread_id: string, end_ordinal_exclusive: number): Line => ({
    history_base: { thread_id, end_ordinal_exclusive, end_byte_offset: 0 },
  })

  it('sends what that one had up to its place, whose requests it does not count', async () => {
    const task = await read(
      numbered(
        [
          line('session_meta', { id: own, ...base(parent, 4) }),
          says('user', 'Other'),
          says('assistant', 'Yes'),
          report(30),
        ],
        4,
      ),
      { [name(parent)]: first },
    )
    expect(sentBy(task)).toEqual([['One', 'First', 'Other']])
    expect(task.usage.requests).toMatchObject([{ tokensIn: 30 }])
    expect(task.relations).toEqual({ parentId: parent, childIds: [] })
    expect(task.title).toBe('Other')
  })

  it('may do so over several rollouts, and where the thread went back to an earlier turn', async () => {
    const back = `${name(parent).slice(0, -'.jsonl'.length)}_${own}.jsonl`
    const second = numbered(
      [line('session_meta', { id: parent, ...base(parent, 4) }), says('user', 'Other')],
      4,
    )
    const task = await read(
      numbered(
        [
          line('session_meta', { id: buildTimedId(600), ...base(own, 6) }),
          says('user', 'More'),
          says('assistant', 'Yes'),
          report(30),
        ],
        6,
      ),
      { [name(parent)]: first, [back]: second },
      name(buildTimedId(600)),
    )
    expect(sentBy(task)).toEqual([['One', 'First', 'Other', 'More']])
    expect(task.relations?.parentId).toBe(own)
    const reverted = await read(second, { [name(parent)]: first }, back)
    expect(reverted.relations?.parentId).toBe(parent)
  })

  it('is read alone where that one is not there, and where both continue each other', async () => {
    const alone = await read([
      line('session_meta', { id: own, ...base(parent, 4) }),
      says('user', 'Other'),
      says('assistant', 'Yes'),
    ])
    expect(sentBy(alone)).toEqual([['Other']])
    expect(alone.problems).toMatchObject([{ place: 'history_base', severity: 'warning' }])
    const circle = await read(
      [line('session_meta', { id: own, ...base(parent, 4) }), says('user', 'Other')],
      {
        [name(parent)]: numbered([
          line('session_meta', { id: parent, ...base(own, 9) }),
          says('user', 'One'),
        ]),
      },
    )
    expect(circle.messages).toHaveLength(2)
    expect(circle.problems).toHaveLength(1)
  })

  it('looks for no file outside of the storage', async () => {
    const task = await read([
      line('session_meta', { id: own, ...base('../../secret', 4) }),
      says('user', 'Other'),
    ])
    expect(task.problems).toHaveLength(1)
  })
})

describe('a rollout that begins with a copy of its parent', () => {
  const copied = [says('user', 'One'), says('assistant', 'First'), report(10)]

  it('counts from the place that it names', async () => {
    const task = await read(
      numbered([
        line('session_meta', {
          id: own,
          forked_from_id: parent,
          subagent_history_start_ordinal: 5,
          source: { subagent: { thread_spawn: { parent_thread_id: parent } } },
        }),
        line('session_meta', { id: parent }),
        ...copied,
        says('user', 'Task'),
        says('assistant', 'Done'),
        report(30),
      ]),
    )
    expect(sentBy(task)).toEqual([['One', 'First', 'Task']])
    expect(task.usage.requests).toMatchObject([{ tokensIn: 30 }])
    expect(task.relations?.parentId).toBe(parent)
    expect(task.title).toBe('Task')
  })

  it('counts from its first turn that is younger than the thread', async () => {
    const turn = (seconds: number): Line =>
      line('event_msg', { type: 'task_started', turn_id: buildTimedId(seconds, '00000000000f') })
    const task = await read([
      line('session_meta', { id: own, forked_from_id: parent }),
      line('session_meta', { id: parent }),
      turn(3),
      ...copied,
      turn(501),
      report(10),
      says('user', 'Two'),
      says('assistant', 'Second'),
      report(30),
    ])
    expect(sentBy(task)).toEqual([['One', 'First', 'Two']])
    expect(task.usage.requests).toMatchObject([{ tokensIn: 30 }])
  })

  it('counts from what came later where its turns do not say', async () => {
    const later = (one: Line): Line => ({ ...one, timestamp: formatTime(520) })
    const task = await read([
      line('session_meta', { id: own, forked_from_id: parent }),
      ...copied,
      later(says('user', 'Two')),
      later(says('assistant', 'Second')),
      later(report(30)),
    ])
    expect(task.usage.requests).toMatchObject([{ tokensIn: 30 }])
  })

  it('counts all where a subagent was given nothing', async () => {
    const task = await read([
      line('session_meta', { id: own, parent_thread_id: parent }),
      says('user', 'Task'),
      says('assistant', 'Done'),
      report(30),
    ])
    expect(task.usage.requests).toHaveLength(1)
    expect(task.relations?.parentId).toBe(parent)
  })

  it('is no child of itself', async () => {
    const task = await read([line('session_meta', { id: own, forked_from_id: own }), says('user', 'One')])
    expect(task.relations?.parentId).toBeNull()
  })

  it('is not one because its head is repeated', async () => {
    const head = line('session_meta', { id: own })
    const task = await read([
      head,
      says('user', 'One'),
      head,
      says('assistant', 'First'),
      report(10),
      head,
      head,
    ])
    expect(task.usage.requests).toHaveLength(1)
    expect(task.relations?.parentId).toBeNull()
  })
})

it('the subagents that a thread began are its children', async () => {
  const task = await read([
    line('session_meta', { id: own }),
    says('user', 'Go'),
    line('event_msg', { type: 'collab_agent_spawn_end', new_thread_id: 'a' }),
    line('event_msg', {
      type: 'item_completed',
      item: { type: 'SubAgentActivity', kind: 'started', agent_thread_id: 'b' },
    }),
    line('event_msg', {
      type: 'item_completed',
      item: { type: 'SubAgentActivity', kind: 'completed', agent_thread_id: 'b' },
    }),
  ])
  expect(task.relations?.childIds).toEqual(['a', 'b'])
})

it('finds an archived parent from the folder of a day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'codex-'))
  try {
    const write = async (path: string, lines: readonly Line[]): Promise<string> => {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), lines.map((one) => JSON.stringify(one)).join('\n'))
      return join(folder, path)
    }
    await write(
      `archived_sessions/${name(parent)}`,
      numbered([
        line('session_meta', { id: parent }),
        says('user', 'One'),
        says('assistant', 'First'),
        report(10),
      ]),
    )
    const child = await write(
      `sessions/2026/02/03/${name(own)}`,
      numbered([
        line('session_meta', {
          id: own,
          history_base: { thread_id: parent, end_ordinal_exclusive: 4, end_byte_offset: 0 },
        }),
        says('user', 'Two'),
        says('assistant', 'Second'),
        report(20),
      ]),
    )
    expect(sentBy(await importTask(child)).at(-1)).toEqual(['One', 'First', 'Two'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
