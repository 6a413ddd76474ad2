import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data/openhands')
const isPresent = existsSync(data)
const real = isPresent ? globSync('*atif/*.json', { cwd: data }).map((path) => join(data, path)) : ['absent']

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-atif-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('an ATIF trajectory', () => {
  it('has a request for each step of the agent that was not copied, and a compaction whose summary is elsewhere', async () => {
    const path = join(folder, 'x.json')
    const steps = [
      { step_id: 1, source: 'system', message: 'Be good' },
      { step_id: 2, source: 'user', message: 'Fix it' },
      { step_id: 3, source: 'agent', message: 'Copied', is_copied_context: true },
      {
        step_id: 4,
        source: 'agent',
        message: 'Look',
        reasoning_content: 'hm',
        tool_calls: [{ tool_call_id: 'a', function_name: 'ls', arguments: { p: 1 } }],
        observation: { results: [{ source_call_id: 'a', content: 'A' }, { content: 'B' }] },
        metrics: { prompt_tokens: 100, cached_tokens: 60, completion_tokens: 7, cost_usd: 0.5 },
      },
      { step_id: 5, source: 'system', message: 'Noted' },
      { step_id: 6, source: 'agent', message: 'Done' },
      { step_id: 7, source: 'system', message: 'Cut', extra: { context_management: { type: 'compaction' } } },
    ]
    writeFileSync(
      path,
      JSON.stringify({ schema_version: 'ATIF-v1.7', agent: { name: 'x', model_name: 'm' }, steps }),
    )
    const task = await importTask(path)
    expect(wordsSentBy(task)).toEqual([
      ['Fix it', 'Copied'],
      ['Fix it', 'Copied', 'hm+Look+a', 'A', 'B'],
    ])
    expect(task).toMatchObject({
      format: 'atif',
      agent: 'x',
      usage: {
        requests: [{ tokensIn: 40, cacheReads: 60, tokensOut: 7, costUsd: 0.5, modelId: 'm' }, {}],
        condensations: [{ kind: 'opaque', condenseId: 'step-7' }],
      },
    })
  })

  it.skipIf(!isPresent).each(real)('%s has the figures of its last line', async (path) => {
    const task = await importTask(path)
    const text = readFileSync(path, 'utf8')
    const steps = text.match(/"prompt_tokens": (\d+)/g) ?? []
    const sum = steps.reduce((all, step) => all + Number(/\d+/.exec(step)?.[0]), 0)
    expect(task.usage.requests).toHaveLength(steps.length)
    expect(task.usage.requests.reduce((all, { tokensIn }) => all + (tokensIn ?? 0), 0)).toBe(sum)
    expect(task.problems).toEqual([])
    expect(await failuresOfDamaged(JSON.stringify(JSON.parse(text)), 60)).toEqual([])
  })
})
