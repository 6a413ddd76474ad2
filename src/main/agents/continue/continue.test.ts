import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

type Values = Readonly<Record<string, unknown>>

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-continue-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function read(history: unknown, more: Values = {}) {
  const path = join(folder, 's.json')
  await writeFile(
    path,
    JSON.stringify({ sessionId: 's', title: 'Mend it', workspaceDirectory: 'file:///w', history, ...more }),
  )
  return importTask(path)
}

const user = (content: unknown, more: Values = {}): Values => ({
  message: { role: 'user', content },
  contextItems: [],
  ...more,
})
const says = (content: string, more: Values = {}, message: Values = {}): Values => ({
  message: { role: 'assistant', content, ...message },
  contextItems: [],
  ...more,
})
const prompted = (...messages: readonly (readonly [string, string])[]): Values => ({
  promptLogs: [
    {
      modelTitle: 'M',
      completionOptions: { model: 'm' },
      prompt:
        ['<system>\nBe good', ...messages.map(([role, text]) => `<${role}>\n${text}`)].join('\n\n') + '\n\n',
    },
  ],
})

describe('a session of Continue', () => {
  it('has images as images', async () => {
    const imageUrl = { url: 'data:image/png;base64,AAAA' }
    const { messages } = await read([user([{ type: 'imageUrl', imageUrl }]), says('Seen')])
    expect(messages[0]?.content).toMatchObject([{ type: 'image', source: { data: 'AAAA' } }])
  })

  it('sends context in front of what was typed, and results from the calls that they are of', async () => {
    const toolCalls = ['a', 'b', 'c'].map((id) => ({
      id,
      type: 'function',
      function: { name: 'read', arguments: '{"p":1}' },
    }))
    const task = await read([
      user([{ type: 'text', text: 'Fix it' }], { contextItems: [{ name: 'x', content: 'file x' }] }),
      { message: { role: 'thinking', content: 'hm', signature: 's' }, contextItems: [] },
      says(
        'Look',
        {
          toolCallStates: [
            { toolCallId: 'a', status: 'done', output: [{ content: 'A1' }, { content: 'A2' }] },
            { toolCallId: 'b', status: 'canceled', output: [{ content: 'B' }] },
          ],
        },
        {
          toolCalls,
          usage: { promptTokens: 100, completionTokens: 7, promptTokensDetails: { cachedTokens: 60 } },
        },
      ),
      { message: { role: 'tool', content: 'A1', toolCallId: 'a' }, contextItems: [] },
      says('Done'),
    ])
    expect(wordsSentBy(task)).toEqual([
      ['file x\n+Fix it'],
      [
        'file x\n+Fix it',
        'hm',
        'Look+a+b+c',
        'A1\n\nA2',
        'The user cancelled this tool call.',
        'No tool output',
      ],
    ])
    expect(task).toMatchObject({
      format: 'continue',
      title: 'Mend it',
      workspace: '/w',
      problems: [],
      usage: { requests: [{ tokensIn: 40, cacheReads: 60, tokensOut: 7 }, {}] },
    })
  })

  it('goes on with a summary and what follows it', async () => {
    const task = await read([
      user('Fix it'),
      says('a', { conversationSummary: 'All of it' }),
      user('b'),
      says('c'),
    ])
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Previous conversation summary:\n\n All of it', 'b']])
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary', condenseId: 'summary-1' }])
  })

  it('goes on with a summary that stands in place of the history, as its command line does', async () => {
    const summary = says('All of it', { conversationSummary: 'All of it' })
    const task = await read([summary, user('And now?'), says('c')], { title: 'Untitled Session' })
    expect(wordsSentBy(task)).toEqual([['All of it', 'And now?']])
    expect(task.messages[0]).toMatchObject({ role: 'assistant', isSummary: true, condenseId: 'summary-0' })
    expect(task.usage).toMatchObject({ requests: [{}], condensations: [{ condenseId: 'summary-0' }] })
    expect(task.title).toBe('And now?')
  })

  it.each([
    // Its vendors count cached tokens with the others, but for Anthropic, where there can be more of them.
    [{ prompt_tokens: 1000, prompt_tokens_details: { cached_tokens: 400 } }, 600, 400, undefined],
    [
      { prompt_tokens: 30, prompt_tokens_details: { cached_tokens: 400, cache_write_tokens: 90 } },
      30,
      400,
      90,
    ],
  ])('has the usage of its command line: %j', async (usage, tokensIn, cacheReads, cacheWrites) => {
    const more = { completion_tokens: 50, total_tokens: 1050, model: 'm', cost_cents: 0 }
    const task = await read([user('Fix it'), says('a', {}, { usage: { ...usage, ...more } })])
    expect(task.usage.requests[0]).toEqual({
      modelId: 'm',
      tokensIn,
      isCacheApart: true,
      tokensOut: 50,
      cacheReads,
      ...(cacheWrites === undefined ? {} : { cacheWrites }),
    })
    expect(task.model).toBe('m')
  })

  it('sends what its log says where it cut, and remarks when more was cut than before', async () => {
    const [long, tail] = [`${'x'.repeat(300)}${'y'.repeat(300)}`, 'y'.repeat(300)]
    const task = await read([
      user(long),
      says('a', prompted(['user', tail])),
      user('b'),
      says('c', prompted(['user', tail], ['assistant', 'a'], ['user', 'b'])),
      user('d'),
      says('e', prompted(['assistant', 'a'], ['user', 'b'], ['assistant', 'c'], ['user', 'd'])),
      user('f'),
      says('g', prompted(['user', 'something else'])),
    ])
    expect(wordsSentBy(task)).toEqual([
      [tail],
      [tail, 'a', 'b'],
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ])
    expect(task.usage.condensations).toMatchObject([{ kind: 'clearing' }, { kind: 'truncation' }])
    expect(task.model).toBe('m')
  })

  it.each([
    [5],
    [[null, 5, {}]],
    [
      [
        { message: 5 },
        { message: { role: 'user' } },
        user('x'),
        says('y', { toolCallStates: 5 }, { toolCalls: 'z' }),
      ],
    ],
  ])('holds what it can where it is damaged: %j', async (history) => {
    const result = await read(history).catch((error: unknown) => error)
    expect(result).toSatisfy(
      (one: { messages?: unknown; code?: unknown }) =>
        one.messages !== undefined || one.code === 'unreadable' || one.code === 'unknown-format',
    )
  })
})
