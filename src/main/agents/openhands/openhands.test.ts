import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFileHead } from '../file-head.ts'
import { importTask } from '../import-task.ts'
import { sentNext } from '../opencode/testing/stored-fixture.ts'
import { growthOfReading } from '../testing/growth-of-reading.ts'
import { wordsSentBy } from '../testing/sent-by.ts'
import { expectImportFailure } from '../testing/task-files.ts'
import { openHands } from './openhands.ts'

type Values = Readonly<Record<string, unknown>>

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-openhands-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const time = (at: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString()

async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(join(folder, 'events'), { recursive: true })
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
}

describe("a conversation of OpenHands' SDK", () => {
  const state = {
    id: 'c1',
    agent: { llm: { model: 'vendor/m' } },
    workspace: { working_dir: '/w' },
    stats: {
      usage_to_metrics: {
        agent: {
          costs: [{ cost: 0.25 }, { cost: 0.5 }],
          token_usages: [
            {
              response_id: 'r1',
              model: 'm',
              prompt_tokens: 100,
              cache_read_tokens: 50,
              cache_write_tokens: 20,
              completion_tokens: 7,
              reasoning_tokens: 3,
            },
            { response_id: 'r2', model: 'm', prompt_tokens: 10, completion_tokens: 1 },
          ],
        },
        condenser: { token_usages: [{ response_id: 's1', prompt_tokens: 90, completion_tokens: 9 }] },
      },
    },
  }
  async function stored(events: readonly Values[], base: unknown = state): Promise<string> {
    const files = events.map((event, at) => [
      `events/event-${String(at).padStart(5, '0')}-0000000${at}.json`,
      { id: `e${at}`, timestamp: time(at), ...event },
    ])
    await write({ 'base_state.json': base, ...Object.fromEntries(files) })
    return join(folder, 'base_state.json')
  }
  const text = (words: string): Values => ({ type: 'text', text: words })
  const system = { kind: 'SystemPromptEvent', source: 'agent', system_prompt: text('Be good'), tools: [] }
  const user = (words: string, more: Values = {}): Values => ({
    kind: 'MessageEvent',
    source: 'user',
    llm_message: { role: 'user', content: [text(words)] },
    ...more,
  })
  const acts = (id: string, response: string, thought: readonly Values[] = []): Values => ({
    kind: 'ActionEvent',
    source: 'agent',
    thought,
    thinking_blocks: [],
    tool_name: 'terminal',
    tool_call_id: id,
    tool_call: { id, name: 'terminal', arguments: '{"command":"ls"}', origin: 'completion' },
    llm_response_id: response,
  })
  const observed = (id: string, more: Values = {}): Values => ({
    kind: 'ObservationEvent',
    source: 'environment',
    tool_name: 'terminal',
    tool_call_id: id,
    action_id: 'e',
    observation: { kind: 'X', content: [text(`${id} output`)], is_error: false },
    ...more,
  })

  it('puts the calls of a response into one message, with the usage of that response', async () => {
    const path = await stored([
      system,
      user('Fix it', { extended_content: [text('Rules')] }),
      acts('a', 'r1', [text('Both')]),
      acts('b', 'r1'),
      observed('a', {
        observation: {
          content: [text('out')],
          metadata: { exit_code: 1, working_dir: '/w' },
          is_error: true,
        },
      }),
      observed('b'),
      {
        kind: 'MessageEvent',
        source: 'agent',
        llm_response_id: 'r2',
        llm_message: { role: 'assistant', content: [text('Done')] },
      },
    ])
    const task = await importTask(path)
    expect(wordsSentBy(task)).toEqual([
      ['Fix it+Rules'],
      [
        'Fix it+Rules',
        'Both+a+b',
        JSON.stringify([
          { type: 'text', text: '[An error occurred during execution.]\n' },
          { type: 'text', text: 'out\n[Current working directory: /w]\n[Command finished with exit code 1]' },
        ]),
        'b output',
      ],
    ])
    expect(task).toMatchObject({
      workspace: '/w',
      model: 'vendor/m',
      usage: {
        requests: [
          { tokensIn: 30, cacheReads: 50, cacheWrites: 20, tokensOut: 7, reasoningTokens: 3, costUsd: 0.25 },
          { tokensIn: 10, tokensOut: 1, costUsd: 0.5 },
        ],
      },
    })
  })

  it('forgets events and summaries by name, and leaves out calls without results', async () => {
    const path = await stored([
      system,
      user('Fix it'),
      acts('a', 'r1'),
      observed('a'),
      acts('b', 'r2'),
      observed('b'),
      { kind: 'CondensationRequest', source: 'environment', reason: 'context_limit' },
      {
        kind: 'Condensation',
        forgotten_event_ids: ['e2', 'e3'],
        summary: 'S1',
        summary_offset: 2,
        llm_response_id: 's1',
      },
      acts('c', 'r3'),
      { kind: 'AgentErrorEvent', source: 'agent', tool_call_id: 'c', error: 'no such tool' },
      {
        kind: 'Condensation',
        forgotten_event_ids: ['e7-summary', 'e4', 'e5'],
        summary: 'S2',
        summary_offset: 2,
        llm_response_id: 's2',
      },
      acts('d', 'r4'),
      user('Stop'),
      acts('e', 'r5'),
      { kind: 'Strange', source: 'agent' },
    ])
    const task = await importTask(path)
    expect(wordsSentBy(task)).toEqual([
      ['Fix it'],
      ['Fix it', 'a', 'a output'],
      ['Fix it', 'S1', 'b', 'b output'],
      ['Fix it', 'S2', 'c', 'no such tool'],
      ['Fix it', 'S2', 'c', 'no such tool', 'Stop'],
    ])
    expect(task.usage.condensations).toMatchObject([
      {
        kind: 'summary',
        trigger: 'context_limit',
        condenseId: 'e7-summary',
        usage: { tokensIn: 90, tokensOut: 9 },
      },
      { kind: 'summary', condenseId: 'e10-summary' },
    ])
    expect(task.problems).toMatchObject([
      { reason: 'events of kind Strange are not known and were passed over' },
    ])
  })

  it('goes back to an earlier event, keeps what it left, and tells its own words from those of the person', async () => {
    const path = await stored(
      [
        system,
        user('Fix it'),
        acts('a', 'r1'),
        observed('a'),
        user('Wrong way'),
        acts('b', 'r2'),
        { kind: 'ConversationStateUpdateEvent', source: 'environment', key: 'x', value: 1 },
        { ...user('Other way'), parent_id: 'e3' },
        { ...acts('c', 'r3'), parent_id: 'e7' },
        { ...observed('c'), parent_id: 'e8' },
        user('Your last response did not include a function call or a message. Please go on.'),
        { ...user('Anew'), parent_id: '__root__' },
        acts('d', 'r4'),
      ],
      { ...state, leaf_event_id: 'e10', tags: { title: 'Mend it' } },
    )
    const task = await importTask(path)
    expect(wordsSentBy(task)).toEqual([
      ['Fix it'],
      ['Fix it', 'a', 'a output', 'Wrong way'],
      ['Fix it', 'a', 'a output', 'Other way'],
      ['Anew'],
    ])
    expect(sentNext(task).slice(-3)).toEqual(['c', 'c output', expect.stringMatching(/^Your last/)])
    expect(task).toMatchObject({ title: 'Mend it', usage: { condensations: [] } })
    expect(task.messages.filter(({ isBoilerplate }) => isBoilerplate)).toHaveLength(1)
  })

  it('reads what is left of a damaged folder', async () => {
    const path = await stored([system, user('Fix it'), acts('a', 'r1')])
    await writeFile(join(folder, 'events', 'event-00003-00000003.json'), '{"kind": "Obs')
    const task = await importTask(path)
    expect(task.messages).toHaveLength(2)
    expect(task.problems).toMatchObject([{ reason: '1 event cannot be read and was left out' }])
  })

  it('compares a message once with each request that holds it, and does no more that grows with a square', async () => {
    const turns = (count: number): string => {
      const all = Array.from({ length: count }, (_, at) => [
        { id: `a${at}`, timestamp: time(at), ...acts(`c${at}`, `r${at}`) },
        { id: `o${at}`, timestamp: time(at), ...observed(`c${at}`) },
      ])
      return JSON.stringify([{ id: 'u', timestamp: time(0), ...user('Fix it') }, ...all.flat()])
    }
    expect((await growthOfReading('long.json', 150, turns)).perPair).toBeLessThan(2.5)
  })

  it.each([
    ['base_state.json', state, true],
    ['base_state.json', { id: 5 }, false],
    ['0.json', { id: 0, source: 'user', timestamp: 't', action: 'message' }, true],
    ['1.json', { id: 1, source: 'user', timestamp: 't', action: 'message' }, false],
    ['event-00000-00000000.json', { id: 'x', source: 'user', timestamp: 't', kind: 'MessageEvent' }, false],
    ['0-25.json', [{ id: 0, source: 'user', timestamp: 't', action: 'message' }], false],
    ['export.json', [{ id: 0, source: 'user', timestamp: 't', action: 'message' }], true],
    ['t.json', { trajectory: [{ id: 0, source: 'user', timestamp: 't', action: 'message' }] }, true],
    ['t.json', { trajectory: [{ action: 'ls', observation: 'a' }], history: [] }, false],
  ])('is known by %s and what it holds: %#', (name, value, isOne) => {
    expect(openHands.recognises(readFileHead(name, Buffer.from(JSON.stringify(value))))).toBe(isOne)
  })

  it('lists the runs of an evaluation', async () => {
    const history = [{ id: 'u', timestamp: time(0), ...user('Fix it') }]
    const lines = ['one', 'two'].map((id) => JSON.stringify({ instance_id: id, history }))
    await write({ 'output.jsonl': lines.join('\n') })
    const path = join(folder, 'output.jsonl')
    expect(await expectImportFailure(path)).toMatchObject({ code: 'history-missing' })
    expect((await importTask(`${path}#two`)).messages).toHaveLength(1)
  })
})
