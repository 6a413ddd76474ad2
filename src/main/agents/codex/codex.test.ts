import { describe, expect, it } from 'vitest'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { growthOfReading } from '../testing/growth-of-reading.ts'

type Line = Readonly<Record<string, unknown>>

let clock = Date.parse('2026-02-03T04:05:06Z')
const line = (type: string, payload: Line, more: Line = {}): Line => ({
  timestamp: new Date((clock += 1000)).toISOString(),
  type,
  payload,
  ...more,
})
const meta = (more: Line = {}): Line => line('session_meta', { id: 'thread', cwd: '/repo', ...more })
const item = (type: string, more: Line): Line => line('response_item', { type, ...more })
const input = (text: string, role = 'user'): Line =>
  item('message', { role, content: [{ type: 'input_text', text }] })
const says = (text: string): Line =>
  item('message', { role: 'assistant', content: [{ type: 'output_text', text }] })
const call = (id: string, name = 'exec_command', args: unknown = '{"cmd":"ls"}'): Line =>
  item('function_call', { name, arguments: args, call_id: id })
const output = (id: string, text: unknown = `result of ${id}`): Line =>
  item('function_call_output', { call_id: id, output: text })
const event = (type: string, more: Line = {}): Line => line('event_msg', { type, ...more })
const figures = (input_tokens: number, output_tokens: number, cached_input_tokens = 0): Line => ({
  input_tokens,
  output_tokens,
  cached_input_tokens,
  reasoning_output_tokens: 1,
  total_tokens: input_tokens + output_tokens,
})
let total = 0
/** A report of one response; the total grows with each. */
const report = (input_tokens: number, output_tokens = 5, cached = 0): Line =>
  event('token_count', {
    info: {
      total_token_usage: figures((total += input_tokens), output_tokens),
      last_token_usage: figures(input_tokens, output_tokens, cached),
    },
  })
const repeated = (one: Line): Line => ({ ...one })

async function read(
  lines: readonly (Line | string)[],
  beside: Readonly<Record<string, readonly Line[]>> = {},
) {
  const joinLines = (all: readonly (Line | string)[]): string =>
    all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  return importFiles('drop', [
    { name: 'rollout-own.jsonl', text: joinLines(lines) },
    ...Object.entries(beside).map(([name, own]) => ({ name, text: joinLines(own) })),
  ])
}

const words = ({ content }: ImportedTask['messages'][number]): string =>
  (content as Line[])
    .map((block) =>
      String(block['text'] ?? block['thinking'] ?? block['content'] ?? block['id'] ?? block['type']),
    )
    .join('+')

/** What each request sent, each message as the words of its blocks. */
function sentBy({ messages, contexts }: ImportedTask): string[][] {
  const walk = walkContextLog(contexts!)
  return contexts!.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk.indices().map((index) => words(messages[index]!))
  })
}

