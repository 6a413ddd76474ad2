import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findTasks } from '../find-tasks.ts'
import { importTask } from '../import-task.ts'
import { readBlockTexts, wordsSentBy } from '../testing/sent-by.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-mini-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const put = async (content: unknown): Promise<string> => {
  const path = join(folder, 'task.traj.json')
  await writeFile(path, JSON.stringify(content))
  return path
}

const info = {
  mini_version: '2.2.7',
  exit_status: 'Submitted',
  model_stats: { instance_cost: 0.5, api_calls: 2 },
  config: { model: { model_name: 'vendor/m' }, environment: { cwd: '/testbed' } },
}

describe('a trajectory of mini-SWE-agent', () => {
  const call = { id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }
  it('sends all before each answer, with its usage and cost', async () => {
    const extra = {
      cost: 0.25,
      timestamp: 1_775_784_986.5,
      response: {
        model: 'm',
        usage: { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } },
      },
    }
    const task = await importTask(
      await put({
        info,
        messages: [
          { role: 'system', content: 'Be good' },
          { role: 'user', content: 'Fix it' },
          { role: 'assistant', content: 'Look', tool_calls: [call], extra },
          { role: 'tool', tool_call_id: 'a', content: 'A', extra: { timestamp: 1_775_784_987 } },
          { role: 'assistant', content: 'Done', extra },
          { role: 'exit', content: 'diff' },
        ],
        trajectory_format: 'mini-swe-agent-1.1',
      }),
    )
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', 'Look+a', 'A']])
    expect(task).toMatchObject({
      format: 'mini-swe-agent',
      model: 'm',
      workspace: '/testbed',
      title: 'Fix it',
      usage: {
        requests: [{ ts: 1_775_784_986_500, tokensIn: 40, cacheReads: 60, tokensOut: 7, costUsd: 0.25 }, {}],
      },
    })
    expect(task.usage.session).toBeUndefined()
  })

  it('reads responses of another interface, and a cost that is known as a sum alone', async () => {
    const task = await importTask(
      await put({
        info,
        messages: [
          { role: 'user', content: 'Fix it' },
          {
            object: 'response',
            output: [
              { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'X' },
              { type: 'function_call', call_id: 'a', name: 'bash', arguments: '{}' },
            ],
          },
          { type: 'function_call_output', call_id: 'a', output: 'A' },
          { role: 'assistant', content: 'Done' },
        ],
        trajectory_format: 'mini-swe-agent-1.1',
      }),
    )
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', 'hm', 'a', 'A']])
    expect(task).toMatchObject({ model: 'vendor/m', usage: { session: { costUsd: 0.5, requests: 2 } } })
  })

  it('is known behind a patch of any size, which is no message', async () => {
    const submission = `diff ${'+ line\n'.repeat(20_000)}`
    const path = await put({
      info: { ...info, submission },
      messages: [
        { role: 'user', content: 'Fix it' },
        { role: 'assistant', content: 'Done' },
        { role: 'user', content: submission },
      ],
      trajectory_format: 'mini-swe-agent-1',
    })
    expect(submission.length).toBeGreaterThan(65_536)
    expect((await findTasks(folder)).paths).toEqual([path])
    const task = await importTask(path)
    expect(task).toMatchObject({ format: 'mini-swe-agent', title: 'Fix it' })
    expect(task.messages.map(readBlockTexts)).toEqual(['Fix it', 'Done'])
  })
})
