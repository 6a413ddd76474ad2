import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'
import { sentBy } from '../pi/testing/session-lines.ts'
import { failuresOfDamaged } from '../testing/damage.ts'

type Line = Readonly<Record<string, unknown>>

const says = (text: string): Line => ({ type: 'text', text })
const added = (text: string, origin: Line = { kind: 'user' }): Line => ({
  type: 'context.append_message',
  message: { role: 'user', content: [says(text)], toolCalls: [], origin },
})
const reminder = (text: string): Line => added(text, { kind: 'injection', variant: 'v' })
const loop = (type: string, more: Line): Line => ({
  type: 'context.append_loop_event',
  event: { type, ...more },
})
const usage = (size: number): Line => ({
  inputOther: size,
  output: 10,
  inputCacheRead: 5,
  inputCacheCreation: 0,
})
const call = (id: string, name: string): Line =>
  loop('tool.call', { toolCallId: id, name, args: { path: id } })
const result = (id: string, given: Line): Line => loop('tool.result', { toolCallId: id, result: given })
/** A step with its answer, recorded as often as the agent does. */
const step = (text: string, inside: readonly Line[] = [], size = 85): readonly Line[] => [
  loop('step.begin', { uuid: text }),
  { type: 'llm.request', kind: 'loop', model: 'k3' },
  { type: 'usage.record', model: 'k3', usage: usage(size), usageScope: 'turn' },
  loop('content.part', { part: says(text) }),
  ...inside,
  loop('step.end', { uuid: text, usage: usage(size) }),
]
const compaction = (more: Line): readonly Line[] => [
  { type: 'full_compaction.begin', source: 'manual' },
  { type: 'usage.record', model: 'k3', usage: usage(300), usageScope: 'session' },
  {
    type: 'context.apply_compaction',
    tokensBefore: 7,
    tokensAfter: 3,
    contextSummary: 'S',
    compactedCount: 3,
    keptUserMessageCount: 1,
    ...more,
  },
]
const write = (lines: readonly Line[]): string =>
  [{ type: 'metadata', protocol_version: '1.5', created_at: 1 }, ...lines]
    .map((line, at) => JSON.stringify({ time: 1000 + at, ...line }))
    .join('\n')
const read = (lines: readonly Line[]): Promise<ImportedTask> =>
  importFiles('drop', [{ name: 'wire.jsonl', text: write(lines) }])
const goesOn =
  '<system-reminder>\nContext compaction is complete — continue the work that was in progress when it began.\n</system-reminder>'
const sentTo = async (lines: readonly Line[]): Promise<string[]> =>
  sentBy(await read(lines)).map((sent) => sent.replaceAll(goesOn, '…'))

