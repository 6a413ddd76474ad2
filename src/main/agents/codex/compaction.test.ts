import { describe, expect, it } from 'vitest'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'

type Line = Readonly<Record<string, unknown>>

const line = (type: string, payload: Line): Line => ({ timestamp: '2026-02-03T04:05:06Z', type, payload })
const message = (role: string, text: string, more: Line = {}): Line => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  ...more,
})
const item = (payload: Line): Line => line('response_item', payload)
const figures = (input_tokens: number, output_tokens: number): Line => ({
  input_tokens,
  output_tokens,
  total_tokens: input_tokens + output_tokens,
})
const report = (all: number, last: number, output = 5): Line =>
  line('event_msg', {
    type: 'token_count',
    info: { total_token_usage: figures(all, output), last_token_usage: figures(last, output) },
  })
const estimate = (all: number, total_tokens: number): Line =>
  line('event_msg', {
    type: 'token_count',
    info: {
      total_token_usage: figures(all, 5),
      last_token_usage: { input_tokens: 0, output_tokens: 0, total_tokens },
    },
  })
const begin = line('session_meta', { id: 'thread' })
const started = line('event_msg', { type: 'task_started' })
const complete = line('event_msg', { type: 'task_complete' })

async function read(lines: readonly Line[]): Promise<ImportedTask> {
  return importFiles('drop', [{ name: 'a.jsonl', text: lines.map((one) => JSON.stringify(one)).join('\n') }])
}

const words = ({ content }: ImportedTask['messages'][number]): string =>
  (content as Line[]).map((block) => String(block['text'] ?? block['type'])).join('+')

function sentBy({ messages, contexts }: ImportedTask): string[][] {
  const walk = walkContextLog(contexts!)
  return contexts!.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk.indices().map((index) => words(messages[index]!))
  })
}

const lead = 'Another language model started to solve this problem and produced a summary of it:\n'