describe('a rollout of Codex', () => {
  it('has a request for each report, whose cached tokens stand apart', async () => {
    const task = await read([
      meta(),
      line('turn_context', { cwd: '/repo/sub', model: 'gpt-x' }),
      input('<permissions instructions>no</permissions instructions>', 'developer'),
      input('<environment_context>\n<cwd>/repo</cwd>\n</environment_context>'),
      input('Fix it'),
      item('reasoning', { summary: [{ type: 'summary_text', text: 'Hm' }], encrypted_content: 'gA' }),
      says('Looking'),
      call('c1'),
      call('c2'),
      output('c1'),
      output('c2'),
      report(100, 20, 60),
      says('Done'),
      report(150),
    ])
    expect(task).toMatchObject({
      format: 'codex',
      agent: 'codex',
      title: 'Fix it',
      model: 'gpt-x',
      workspace: '/repo/sub',
      problems: [],
    })
    expect(sentBy(task)[0]).toHaveLength(3)
    expect(sentBy(task)[1]?.slice(2)).toEqual(['Fix it', 'Hm+Looking+c1+c2', 'result of c1', 'result of c2'])
    expect(task.messages.map(({ isBoilerplate }) => isBoilerplate === true)).toEqual([
      true,
      true,
      ...Array.from({ length: 5 }, () => false),
    ])
    expect(task.usage.requests).toMatchObject([
      {
        tokensIn: 40,
        cacheReads: 60,
        tokensOut: 20,
        reasoningTokens: 1,
        isCacheApart: true,
        modelId: 'gpt-x',
      },
      { tokensIn: 150 },
    ])
  })

  it('counts a report once that is repeated', async () => {
    const one = report(100)
    const empty = event('token_count', { info: null })
    const task = await read([
      meta(),
      input('Go'),
      empty,
      says('Yes'),
      one,
      repeated(one),
      empty,
      input('On'),
      repeated(one),
    ])
    expect(task.usage.requests).toHaveLength(1)
  })

  it('takes the records of responses where there are any, and not the reports beside them', async () => {
    const usage = (tokens: number): Line =>
      line('token_usage_record', { response_id: `r${tokens}`, usage: figures(tokens, 5) })
    const task = await read([
      meta(),
      input('Go'),
      call('c1'),
      usage(100),
      output('c1'),
      report(100),
      says('Yes'),
      usage(120),
      report(120),
    ])
    expect(task.usage.requests.map(({ tokensIn }) => tokensIn)).toEqual([100, 120])
    expect(sentBy(task)[1]).toEqual(['Go', 'c1', 'result of c1'])
  })

  it('knows reports that come before the response, as early versions write them', async () => {
    const task = await read([
      meta(),
      input('Go'),
      report(100),
      call('c1'),
      output('c1'),
      report(120),
      says('Yes'),
      input('More'),
      report(140),
      says('Sure'),
    ])
    expect(sentBy(task)).toEqual([
      ['Go'],
      ['Go', 'c1', 'result of c1'],
      ['Go', 'c1', 'result of c1', 'Yes', 'More'],
    ])
    expect(task.usage.requests.map(({ tokensIn }) => tokensIn)).toEqual([100, 120, 140])
  })

  it('is read without envelopes and without reports, a message of the model at a time', async () => {
    const bare = [input('Go'), call('c1'), output('c1'), says('Yes')].map(({ payload }) => payload as Line)
    const task = await read([
      { id: 'x', timestamp: '2025-08-01T00:00:00Z', instructions: null },
      { record_type: 'state' },
      ...bare,
    ])
    expect(sentBy(task)).toEqual([['Go'], ['Go', 'c1', 'result of c1']])
    expect(task.problems).toEqual([])
  })

  it('keeps what a broken off turn left, and says that its call was aborted', async () => {
    const task = await read([
      meta(),
      input('Go'),
      says('Trying'),
      call('c1'),
      input('<turn_aborted>\nby the user\n</turn_aborted>'),
      event('turn_aborted', { reason: 'interrupted' }),
      input('Again'),
      says('Yes'),
      report(100),
    ])
    expect(task.usage.requests[0]).toMatchObject({ cancelled: true })
    expect(sentBy(task)[1]).toEqual([
      'Go',
      'Trying+c1',
      'aborted',
      '<turn_aborted>\nby the user\n</turn_aborted>',
      'Again',
    ])
    expect(task.contexts?.copies).toHaveLength(1)
    expect(task.problems).toEqual([])
  })

  it('takes turns back', async () => {
    const task = await read([
      meta(),
      input('One'),
      says('First'),
      report(10),
      input('Two'),
      says('Second'),
      report(20),
      input('Three'),
      says('Third'),
      report(30),
      event('thread_rolled_back', { num_turns: 2 }),
      input('Other'),
      says('Fine'),
      report(40),
    ])
    expect(sentBy(task).at(-1)).toEqual(['One', 'First', 'Other'])
    expect(task.messages).toHaveLength(8)
  })

  it('keeps results as short as the policy of its turn says', async () => {
    const policy = line('turn_context', { truncation_policy: { mode: 'bytes', limit: 10 } })
    const task = await read([
      meta(),
      policy,
      input('Go'),
      call('c1'),
      output('c1', 'a'.repeat(20)),
      report(10),
    ])
    expect(words(task.messages[2]!)).toBe('aaaaaa…8 chars truncated…aaaaaa')
  })

  it('names what it leaves out: damage, unknown kinds, and results of calls that are not there', async () => {
    const task = await read([
      meta(),
      '// exported',
      '{"type":"response_item","payl',
      { timestamp: 5, type: 'from_the_future', payload: { a: 1 } },
      item('new_item', {}),
      input('Go'),
      output('gone'),
      { ...says('Yes'), timestamp: 'never' },
      call('c9'),
      report(10),
      '{"type":"event_msg","pay',
    ])
    expect(task.problems.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      'line 3: it is no JSON, and was left out',
      'last line: it is cut: it is still being written, or the agent ended in the middle of it',
      ': 2 lines of unknown kinds (from_the_future, new_item) were left out',
      ': 1 result of calls that are not there: never sent',
      ': 1 call without a result: c9',
    ])
    expect(sentBy(task)).toEqual([['Go']])
  })

  it('is read whatever stands where something else should', async () => {
    const odd = [null, 5, 'x', [], {}, true]
    const task = await read([
      meta({ history_base: 5, source: 'cli', parent_thread_id: {} }),
      input('Go'),
      ...odd.flatMap((value) => [
        item('message', { role: value, content: value }),
        item('message', { role: 'user', content: value }),
        item('function_call', { name: value, arguments: value, call_id: value }),
        item('function_call_output', { call_id: value, output: value }),
        item('reasoning', { summary: value, content: value, encrypted_content: value }),
        event('token_count', { info: value }),
        event('thread_rolled_back', { num_turns: value }),
        line('turn_context', { model: value, truncation_policy: value }),
        line('token_usage_record', { usage: value }),
        line('compacted', { message: value, replacement_history: value }),
      ]),
    ])
    expect(task.messages.length).toBeGreaterThan(0)
  })

  it('compares a message once with each request that holds it, and does no more that grows with a square', async () => {
    const turns = (count: number): string => {
      const all = Array.from({ length: count }, (_, at) => [call(`c${at}`), output(`c${at}`), report(10)])
      return [meta(), input(`Go ${count}`), ...all.flat()].map((one) => JSON.stringify(one)).join('\n')
    }
    expect((await growthOfReading('rollout-own.jsonl', 150, turns)).perPair).toBeLessThan(2.5)
  })
})
