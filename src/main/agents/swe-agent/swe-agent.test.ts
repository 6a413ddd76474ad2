import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'
import { expectImportFailure } from '../testing/task-files.ts'

type Values = Readonly<Record<string, unknown>>

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-swe-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(content: unknown): Promise<string> {
  const path = join(folder, 'task.traj')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const system = { role: 'system', content: 'Be good', agent: 'main', message_type: 'system_prompt' }
const demo = { role: 'user', content: 'A demonstration', agent: 'main', is_demo: true }
const seen = (content: string, more: Values = {}): Values => ({
  role: 'user',
  content,
  agent: 'main',
  message_type: 'observation',
  ...more,
})
const acts = (content: string, more: Values = {}): Values => ({
  role: 'assistant',
  content,
  agent: 'main',
  message_type: 'action',
  ...more,
})
const step = (response: string, more: Values = {}): Values => ({
  action: 'ls',
  observation: 'o',
  response,
  thought: '',
  state: { working_dir: '/w' },
  ...more,
})
const info = {
  exit_status: 'submitted',
  model_stats: { instance_cost: 1.5, tokens_sent: 900, tokens_received: 30, api_calls: 2 },
}
const configured = (...processors: Values[]): string =>
  JSON.stringify({ agent: { model: { name: 'm' }, history_processors: processors } })

describe('a trajectory of SWE-agent', () => {
  const history = [
    system,
    demo,
    seen('Fix it'),
    acts('one'),
    seen('1\n2\n3'),
    acts('two'),
    seen('4'),
    acts('three'),
    seen('5'),
    acts('four'),
  ]

  it('sends the history as it is where nothing shortens it, a demonstration as boilerplate', async () => {
    const task = await importTask(
      await put({ trajectory: [step('one')], history, info, replay_config: configured() }),
    )
    expect(wordsSentBy(task)).toEqual([
      ['A demonstration', 'Fix it'],
      ['A demonstration', 'Fix it', 'one', '1\n2\n3'],
      ['A demonstration', 'Fix it', 'one', '1\n2\n3', 'two', '4'],
      ['A demonstration', 'Fix it', 'one', '1\n2\n3', 'two', '4', 'three', '5'],
    ])
    expect(task).toMatchObject({
      format: 'swe-agent',
      model: 'm',
      title: 'Fix it',
      workspace: '/w',
      problems: [],
      usage: { session: { costUsd: 1.5, requests: 2, tokensIn: 900, tokensOut: 30 } },
    })
    expect(task.messages[0]).toMatchObject({ isBoilerplate: true })
  })

  it('shortens older observations as it was configured to, each time a condensation', async () => {
    const replay = configured({ type: 'cache_control' }, { type: 'last_n_observations', n: 1 })
    const task = await importTask(
      await put({ trajectory: [step('one')], history, info, replay_config: replay }),
    )
    const old = 'Old environment output: (3 lines omitted)'
    expect(wordsSentBy(task)).toEqual([
      ['A demonstration', 'Fix it'],
      ['A demonstration', 'Fix it', 'one', '1\n2\n3'],
      ['A demonstration', 'Fix it', 'one', old, 'two', '4'],
      [
        'A demonstration',
        'Fix it',
        'one',
        old,
        'two',
        'Old environment output: (1 lines omitted)',
        'three',
        '5',
      ],
    ])
    expect(task.usage.condensations).toMatchObject([{ kind: 'clearing' }, { kind: 'clearing' }])
    expect(task.contexts?.copies).toHaveLength(2)
  })

  it('believes the queries of its steps, and drops complaints about an answer without a condensation', async () => {
    const calls = acts('one', {
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'ls', arguments: '{}' } }],
    })
    const result = seen('A long output of this', { role: 'tool', tool_call_ids: ['a'] })
    const short = { ...result, content: 'Old' }
    const kept = [system, seen('Fix it'), calls, result, acts('two'), seen('B'), acts('three')]
    const task = await importTask(
      await put({
        trajectory: [
          step('one', { query: [system, seen('Fix it')] }),
          step('bad', { query: [system, seen('Fix it'), calls, result] }),
          step('two', { query: [system, seen('Fix it'), calls, result, acts('bad'), seen('No action')] }),
          step('three', { query: [system, seen('Fix it'), calls, short, acts('two'), seen('B')] }),
        ],
        history: kept,
        info,
      }),
    )
    expect(wordsSentBy(task)).toEqual([
      ['Fix it'],
      ['Fix it', 'one+a', 'A long output of this'],
      ['Fix it', 'one+a', 'A long output of this', 'bad', 'No action'],
      ['Fix it', 'one+a', 'Old', 'two', 'B'],
    ])
    expect(task.usage.condensations).toMatchObject([{ kind: 'clearing' }])
    expect(task.problems).toEqual([])
  })

  it('says what it cannot know, and leaves other agents out', async () => {
    const task = await importTask(
      await put({ trajectory: [step('one')], history: [...history, { ...acts('x'), agent: 'sub' }], info }),
    )
    expect(task.problems.map(({ reason }) => reason)).toEqual([
      '1 message of other agents are left out',
      'the file does not say whether older observations were shortened when they were sent, so they are shown whole',
    ])
    const other = configured({ type: 'closed_window' })
    const unknown = await importTask(
      await put({ trajectory: [step('one')], history, info, replay_config: other }),
    )
    expect(unknown.problems).toMatchObject([
      {
        reason: 'closed_window changed what was sent, by a rule that is not known, so it is shown unchanged',
      },
    ])
  })

  it('is read as far as it goes where it is cut, and names what is wrong', async () => {
    const text = JSON.stringify({ trajectory: [step('one')], history, info })
    const task = await importTask(await put(text.slice(0, -120)))
    expect(task.messages.length).toBeGreaterThan(4)
    expect(task.problems[0]).toMatchObject({ severity: 'error' })
    expect(
      await expectImportFailure(await put({ trajectory: [step('one')], history: 5, info: 'x' })),
    ).toMatchObject({
      code: 'unreadable',
    })
  })
})