describe('a compaction of Codex', () => {
  it('puts its summary and what was typed in place of the history, its own request apart', async () => {
    const rules = message('developer', '<permissions instructions>')
    const task = await read([
      begin,
      started,
      item(rules),
      item(message('user', 'Go')),
      item(message('assistant', 'Going')),
      report(100, 100),
      item(message('assistant', 'All that was')),
      report(190, 90, 30),
      line('compacted', {
        message: `${lead}All that was`,
        window_id: 'w',
        replacement_history: [rules, message('user', 'Go'), message('user', `${lead}All that was`)],
      }),
      estimate(190, 44),
      item(message('assistant', 'On')),
      report(300, 110),
    ])
    expect(sentBy(task)).toEqual([
      ['<permissions instructions>', 'Go'],
      ['<permissions instructions>', 'Go', `${lead}All that was`],
    ])
    expect(task.usage.requests).toHaveLength(2)
    expect(task.usage.condensations).toMatchObject([
      {
        kind: 'summary',
        trigger: 'auto',
        tokensBefore: 105,
        tokensAfter: 44,
        usage: { tokensIn: 90, tokensOut: 30 },
        summaryText: `${lead}All that was`,
        condenseId: 'codex-w',
      },
    ])
    expect(task.messages.filter(({ isSummary }) => isSummary)).toMatchObject([{ condenseId: 'codex-w' }])
    expect(task.messages.filter((one) => words(one) === 'Go')).toHaveLength(1)
  })

  it('may have a summary that nobody can read', async () => {
    const task = await read([
      begin,
      item(message('user', 'Go')),
      item(message('assistant', 'Going')),
      report(100, 100),
      line('compacted', {
        message: '',
        replacement_history: [
          message('user', 'Go'),
          message('assistant', 'Going'),
          { type: 'compaction', id: 'cmp', encrypted_content: 'gC' },
        ],
      }),
      item(message('assistant', 'On')),
      report(300, 110),
    ])
    expect(sentBy(task)[1]).toEqual(['Go', 'Going', 'compaction'])
    expect(task.usage.condensations).toMatchObject([{ kind: 'opaque', condenseId: 'codex-line-5' }])
    expect(task.messages.find(({ isSummary }) => isSummary)).toMatchObject({
      content: [{ type: 'compaction', id: 'cmp', encrypted_content: 'gC' }],
      condenseId: 'codex-line-5',
    })
  })

  it('is opaque too where an export has left the summary out', async () => {
    const task = await read([
      begin,
      item(message('user', 'Go')),
      item(message('assistant', 'Going')),
      report(100, 100),
      line('compacted', { message: '', replacement_history: [message('user', 'Go')] }),
    ])
    expect(task.usage.condensations).toMatchObject([{ kind: 'opaque', condenseId: 'codex-line-5' }])
    expect(task.messages.find(({ isSummary }) => isSummary)).toMatchObject({
      content: [{ type: 'compaction', reason: 'The encrypted summary is not in this file.' }],
      condenseId: 'codex-line-5',
    })
  })

  it('is manual where it is all that happens in its turn', async () => {
    const compacted = line('compacted', { message: 'S', replacement_history: [message('user', 'S')] })
    const task = await read([
      begin,
      started,
      item(message('user', 'Go')),
      item(message('assistant', 'Going')),
      report(100, 100),
      complete,
      started,
      report(190, 90),
      compacted,
      complete,
    ])
    expect(task.usage.condensations).toMatchObject([{ trigger: 'manual', usage: { tokensIn: 90 } }])
    expect(task.usage.requests).toHaveLength(1)
  })

  it('keeps the words of the person of equal texts once each', async () => {
    const task = await read([
      begin,
      item(message('user', 'continue')),
      item(message('assistant', 'One')),
      report(10, 10),
      item(message('user', 'continue')),
      item(message('assistant', 'Two')),
      report(20, 10),
      line('compacted', {
        message: 'S',
        replacement_history: [message('user', 'continue'), message('user', 'continue'), message('user', 'S')],
      }),
      item(message('assistant', 'Three')),
      report(30, 10),
    ])
    expect(sentBy(task)[2]).toEqual(['continue', 'continue', 'S'])
    expect(task.messages.filter((one) => words(one) === 'continue')).toHaveLength(2)
  })

  it('of early versions is replayed: what came first, what was typed last, and the summary', async () => {
    const long = 'x'.repeat(90_000)
    const task = await read([
      begin,
      item(message('user', '<environment_context>here</environment_context>')),
      item(message('user', long)),
      item(message('user', 'Go')),
      item(message('assistant', 'Going')),
      report(100, 100),
      line('compacted', { message: 'S' }),
      item(message('assistant', 'On')),
      report(200, 100),
    ])
    const [first, cut, ...rest] = sentBy(task)[1] ?? []
    expect([first, ...rest]).toEqual(['<environment_context>here</environment_context>', 'Go', 'S'])
    expect(cut).toMatch(/^x+…2501 tokens truncated…x+$/)
    expect(task.contexts?.copies).toHaveLength(1)
  })

  it('can be taken back with the turn that it was in', async () => {
    const task = await read([
      begin,
      item(message('user', 'One')),
      item(message('assistant', 'First')),
      report(10, 10),
      item(message('user', 'Two')),
      line('compacted', {
        message: 'S',
        replacement_history: [message('user', 'Two'), message('user', 'S')],
      }),
      item(message('assistant', 'Second')),
      report(20, 10),
      line('event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
      item(message('user', 'Three')),
      item(message('assistant', 'Third')),
      report(30, 10),
    ])
    expect(sentBy(task)[2]).toEqual(['One', 'First', 'Three'])
  })
})

it('a message that a compaction keeps in part, under its own id, is sent as it is kept', async () => {
  const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' }
  const words = { type: 'input_text', text: 'Look' }
  const typed = { type: 'message', role: 'user', id: 'msg_01a221cc-6d4e-7470-8797-cf7de130ed0f' }
  const task = await read([
    begin,
    item({ ...typed, content: [image, words] }),
    item(message('assistant', 'Seen')),
    report(100, 100),
    line('compacted', {
      message: `${lead}S`,
      window_id: 'w',
      replacement_history: [{ ...typed, content: [words] }, message('user', `${lead}S`)],
    }),
    item(message('assistant', 'On')),
    report(200, 100),
  ])
  expect(sentBy(task)).toEqual([['image+Look'], ['Look', `${lead}S`]])
})
