import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { readBlockTexts, wordsSentBy } from '../testing/sent-by.ts'

type Line = Readonly<Record<string, unknown>>

const start: Line = { sessionId: 'abc', projectHash: 'p', startTime: '2026-01-01T00:00:00Z', kind: 'main' }
const at = '2026-01-01T00:00:01.000Z'
const user = (id: string, text: string): Line => ({ id, timestamp: at, type: 'user', content: [{ text }] })
const tokens: Line = { input: 100, output: 7, cached: 60, thoughts: 5, tool: 0, total: 112 }
const gemini = (id: string, content: unknown, more: Line = {}): Line => ({
  id,
  timestamp: at,
  type: 'gemini',
  content,
  thoughts: [],
  tokens,
  model: 'gemini-x',
  ...more,
})
const call = (id: string, output?: string): Line => ({
  id,
  name: 'read_file',
  args: { path: id },
  ...(output === undefined ? {} : { result: [response(id, output)] }),
})
const response = (id: string, output: string): Line => ({
  functionResponse: { id, name: 'read_file', response: { output } },
})
const answered = (id: string, of: string, output: string): Line => ({
  id,
  timestamp: at,
  type: 'user',
  content: [response(of, output)],
})
const history = (...messages: readonly Line[]): Line => ({ $set: { messages } })

async function read(lines: readonly (Line | string)[], name = 'session.jsonl'): Promise<ImportedTask> {
  const text = lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  return importFiles('drop', [{ name, text }])
}

