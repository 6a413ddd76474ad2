import { expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import { sentBy } from '../pi/testing/session-lines.ts'
import { failuresOfDamaged } from '../testing/damage.ts'

type Line = Readonly<Record<string, unknown>>

const says = (text: string): Line => ({ type: 'text', text })
const update = (sessionUpdate: string, more: Line, sessionId = 's'): Line => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update: { sessionUpdate, ...more } },
})
const prompt = (text: string): Line => ({
  id: 1,
  method: 'session/prompt',
  params: { sessionId: 's', prompt: [says(text)] },
})
const chunk = (who: string, text: string): Line => update(`${who}_chunk`, { content: says(text) })
const compaction = (more: Line): Line => update('compaction_update', { compactionId: 'c', ...more })
const log = [
  { id: 0, method: 'session/new', params: { cwd: '/quay' } },
  prompt('Fix it'),
  chunk('user_message', 'Fix'),
  chunk('user_message', ' it'),
  chunk('agent_thought', 'h'),
  chunk('agent_thought', 'm'),
  chunk('agent_message', 'Rea'),
  chunk('agent_message', 'ding'),
  update('tool_call', { toolCallId: 't1', title: 'read', status: 'pending', rawInput: { path: 'a' } }),
  update('tool_call_update', {
    toolCallId: 't1',
    status: 'completed',
    content: [{ type: 'content', content: says('A') }],
  }),
  chunk('agent_message', 'Done'),
  update('usage_update', { used: 900, size: 1000 }),
  compaction({ status: 'in_progress' }),
  update('compaction_summary_chunk', { compactionId: 'c', content: says('sh') }),
  prompt('And now?'),
  update('compaction_summary_chunk', { compactionId: 'c', content: says('ort') }),
  compaction({ status: 'completed' }),
  chunk('agent_message', 'Nothing'),
  update('usage_update', { used: 300, size: 1000, cost: { amount: 0.5, currency: 'USD' } }),
  update('agent_message_chunk', { content: says('of another') }, 'other'),
]
const write = (lines: readonly Line[]): string => lines.map((line) => JSON.stringify(line)).join('\n')
const read = (lines: readonly Line[]) => importFiles('drop', [{ name: 'a.jsonl', text: write(lines) }])

it('reads a log of the Agent Client Protocol, whose compactions stand where they began and take nothing out', async () => {
  const task = await read(log)
  expect(task).toMatchObject({ format: 'acp', title: 'Fix it', workspace: '/quay' })
  expect(sentBy(task)).toEqual([
    'Fix it',
    'Fix it | hm+Reading+t1 | A',
    'Fix it | hm+Reading+t1 | A | Done | And now?',
  ])
  expect(task.usage.condensations).toEqual([{ kind: 'summary', summaryText: 'short', tokensBefore: 900 }])
  expect(task.contexts?.changes).toMatchObject([{ request: 2, condensation: 0, hide: [] }])
  expect(task.usage.session).toEqual({ lastContextTokens: 300, costUsd: 0.5 })
  expect(task.problems.map(({ reason }) => reason)).toEqual([
    'what a compaction took out of what is sent is not told by the protocol',
    'it tells of 1 more session, of which nothing is shown',
  ])
})

it.each([
  ['one update alone', [compaction({ status: 'completed', summary: [says('S')] })], ['S']],
  [
    'what is left out stays',
    [compaction({ status: 'in_progress', summary: [says('S')] }), compaction({ status: 'completed' })],
    ['S'],
  ],
  [
    'null takes away',
    [
      compaction({ status: 'in_progress', summary: [says('S')] }),
      compaction({ status: 'completed', summary: null }),
    ],
    [undefined],
  ],
  ['a failed one is none', [compaction({ status: 'failed', error: 'no' })], []],
  [
    'a cancelled one is none',
    [compaction({ status: 'in_progress' }), compaction({ status: 'cancelled' })],
    [],
  ],
])('follows the rules for patches: %s', async (_, updates, summaries) => {
  const task = await read([prompt('u'), chunk('agent_message', 'a'), ...updates])
  expect(task.usage.condensations.map(({ summaryText }) => summaryText)).toEqual(summaries)
})

it('is read or refused in words, however damaged it is', async () => {
  expect(await failuresOfDamaged(write(log), 60)).toEqual([])
})
