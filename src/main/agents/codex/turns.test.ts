import { describe, expect, it } from 'vitest'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'

type Line = Readonly<Record<string, unknown>>

const line = (type: string, payload: Line): Line => ({ timestamp: '2026-02-03T04:05:06Z', type, payload })
const event = (type: string, more: Line = {}): Line => line('event_msg', { type, ...more })
const says = (role: string, text: string): Line =>
  line('response_item', { type: 'message', role, content: [{ type: 'input_text', text }] })
const call = (id: string): Line =>
  line('response_item', { type: 'function_call', name: 'x', arguments: '{}', call_id: id })
let total = 0
const report = (input_tokens: number): Line =>
  event('token_count', {
    info: {
      total_token_usage: { input_tokens: (total += input_tokens) },
      last_token_usage: { input_tokens },
    },
  })
const turn = (text: string): Line[] => [says('user', text), says('assistant', `On ${text}`), report(10)]
const back = (num_turns: number): Line => event('thread_rolled_back', { num_turns })

async function read(lines: readonly Line[], version = '0.142.0'): Promise<ImportedTask> {
  const all = [line('session_meta', { id: 'thread', cli_version: version }), ...lines]
  return importFiles('drop', [{ name: 'a.jsonl', text: all.map((one) => JSON.stringify(one)).join('\n') }])
}

const words = ({ content }: ImportedTask['messages'][number]): string =>
  (content as Line[]).map((block) => String(block['text'] ?? block['content'] ?? block['id'])).join('+')

function sentBy({ messages, contexts }: ImportedTask): string[][] {
  const walk = walkContextLog(contexts!)
  return contexts!.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk.indices().map((index) => words(messages[index]!))
  })
}

describe('turns that are taken back', () => {
  it('may be so twice', async () => {
    const task = await read([
      ...turn('A'),
      ...turn('B'),
      ...turn('C'),
      back(1),
      ...turn('D'),
      back(2),
      ...turn('E'),
    ])
    expect(sentBy(task).at(-1)).toEqual(['A', 'On A', 'E'])
  })

  it('leave what was never sent among the messages', async () => {
    const task = await read([...turn('A'), says('user', 'Typo'), back(1), ...turn('B')])
    expect(task.messages.map(words)).toContain('Typo')
    expect(sentBy(task)[1]).toEqual(['A', 'On A', 'B'])
  })

  it('may be more than there are, and then all are', async () => {
    const task = await read([says('developer', 'Rules'), ...turn('A'), ...turn('B'), back(9), ...turn('C')])
    expect(sentBy(task).at(-1)).toEqual(['Rules', 'C'])
  })

  it.each([
    ['0.142.0', ['A', 'On A', 'C']],
    ['0.104.0', ['A', 'On A', '<model_switch>', 'C']],
  ])('take along what version %s wrote for them', async (version, sent) => {
    const task = await read(
      [...turn('A'), says('developer', '<model_switch>'), ...turn('B'), back(1), ...turn('C')],
      version,
    )
    expect(sentBy(task).at(-1)).toEqual(sent)
  })
})

describe('a request that failed', () => {
  const error = { message: 'stream disconnected', codex_error_info: 'other' }

  it('has no answer, and what Codex wrote about why', async () => {
    const task = await read([
      event('task_started'),
      says('user', 'Go'),
      event('error', error),
      event('task_complete', { error }),
    ])
    expect(task.usage.requests).toMatchObject([{ failureText: 'stream disconnected' }])
    expect(sentBy(task)).toEqual([['Go']])
    expect(task.contexts?.requests).toMatchObject([{ answer: null }])
  })

  it('has the answer that broke off', async () => {
    const task = await read([
      event('task_started'),
      says('user', 'Go'),
      says('assistant', 'Well'),
      event('task_complete', { error }),
    ])
    expect(task.usage.requests).toMatchObject([{ failureText: 'stream disconnected' }])
    expect(task.contexts?.requests).toMatchObject([{ answer: 1 }])
  })

  it.each([
    [{ message: 'no', codex_error_info: 'thread_rollback_failed' }],
    [{ message: 'no', codex_error_info: { active_turn_not_steerable: { turn_kind: 'compact' } } }],
    [{ message: 'Error running remote compact task: no' }],
    [{ message: 5 }],
  ])('is none where something else did: %j', async (other) => {
    expect((await read([...turn('A'), event('error', other)])).usage.requests).toHaveLength(1)
  })
})

it('a call that waits at the end is named, and not said to be aborted', async () => {
  const task = await read([says('user', 'Go'), call('c1'), report(10)])
  expect(task.messages).toHaveLength(2)
  expect(task.problems).toMatchObject([{ reason: '1 call without a result: c1' }])
})

it('a thread is called by what was typed, not by the image before it', async () => {
  const texts = ['<image name=[Image #1] path="a.png">', 'image content omitted', '</image>', 'Look at it']
  const content = texts.map((text) => ({ type: 'input_text', text }))
  const prompt = line('response_item', { type: 'message', role: 'user', content })
  expect((await read([prompt, says('assistant', 'Seen')])).title).toBe('Look at it')
})