describe('a session of Kimi Code', () => {
  it('takes what was typed once, and each step as a request with its usage once', async () => {
    const task = await read([
      { type: 'turn.prompt', input: [says('Fix it')] },
      added('Fix it'),
      { type: 'agent.message.appended', message: { message: { role: 'user', content: [says('Fix it')] } } },
      reminder('today'),
      ...step('a1', [call('t1', 'Read'), result('t1', { output: 'R' })]),
      ...step('a2'),
    ])
    expect(sentBy(task)).toEqual(['Fix it | today', 'Fix it | today | a1+t1 | R'])
    expect(task.title).toBe('Fix it')
    expect(task.usage.requests).toMatchObject([
      { tokensIn: 85, tokensOut: 10, cacheReads: 5, isCacheApart: true, modelId: 'k3', callId: 'a1' },
      { callId: 'a2' },
    ])
    expect(task.messages.map(({ isBoilerplate }) => isBoilerplate === true)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it.each([
    ['Bash', { output: 'out', durationMs: 1234 }, 'Wall time: 1.234 seconds\nout'],
    ['Read', { output: 'out', durationMs: 1234, note: 'n' }, 'out\nn'],
    [
      'mcp__a__b',
      { output: '', durationMs: 1, isError: true },
      'Wall time: 0.001 seconds\n<system>ERROR: Tool execution failed. Tool output is empty.</system>',
    ],
    ['Read', { output: 'why', isError: true }, '<system>ERROR: Tool execution failed.</system>\nwhy'],
    ['Read', { output: [says(' ')] }, '<system>Tool output is empty.</system>'],
    ['Read', { output: [says('a'), says('b')], note: 'n' }, 'a+b+n'],
  ])('sends the result of %s %j as %s', async (name, given, sent) => {
    const lines = [added('u'), ...step('a', [call('t', name), result('t', given)]), ...step('b')]
    expect((await sentTo(lines)).at(-1)).toBe(`u | a+t | ${sent}`)
  })

  it('puts what came while calls were open behind their results, and answers those that were broken off', async () => {
    const sent = await sentTo([
      added('u'),
      ...step('a', [call('t1', 'Read'), added('meanwhile'), result('t1', { output: 'R' })]),
      ...step('b', [call('t2', 'Read')]),
      ...step('c'),
    ])
    expect(sent.slice(1).map((one) => one.slice(0, 58))).toEqual([
      'u | a+t1 | R | meanwhile',
      'u | a+t1 | R | meanwhile | b+t2 | <system>ERROR: Tool exec',
    ])
  })

  it('clears old long results when the cache is gone, and counts each summary that was asked for', async () => {
    const long = 'long '.repeat(100)
    const task = await read([
      added('u'),
      ...step('a1', [call('t1', 'Read'), result('t1', { output: long })]),
      ...step('a2', [call('t2', 'Read'), result('t2', { output: 'short' })]),
      ...step('a3', [call('t3', 'Read'), result('t3', { output: long })]),
      { type: 'micro_compaction.apply', cutoff: 5 },
      { type: 'micro_compaction.apply', cutoff: 5 },
      ...step('a4'),
      { type: 'full_compaction.begin', source: 'auto' },
      { type: 'usage.record', model: 'k3', usage: usage(300), usageScope: 'session' },
      ...compaction({}).slice(1),
      ...step('a5'),
    ])
    expect(sentBy(task)[3]).toBe(
      `u | a1+t1 | [Old tool result content cleared] | a2+t2 | short | a3+t3 | ${long}`,
    )
    expect(task.usage.condensations).toMatchObject([
      { kind: 'clearing', trigger: 'micro' },
      { kind: 'summary', usage: { tokensIn: 600, tokensOut: 20, cacheReads: 10 } },
    ])
  })

  it('keeps what a person typed and the summary, and takes the size from the last answer', async () => {
    const task = await read([
      added('u1'),
      reminder('gone'),
      ...step('a1', [call('t', 'Read'), result('t', { output: 'R' })]),
      added('u2'),
      ...compaction({ keptUserMessageCount: 2 }),
      reminder('again'),
      ...step('a2'),
    ])
    expect(sentBy(task).at(-1)?.replace(goesOn, '…')).toBe('u1 | u2 | S | … | again')
    expect(task.usage.condensations).toMatchObject([
      {
        kind: 'summary',
        trigger: 'manual',
        tokensBefore: 100,
        usage: { tokensIn: 300, tokensOut: 10, modelId: 'k3' },
      },
    ])
    expect(task.usage.requests).toHaveLength(2)
  })

  it('keeps the first and the newest of what is too much, with a note between them', async () => {
    const [first, second, last] = ['a', 'b', 'c'].map((letter) => letter.repeat(40_000))
    const [, sent] = await sentTo([
      ...[first, second, last].map((text) => added(String(text))),
      ...step('x'),
      ...compaction({ keptUserMessageCount: 3, keptHeadUserMessageCount: 1 }),
      ...step('y'),
    ])
    const parts = sent?.split(' | ') ?? []
    expect(parts.map((part) => `${part[0]} ${part.length}`)).toEqual([
      'a 8000',
      expect.stringMatching(/^< /),
      `b ${(18_000 - 10_001) * 4}`,
      'c 40000',
      'S 1',
      '… 1',
    ])
    expect(parts[1]).toContain('roughly 10001 tokens in between were dropped')
  })

  it('keeps all behind what it summarised, as older versions did', async () => {
    const lines = [
      added('u1'),
      ...step('a1'),
      added('u2'),
      ...compaction({ keptUserMessageCount: undefined, compactedCount: 2 }),
    ]
    expect((await sentTo([...lines, ...step('a2')])).at(-1)).toBe('S | u2')
  })

  it('counts a summary that was not taken as a request', async () => {
    const paid = compaction({}).slice(0, 2)
    const task = await read([added('u'), ...step('a'), ...paid, { type: 'full_compaction.cancel' }])
    expect(task.usage.requests).toMatchObject([{}, { tokensIn: 300, cancelled: true }])
    expect(task.usage.condensations).toEqual([])
  })

  it('takes back turns but for reminders, and nothing before a summary, and clears all', async () => {
    const lines = [
      added('u1'),
      ...step('a1'),
      reminder('r'),
      added('u2'),
      ...step('a2'),
      { type: 'context.undo', count: 1 },
    ]
    expect((await sentTo([...lines, added('u3'), ...step('a3')])).at(-1)).toBe('u1 | a1 | r | u3')
    const compacted = [
      added('u1'),
      ...step('a1'),
      ...compaction({}),
      added('u2'),
      { type: 'context.undo', count: 5 },
    ]
    expect((await sentTo([...compacted, added('u3'), ...step('a3')])).at(-1)).toBe('u1 | S | … | u3')
    expect((await sentTo([...lines, { type: 'context.clear' }, added('u3'), ...step('a3')])).at(-1)).toBe(
      'u3',
    )
  })

  it('does not count again what a fork copied', async () => {
    const task = await read([
      added('u1'),
      ...step('a1'),
      ...compaction({}),
      { type: 'forked' },
      added('u2'),
      ...step('a2'),
    ])
    expect([task.usage.requests.length, task.usage.condensations]).toEqual([1, []])
    expect(sentBy(task)[0]?.replace(goesOn, '…')).toBe('u1 | S | … | u2')
  })

  it('has a name and a folder beside it, and its subagents below it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewpoint-kimi-'))
    const save = async (name: string, text: string): Promise<string> => {
      const path = join(folder, 'session_1', name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
      return path
    }
    const main = await save('agents/main/wire.jsonl', write([added('u'), ...step('a')]))
    const helper = await save('agents/agent-0/wire.jsonl', write([added('do'), ...step('b')]))
    await save('state.json', JSON.stringify({ title: 'Ferries', cwd: '/quay' }))
    const [task, own] = [await importTask(main), await importTask(helper)]
    expect(task).toMatchObject({
      title: 'Ferries',
      workspace: '/quay',
      sessionKey: 'kimi-code:session_1',
      relations: { parentId: null, childIds: ['session_1/agent-0'] },
    })
    expect(own).toMatchObject({
      title: 'do',
      sessionKey: 'kimi-code:session_1/agent-0',
      relations: { parentId: 'session_1', childIds: [] },
    })
    await rm(folder, { recursive: true })
  })

  it('is read or refused in words, however damaged it is', async () => {
    const text = write([
      added('u'),
      ...step('a', [call('t', 'Bash'), result('t', { output: [says('x')], durationMs: 3, note: 'n' })]),
      ...compaction({}),
      { type: 'context.undo', count: 1 },
      { type: 'forked' },
      added('v'),
      ...step('b'),
    ])
    expect(await failuresOfDamaged(text, 80)).toEqual([])
  })
})
