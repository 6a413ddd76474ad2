import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

const usage = {
  model: 'claude-x',
  inputTokens: 9,
  outputTokens: 5,
  cacheReadInputTokens: 100,
  cacheCreationInputTokens: 20,
  timestamp: '2026-01-01T00:00:01.000Z',
}
const text = (words: string) => ({ type: 'text', text: words })
const user = (...content: readonly unknown[]) => ({ role: 'user', content, meta: { sentAt: 1 } })
const says = (...content: readonly unknown[]) => ({
  role: 'assistant',
  content,
  state: { type: 'complete', stopReason: 'end_turn' },
  usage,
})
const result = (toolUseID: string, run: unknown) => ({ type: 'tool_result', toolUseID, run })
const thread = (...messages: readonly unknown[]) => ({
  v: 7,
  id: 'T-0199c0de-0000-7000-8000-000000000000',
  created: 1,
  title: 'Mend it',
  env: { initial: { trees: [{ displayName: 'p', uri: 'file:///work/p' }] } },
  messages,
})
const read = (value: unknown): Promise<ImportedTask> =>
  importFiles('T-1.json', [{ name: 'T-1.json', text: JSON.stringify(value) }])

const whole = thread(
  user(text('Fix it')),
  says(
    { type: 'thinking', thinking: 'hm', signature: 's', provider: 'anthropic' },
    { type: 'tool_use', complete: true, id: 'a', name: 'Read', input: { path: 'a' } },
    { type: 'tool_use', complete: true, id: 'b', name: 'Bash', input: { cmd: 'b' } },
  ),
  user(
    result('a', { status: 'done', result: { content: 'code' } }),
    result('b', { status: 'error', error: { message: 'no such file' } }),
  ),
  says(text('Done')),
)

describe('a thread of Amp', () => {
  it('has results beside their calls, and the usage of each answer', async () => {
    const task = await read(whole)
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', 'hm+a+b', '{"content":"code"}+no such file']])
    expect(task.messages[2]?.content).toMatchObject([
      { tool_use_id: 'a' },
      { tool_use_id: 'b', is_error: true },
    ])
    expect(task).toMatchObject({
      format: 'amp',
      agent: 'amp',
      title: 'Mend it',
      workspace: '/work/p',
      model: 'claude-x',
      problems: [],
    })
    expect(task.usage.requests[0]).toEqual({
      ts: Date.UTC(2026, 0, 1, 0, 0, 1),
      modelId: 'claude-x',
      tokensIn: 9,
      isCacheApart: true,
      tokensOut: 5,
      cacheReads: 100,
      cacheWrites: 20,
    })
  })

  it('goes on with a summary and what follows it', async () => {
    const summary = {
      role: 'info',
      content: [{ type: 'summary', summary: { type: 'message', summary: 'All of it' } }],
    }
    const task = await read(
      thread(user(text('Fix it')), says(text('a')), summary, user(text('b')), says(text('c'))),
    )
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['All of it', 'b']])
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary', condenseId: 'summary-2' }])
  })

  it('holds what it can where it is damaged', async () => {
    expect(await failuresOfDamaged(JSON.stringify(whole, null, 1), 100)).toEqual([])
  })
})
