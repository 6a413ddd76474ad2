import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

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

describe('a conversation of the first OpenHands', () => {
  /** Writes the events as files, numbered in their order. */
  async function stored(events: readonly Values[]): Promise<string> {
    const files = events.map((event, at) => [`events/${at}.json`, { id: at, timestamp: time(at), ...event }])
    await write({ 'metadata.json': { title: 'Mend it' }, ...Object.fromEntries(files) })
    return join(folder, 'events', '0.json')
  }
  const system = { source: 'agent', action: 'system', args: { content: 'Be good' } }
  const user = (content: string): Values => ({ source: 'user', action: 'message', args: { content } })
  const metadata = (id: string, response: string, ids: readonly string[]): Values => ({
    function_name: 'execute_bash',
    tool_call_id: id,
    model_response: {
      id: response,
      model: 'm',
      usage: { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 60 } },
      choices: [
        {
          message: {
            role: 'assistant',
            content: `${response} says`,
            tool_calls: ids.map((one) => ({
              id: one,
              function: { name: 'execute_bash', arguments: '{"command":"ls"}' },
            })),
          },
        },
      ],
    },
  })
  const runs = (id: string, response: string, ids = [id]): Values => ({
    source: 'agent',
    action: 'run',
    args: { command: 'ls' },
    tool_call_metadata: metadata(id, response, ids),
  })
  const ran = (id: string, cause: number, response: string, ids = [id]): Values => ({
    source: 'agent',
    observation: 'run',
    cause,
    content: `${id} output`,
    extras: { metadata: { exit_code: 0, working_dir: '/w', suffix: '' } },
    tool_call_metadata: metadata(id, response, ids),
  })
  const shown = (id: string): string =>
    `${id} output\n[Current working directory: /w]\n[Command finished with exit code 0]`

  it('sends calls with their results once all of them are there', async () => {
    const both = ['a', 'b']
    const path = await stored([
      system,
      user('Fix it'),
      runs('a', 'r1', both),
      ran('a', 2, 'r1', both),
      runs('b', 'r1', both),
      ran('b', 4, 'r1', both),
      { source: 'environment', observation: 'agent_state_changed', content: '' },
      {
        source: 'agent',
        action: 'finish',
        args: { thought: 'Done' },
        tool_call_metadata: metadata('c', 'r2', ['c']),
      },
    ])
    const task = await importTask(path)
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', 'r1 says+a+b', shown('a'), shown('b')]])
    expect(task).toMatchObject({
      format: 'openhands',
      title: 'Mend it',
      model: 'm',
      problems: [],
      usage: { requests: [{ tokensIn: 40, cacheReads: 60, tokensOut: 5 }, {}] },
    })
    expect(task.messages.at(-1)).toMatchObject({ role: 'assistant', content: [{ text: 'Done\nr2 says' }] })
  })

  it('forgets what a condensation names, repeats the first prompt, and has the latest summary alone', async () => {
    const path = await stored([
      system,
      user('Fix it'),
      runs('a', 'r1'),
      ran('a', 2, 'r1'),
      runs('b', 'r2'),
      ran('b', 4, 'r2'),
      { source: 'agent', action: 'condensation_request', args: {} },
      {
        source: 'agent',
        action: 'condensation',
        args: { forgotten_events_start_id: 1, forgotten_events_end_id: 3, summary: 'S1', summary_offset: 1 },
      },
      runs('c', 'r3'),
      ran('c', 8, 'r3'),
      {
        source: 'agent',
        action: 'condensation',
        args: { forgotten_event_ids: [4, 5], summary: 'S2', summary_offset: 1 },
      },
      runs('d', 'r4'),
    ])
    const task = await importTask(path)
    expect(wordsSentBy(task)).toEqual([
      ['Fix it'],
      ['Fix it', 'r1 says+a', shown('a')],
      ['Fix it', '\n\nS1', 'r2 says+b', shown('b')],
      ['Fix it', '\n\nS2', 'r3 says+c', shown('c')],
    ])
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', trigger: 'request', condenseId: '7-summary' },
      { kind: 'summary', condenseId: '10-summary' },
    ])
    expect(task.messages.filter(({ isSummary }) => isSummary)).toHaveLength(2)
  })

  it('shows what it does with the results of other tools', async () => {
    const observed = (observation: string, more: Values): Values => ({
      source: 'agent',
      observation,
      ...more,
    })
    const path = await stored([
      user('Fix it'),
      { source: 'user', action: 'recall', args: {} },
      observed('recall', {
        extras: { date: '2026-01-01', microagent_knowledge: [{ trigger: 'git', content: 'Use it' }] },
      }),
      { source: 'user', action: 'run', args: { command: 'ls' } },
      observed('run', { cause: 3, content: 'x', extras: {} }),
      { source: 'agent', action: 'read', args: { path: 'a', thought: 'Look' } },
      observed('error', { cause: 5, content: 'no such file' }),
      { source: 'agent', action: 'message', args: { content: 'Done' } },
    ])
    const task = await importTask(path)
    expect(wordsSentBy(task).at(-1)).toEqual([
      'Fix it',
      '\n\nToday\'s date is 2026-01-01+<EXTRA_INFO>\nThe following information has been included based on a keyword match for "git".\nUse it\n</EXTRA_INFO>',
      '\n\nUser executed the command:\nls',
      '\n\n\nObserved result of command executed by user:\nx',
      'Look+call-5',
      'no such file\n[Error occurred in processing last action]',
    ])
    expect(task.messages[1]).toMatchObject({ isBoilerplate: true })
  })

  it('leaves out what another agent did in between, and cuts long results in the middle', async () => {
    const path = await stored([
      user('Fix it'),
      runs('a', 'r1'),
      { ...ran('a', 1, 'r1'), content: `${'x'.repeat(20_000)}y${'z'.repeat(20_000)}`, extras: {} },
      { source: 'agent', action: 'delegate', args: {}, tool_call_metadata: metadata('b', 'r2', ['b']) },
      runs('q', 'other'),
      {
        source: 'agent',
        observation: 'delegate',
        cause: 3,
        extras: { outputs: { content: 'It said so' } },
        tool_call_metadata: metadata('b', 'r2', ['b']),
      },
      runs('c', 'r3'),
    ])
    const sent = wordsSentBy(await importTask(path))
    expect(sent).toHaveLength(3)
    expect(sent[2]?.slice(3)).toEqual(['r2 says+b', 'It said so'])
    expect(sent[2]?.[2]).toMatch(
      /^x{15000}\n\[\.\.\. Observation truncated due to length \.\.\.\]\nz{15000}$/,
    )
  })
})