describe('a chat of Gemini CLI', () => {
  it('has each message once: its last copy, where the first one stood', async () => {
    const task = await read([
      start,
      user('u1', 'Fix it'),
      gemini('g1', 'Looking', { thoughts: [{ subject: 'Plan', description: 'Read first' }] }),
      { $set: { lastUpdated: at } },
      gemini('g1', 'Looking', {
        thoughts: [{ subject: 'Plan', description: 'Read first' }],
        toolCalls: [call('read_file__c1', 'text')],
      }),
      answered('r1', 'read_file__c1', 'text'),
      gemini('g2', 'Done'),
    ])
    expect(task).toMatchObject({ format: 'gemini-cli', agent: 'gemini-cli', model: 'gemini-x', problems: [] })
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', '**Plan** Read first+Looking+c1', 'text']])
    expect(task.usage.requests).toMatchObject([
      { tokensIn: 40, cacheReads: 60, tokensOut: 12, reasoningTokens: 5, isCacheApart: true },
      {},
    ])
  })

  it('has the results that are recorded with their calls where none has a message of its own', async () => {
    const task = await read([
      start,
      user('u1', 'Go'),
      gemini('g1', '', { toolCalls: [call('c1', 'one'), call('c2', 'two')] }),
      answered('r1', 'c2', 'two'),
      gemini('g2', 'Done'),
    ])
    expect(wordsSentBy(task)[1]).toEqual(['Go', 'c1+c2', 'one', 'two'])
  })

  it('begins anew where a summary was written, with what was kept under new ids', async () => {
    const task = await read([
      start,
      user('u1', 'Old'),
      gemini('g1', 'Older'),
      user('u2', 'Kept'),
      gemini('g2', 'Also kept'),
      history(
        user('s', '<state_snapshot>Summary</state_snapshot>'),
        { id: 'm', type: 'gemini', content: [{ text: 'Got it. Thanks for the additional context!' }] },
        user('n1', 'Kept'),
        { id: 'n2', type: 'gemini', content: [{ text: 'Also kept' }] },
      ),
      user('u3', 'Next'),
      gemini('g3', 'On'),
    ])
    expect(wordsSentBy(task).at(-1)).toEqual([
      '<state_snapshot>Summary</state_snapshot>',
      'Got it. Thanks for the additional context!',
      'Kept',
      'Also kept',
      'Next',
    ])
    expect(task.messages).toHaveLength(8)
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary', tokensBefore: 100, condenseId: 's' }])
    expect(task.messages.filter(({ isSummary }) => isSummary).map(readBlockTexts)).toEqual([
      '<state_snapshot>Summary</state_snapshot>',
    ])
  })

  it('shows results that were masked as they are since, and as they were before', async () => {
    const masked = '<tool_output_masked>gone</tool_output_masked>'
    const long = 'a long result '.repeat(20)
    const task = await read([
      start,
      user('u1', 'Go'),
      gemini('g1', '', { toolCalls: [call('c1')] }),
      answered('r1', 'c1', long),
      gemini('g2', 'Read'),
      history(
        user('u1', 'Go'),
        gemini('g1', [{ functionCall: { id: 'c1', name: 'read_file', args: { path: 'c1' } } }]),
        answered('r1', 'c1', masked),
        gemini('g2', [{ text: 'Read' }]),
      ),
      user('u2', 'More'),
      gemini('g3', 'Yes'),
    ])
    expect(wordsSentBy(task).slice(1)).toEqual([
      ['Go', 'c1', long],
      ['Go', 'c1', masked, 'Read', 'More'],
    ])
    expect(task.usage.condensations).toMatchObject([{ kind: 'clearing' }])
    expect(task.contexts?.copies).toHaveLength(1)
  })

  it('sends results twice after a session was resumed, as the agent does', async () => {
    const task = await read([
      start,
      user('u1', 'Go'),
      gemini('g1', 'Look', { toolCalls: [call('c1', 'text')] }),
      answered('r1', 'c1', 'text'),
      gemini('g2', 'Done'),
      start,
      history(user('u1', 'Go')),
      history(
        user('u1', 'Go'),
        gemini('g1', [
          { text: 'Look' },
          { functionCall: { id: 'c1', name: 'read_file', args: { path: 'c1' } } },
        ]),
        answered('g1_response', 'c1', 'text'),
        answered('r1', 'c1', 'text'),
        gemini('g2', [{ text: 'Done' }]),
      ),
      user('u2', 'More'),
      gemini('g3', 'Yes'),
    ])
    expect(wordsSentBy(task).at(-1)).toEqual(['Go', 'Look+c1', 'text', 'text', 'Done', 'More'])
    expect(task.usage.condensations).toEqual([])
    expect(task.contexts?.copies).toEqual([[2, 3]])
    expect(task.usage.requests).toHaveLength(3)
  })

  it('takes back what was rewound, and prompts that failed', async () => {
    const task = await read([
      start,
      user('u1', 'Go'),
      gemini('g1', 'Yes'),
      user('u2', 'Wrong'),
      gemini('g2', 'Wrong too'),
      { $rewindTo: 'u2' },
      user('u3', 'Fails'),
      history(user('u1', 'Go'), gemini('g1', [{ text: 'Yes' }])),
      user('u4', 'Right'),
      gemini('g4', 'Fine'),
    ])
    expect(wordsSentBy(task)).toEqual([
      ['Go'],
      ['Go', 'Yes', 'Wrong'],
      ['Go', 'Yes', 'Fails'],
      ['Go', 'Yes', 'Right'],
    ])
    expect(task.contexts?.requests.map(({ answer }) => answer === null)).toEqual([false, false, true, false])
  })

  it('takes calls that were recorded apart from their words as one answer, and leaves notes out', async () => {
    const task = await read([
      start,
      user('u1', 'Go'),
      gemini('g1', 'I will look'),
      { id: 'i1', type: 'info', content: 'Update available' },
      gemini('g2', '', { tokens: { input: 0, output: 0 }, toolCalls: [call('c1', 'text')] }),
      gemini('g3', 'Done'),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'I will look', 'c1', 'text']])
  })

  it('sends files that a tool gave', async () => {
    const inlineData = { mimeType: 'image/png', data: 'AAAA' }
    const task = await read([
      start,
      user('u1', 'Go'),
      gemini('g1', '', { toolCalls: [call('c1')] }),
      answered('r1', 'c1', 'an image'),
      gemini('b', [{ text: 'Binary content received.', thought: true }], {
        tokens: undefined,
        model: undefined,
      }),
      { id: 'i1', type: 'info', content: [{ inlineData }] },
      gemini('g2', 'Seen'),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'c1', 'an image', 'image']])
    expect(task.messages.some(({ content }) => JSON.stringify(content).includes('AAAA'))).toBe(true)
  })

  it('has no request for a command that a resumed session leaves out', async () => {
    const task = await read([
      start,
      user('u1', 'Go'),
      gemini('g1', 'Yes'),
      user('u2', '/compress'),
      start,
      history(user('u1', 'Go'), gemini('g1', [{ text: 'Yes' }])),
      user('u3', 'More'),
      gemini('g3', 'Fine'),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'Yes', 'More']])
  })

  it('closes results that were never answered as the agent does before the next prompt', async () => {
    const lines = [
      user('u1', 'Go'),
      gemini('g1', '', { toolCalls: [call('c1', 'text')] }),
      answered('r1', 'c1', 'text'),
      user('u2', 'More'),
      gemini('g2', 'Yes'),
    ]
    const closed = '[The previous response was interrupted before it completed.]'
    expect(wordsSentBy(await read([start, history(), ...lines]))[1]).toEqual([
      'Go',
      'c1',
      'text',
      closed,
      'More',
    ])
    expect(wordsSentBy(await read([start, ...lines]))[1]).toEqual(['Go', 'c1', 'text', 'More'])
  })

  it('is one object in older versions, and calls are without ids in checkpoints', async () => {
    const object = { ...start, summary: 'Named', messages: [user('u1', 'Go'), gemini('g1', 'Yes')] }
    const old = await read([JSON.stringify(object, null, 2)], 'session-1.json')
    expect(old).toMatchObject({ format: 'gemini-cli', title: 'Named' })
    expect(wordsSentBy(old)).toEqual([['Go']])
    const functionCall = { name: 'ls', args: {} }
    const checkpoint = await read(
      [
        JSON.stringify({
          history: [
            { role: 'user', parts: [{ text: 'Go' }] },
            { role: 'model', parts: [{ functionCall }] },
            { role: 'user', parts: [{ functionResponse: { name: 'ls', response: { error: 'no' } } }] },
            { role: 'model', parts: [{ text: 'Well' }] },
          ],
        }),
      ],
      'checkpoint-a.json',
    )
    expect(wordsSentBy(checkpoint)).toEqual([['Go'], ['Go', 'ls_1', 'no']])
    const words = 'x'.repeat(70_000)
    const bare = [
      { role: 'user', parts: [{ text: 'Go' }] },
      { role: 'model', parts: [{ text: words }] },
      { role: 'user', parts: [{ text: 'On' }] },
    ]
    const early = await read([JSON.stringify(bare, null, 2)], 'checkpoint-b.json')
    expect(early).toMatchObject({ format: 'gemini-cli', title: 'Go' })
    expect(early.messages.map(readBlockTexts)).toEqual(['Go', words, 'On'])
  })

  it('is of Qwen Code where answers say so, as its early versions did', async () => {
    const task = await read([
      JSON.stringify({ ...start, messages: [user('u1', 'Go'), gemini('q1', 'Yes', { type: 'qwen' })] }),
    ])
    expect(task).toMatchObject({ agent: 'qwen-code', usage: { requests: [{ tokensIn: 40 }] } })
    expect(task.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  })

  it('is read as far as it goes where lines are damaged, and names what nobody knows', async () => {
    const task = await read([
      '// exported',
      start,
      user('u1', 'Go'),
      '{"id":',
      { brand: 'new' },
      { id: 'odd', type: 'user', content: { text: 5 } },
      gemini('g1', 'Yes', { tokens: 'many', toolCalls: [null, { name: 5 }] }),
      '{"id":"g2","ty',
    ])
    expect(wordsSentBy(task)).toEqual([['Go']])
    expect(task.problems.map(({ place }) => place)).toEqual(['line 4', 'last line', ''])
    expect(task.problems.at(-1)?.reason).toContain('brand')
  })
})
