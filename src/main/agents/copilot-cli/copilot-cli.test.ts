import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

type Line = Readonly<Record<string, unknown>>

let clock = 0
const event = (type: string, data: Line = {}, more: Line = {}): Line => ({
  type,
  data,
  id: `e${(clock += 1)}`,
  timestamp: new Date(clock * 1000).toISOString(),
  parentId: null,
  ...more,
})
const start = event('session.start', {
  producer: 'copilot-agent',
  copilotVersion: '1.0',
  selectedModel: 'gpt-x',
  context: { cwd: '/work' },
})
const user = (content: string, more: Line = {}): Line => event('user.message', { content, ...more })
const answer = (content: string, calls: readonly string[] = [], more: Line = {}): Line =>
  event('assistant.message', {
    content,
    toolRequests: calls.map((toolCallId) => ({ toolCallId, name: 'view', arguments: { path: toolCallId } })),
    outputTokens: 9,
    model: 'claude-x',
    ...more,
  })
const result = (toolCallId: string, content: string, more: Line = {}): Line =>
  event('tool.execution_complete', {
    toolCallId,
    success: true,
    result: { content, detailedContent: 'UI' },
    ...more,
  })
const turn = (): Line => event('assistant.turn_start')

async function read(lines: readonly (Line | string)[], beside = ''): Promise<ImportedTask> {
  const text = lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  return importFiles('drop', [
    { name: 'events.jsonl', text },
    { name: 'workspace.yaml', text: beside },
  ])
}

describe('a session of Copilot CLI', () => {
  it('has what was sent, with what was typed as a block of its own', async () => {
    const task = await read([
      start,
      event('system.message', { content: 'You are' }),
      user('Fix it', {
        transformedContent: '<now>1</now>\n\nFix it\n\n<system_reminder>r</system_reminder>',
      }),
      turn(),
      answer('Looking', ['c1'], { reasoningText: 'Hm', reasoningOpaque: 'sig' }),
      result('c1', 'text'),
      answer('Done'),
    ])
    expect(task).toMatchObject({
      format: 'copilot-cli',
      agent: 'copilot-cli',
      title: 'Fix it',
      model: 'claude-x',
      workspace: '/work',
      problems: [],
    })
    expect(wordsSentBy(task)[1]).toEqual([
      '<now>1</now>\n\n+Fix it+\n\n<system_reminder>r</system_reminder>',
      'Hm+Looking+c1',
      'text',
    ])
    expect(task.messages[0]?.content).toMatchObject([{ isBoilerplate: true }, { text: 'Fix it' }, {}])
    expect(task.messages[1]?.content).toMatchObject([{ type: 'thinking', signature: 'sig' }, {}, {}])
    expect(task.usage.requests[0]).toMatchObject({ tokensOut: 9, modelId: 'claude-x' })
    expect(task.usage.requests[0]?.tokensIn).toBeUndefined()
  })

  it('keeps what came while a compaction was under way', async () => {
    const compactionTokensUsed = {
      inputTokens: 100,
      outputTokens: 5,
      cacheReadTokens: 60,
      cacheWriteTokens: 30,
    }
    const done = event('session.compaction_complete', {
      success: true,
      preCompactionTokens: 900,
      summaryContent: 'Summary',
      compactionTokensUsed,
    })
    const task = await read([
      start,
      user('Go'),
      answer('Look', ['c1']),
      result('c1', 'text'),
      event('session.compaction_start'),
      answer('Meanwhile'),
      done,
      user('Next'),
      answer('Yes'),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'Look+c1', 'text'], ['Summary', 'Meanwhile', 'Next']])
    expect(task.usage.condensations).toMatchObject([
      {
        kind: 'summary',
        tokensBefore: 900,
        condenseId: done['id'],
        usage: { tokensIn: 10, cacheReads: 60, cacheWrites: 30, tokensOut: 5 },
      },
    ])
  })

  it.each([
    ['of the messages alone', 4000, 52_000],
    ['of the whole context', 52_000, 52_000],
  ])(
    'has sizes before and behind a compaction on one scale, whether the latter is %s',
    async (_, left, wanted) => {
      const task = await read([
        start,
        user('Go'),
        answer('One'),
        event('session.compaction_start', {
          systemTokens: 36_000,
          conversationTokens: 112_000,
          toolDefinitionsTokens: 12_000,
        }),
        event('session.compaction_complete', {
          success: true,
          preCompactionTokens: 160_000,
          postCompactionTokens: left,
          summaryContent: 'Summary',
        }),
        user('More'),
        answer('Two'),
      ])
      expect(task.usage.condensations).toMatchObject([{ tokensBefore: 160_000, tokensAfter: wanted }])
    },
  )

  it('has no compaction that failed, and truncations that took the oldest', async () => {
    const task = await read([
      start,
      user('Go'),
      answer('One'),
      event('session.compaction_start'),
      event('session.compaction_complete', { success: false, error: 'no' }),
      user('More'),
      event('session.truncation', {
        messagesRemovedDuringTruncation: 2,
        preTruncationTokensInMessages: 70,
        postTruncationTokensInMessages: 30,
      }),
      answer('Two'),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['More']])
    expect(task.usage.condensations).toMatchObject([
      { kind: 'truncation', tokensBefore: 70, tokensAfter: 30 },
    ])
  })

  it('leaves subagents out, counts them and names each', async () => {
    const aside = { agentId: 'c1' }
    const task = await read([
      start,
      user('Go'),
      answer('', ['c1']),
      event('subagent.started', { toolCallId: 'c1', agentName: 'car' }, aside),
      event('user.message', { content: 'Do', source: 'agent-s' }, aside),
      answer('Aside', ['x1'], { parentToolCallId: 'c1' }),
      result('x1', 'aside', { parentToolCallId: 'c1' }),
      result('c1', 'car is done'),
      answer('Done'),
    ])
    expect(wordsSentBy(task)[1]).toEqual(['Go', 'c1', 'car is done'])
    expect(task.usage).toMatchObject({ subtasks: 1 })
    expect(task.usage.requests).toHaveLength(2)
    expect(task.relations).toEqual({ parentId: null, childIds: ['c1'] })
    expect(task.subagents).toMatchObject([{ key: 'c1', title: 'Do' }])
  })

  it('has one request for an answer in several pieces, and requests that gave none', async () => {
    const task = await read([
      start,
      user('Go'),
      turn(),
      answer('One', [], { apiCallId: 'a', outputTokens: undefined }),
      answer('Two', ['c1'], { apiCallId: 'a', outputTokens: 30 }),
      result('c1', '', { success: false, result: undefined, error: { message: 'refused' } }),
      turn(),
      event('abort', { reason: 'user' }),
      user('Again'),
      turn(),
      event('session.error', { message: 'overloaded' }),
      turn(),
      answer('Yes'),
    ])
    expect(wordsSentBy(task)).toEqual([
      ['Go'],
      ['Go', 'One', 'Two+c1', 'refused'],
      ['Go', 'One', 'Two+c1', 'refused', 'Again'],
      ['Go', 'One', 'Two+c1', 'refused', 'Again'],
    ])
    expect(task.usage.requests).toMatchObject([
      { tokensOut: 30 },
      { cancelled: true, modelId: 'gpt-x' },
      { failureText: 'overloaded' },
      {},
    ])
    expect(
      task.messages.find(
        ({ role, content }) =>
          role === 'user' && content !== null && JSON.stringify(content).includes('refused'),
      )?.content,
    ).toMatchObject([{ is_error: true }])
  })

  it('knows the input of a model call from the totals of a session with one, and where calls are recorded', async () => {
    const modelMetrics = {
      'claude-x': {
        requests: { count: 1 },
        usage: {
          inputTokens: 100,
          outputTokens: 9,
          cacheReadTokens: 80,
          cacheWriteTokens: 0,
          reasoningTokens: 4,
        },
      },
    }
    const one = await read([start, user('Go'), answer('Yes'), event('session.shutdown', { modelMetrics })])
    expect(one.usage.requests).toMatchObject([
      { tokensIn: 20, cacheReads: 80, tokensOut: 9, reasoningTokens: 4 },
    ])
    const two = await read([
      start,
      user('Go'),
      answer('Yes', [], { apiCallId: 'a' }),
      event('assistant.usage', { apiCallId: 'a', inputTokens: 50, outputTokens: 9, cacheReadTokens: 40 }),
      user('More'),
      answer('No'),
      event('session.shutdown', {
        modelMetrics: { 'claude-x': { ...modelMetrics['claude-x'], requests: { count: 2 } } },
      }),
    ])
    expect(two.usage.requests.map(({ tokensIn }) => tokensIn)).toEqual([10, undefined])
  })

  it.each([
    ['two answers, of which the last process gave one', 1, ['a', 'b']],
    ['one answer of two calls', 2, ['a']],
  ])('knows no input from the totals of %s', async (_, count, texts) => {
    const usage = { inputTokens: 100, outputTokens: 9, cacheReadTokens: 80, cacheWriteTokens: 0 }
    const modelMetrics = { 'claude-x': { requests: { count }, usage } }
    const task = await read([
      start,
      user('Go'),
      ...texts.map((text) => answer(text)),
      event('session.shutdown', { modelMetrics }),
    ])
    expect(task.usage.requests.map(({ tokensIn }) => tokensIn)).toEqual(texts.map(() => undefined))
  })

  it('takes back what was rewound or cleared, and has reminders once', async () => {
    const wrong = user('Wrong')
    const reminder = '<system_reminder>r</system_reminder>'
    const task = await read([
      start,
      user('Go'),
      answer('Yes'),
      wrong,
      answer('No'),
      event('session.snapshot_rewind', { upToEventId: wrong['id'] }),
      user('', { transformedContent: reminder, source: 'system' }),
      user(reminder, { source: 'system' }),
      event('system.notification', { content: 'Shell is done' }),
      answer('Right'),
      event('session.context_cleared'),
      user('New'),
      answer('Fresh'),
    ])
    expect(wordsSentBy(task).slice(2)).toEqual([['Go', 'Yes', reminder, 'Shell is done'], ['New']])
    expect(
      task.messages.flatMap((message) => (message['isBoilerplate'] === true ? [message.role] : [])),
    ).toEqual(['user', 'user'])
  })

  it('is called as its folder says, and names what it cannot read', async () => {
    const task = await read(
      [start, { type: 5 }, user('Go'), '{"type":', answer('Yes'), { data: {} }, '{"ty'],
      'id: x\nsummary: Mend the fee\n',
    )
    expect(task.title).toBe('Mend the fee')
    expect(task.problems.map(({ place }) => place)).toEqual(['line 4', 'last line', ''])
    expect(wordsSentBy(task)).toEqual([['Go']])
  })
})
