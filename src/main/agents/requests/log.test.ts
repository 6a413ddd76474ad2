import { describe, expect, it } from 'vitest'
import { readAs } from '../import-source.ts'
import type { ImportedTask } from '../imported-task.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { wordsSentBy } from '../testing/sent-by.ts'
import { sourceOfText } from '../testing/source-of-text.ts'
import { requests } from './requests.ts'

type Message = Readonly<Record<string, unknown>>

const user = (content: string): Message => ({ role: 'user', content })
const answer = (content: string): Message => ({ role: 'assistant', content })
const call = (id: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }],
})
const result = (id: string, content: string): Message => ({ role: 'tool', tool_call_id: id, content })
const long = (word: string): string => `${word} ${'words '.repeat(120)}`

const body = (messages: readonly Message[], more: object = {}): object => ({
  body: { model: 'm', messages: [{ role: 'system', content: 'You help.' }, ...messages], ...more },
})
const replied = (messages: readonly Message[], reply: Message, more: object = {}): object => ({
  ...body(messages, more),
  response: {
    choices: [{ message: reply }],
    usage: { prompt_tokens: 10, completion_tokens: 2 },
  },
})
const formatJsonLines = (values: readonly object[]): string =>
  `${values.map((value) => JSON.stringify(value)).join('\n')}\n`

const buildSource = (text: string, session: string | null): ParsedSource =>
  sourceOfText('log.jsonl', text, session)
const read = async (values: readonly object[], session: string | null = null): Promise<ImportedTask> =>
  readAs(requests, buildSource(formatJsonLines(values), session))
const readSessionKeys = async (
  values: readonly object[],
): Promise<readonly (readonly [string, string | null])[]> =>
  ((await requests.sessions?.list(buildSource(formatJsonLines(values), null))) ?? []).map(
    ({ key, title }) => [key, title],
  )

describe('a log of requests', () => {
  it('is one task of which each request sent what it sent, and each answer is a message once', async () => {
    const [a, b] = [answer('one'), call('c1')]
    const first = [user('a')]
    const second = [...first, { ...a, content: [{ type: 'text', text: 'one' }] }, user('b')]
    const third = [...second, b, result('c1', 'x')]
    const task = await read([replied(first, a), replied(second, b), replied(third, answer('end'))])
    expect(wordsSentBy(task)).toEqual([['a'], ['a', 'one', 'b'], ['a', 'one', 'b', 'c1', 'x']])
    expect(task.messages).toHaveLength(6)
    expect(task.contexts?.requests.map((request) => request.answer)).toEqual([1, 3, 5])
    expect(task.contexts?.copies).toEqual([])
    expect(task.usage.condensations).toEqual([])
    expect(task.usage.requests).toMatchObject([{ tokensIn: 10 }, { tokensIn: 10 }, { tokensIn: 10 }])
  })

  const history = [user('q'), answer('a1'), user('q2'), answer('a2'), user('q3'), answer('a3'), user('q4')]
  const kept = history.slice(4)
  it.each([
    ['a summary before what was kept', [user(long('Summary')), ...kept], 'summary', [long('Summary')]],
    ['a truncation', kept, 'truncation', []],
    ['a truncation with a note', [user('[older messages left out]'), ...kept], 'truncation', []],
    [
      'a summary with nothing behind it',
      [history[0], user(long('So far')), user('q5')],
      'summary',
      [long('So far')],
    ],
  ])('tells %s by comparison', async (_, next, kind, summaries) => {
    const after = next.flatMap((message): readonly Message[] => (message === undefined ? [] : [message]))
    const session_id = 'one'
    const task = await read([
      { ...body(history), session_id },
      { ...body(after), session_id },
    ])
    expect(wordsSentBy(task)[1]).toEqual(after.map(({ content }) => content))
    expect(task.usage.condensations).toMatchObject([{ kind }])
    expect(task.usage.condensations[0]?.trigger).toBeUndefined()
    expect(task.contexts?.changes.filter(({ condensation }) => condensation === 0)).toHaveLength(1)
    expect(task.messages.filter(({ isSummary }) => isSummary).map(({ content }) => content)).toEqual(
      summaries,
    )
  })

  it('tells results that were cleared, which stand twice', async () => {
    const before = [user('q'), call('c1'), result('c1', long('file')), call('c2'), result('c2', 'x')]
    const after = before.map((one, at) => (at === 2 ? result('c1', '[cleared]') : one))
    const task = await read([body(before), body([...after, answer('ok'), user('more')])])
    expect(wordsSentBy(task)[1]).toEqual(['q', 'c1', '[cleared]', 'c2', 'x', 'ok', 'more'])
    expect(task.usage.condensations).toMatchObject([{ kind: 'clearing' }])
    expect(task.contexts?.copies).toHaveLength(1)
  })

  it.each([
    ['a question that was asked again', [...history.slice(0, 6), user('another')]],
    ['a way back to an earlier answer', [...history.slice(0, 4), user('another')]],
    ['the same request again', history],
    ['a reminder in the middle', [...history.slice(0, 4), user('note'), ...history.slice(4)]],
  ])('does not take %s for a condensation', async (_, next) => {
    const task = await read([body(history), body(next)])
    expect(wordsSentBy(task)[1]).toEqual(next.map(({ content }) => content))
    expect(task.usage.condensations).toEqual([])
  })

  it('does not take a first question that was asked anew for a condensation', async () => {
    const [context, session_id] = [user('context'), 'one']
    const task = await read([
      { ...body([context, user('q')]), session_id },
      { ...body([context, user(long('another'))]), session_id },
    ])
    expect(wordsSentBy(task)).toHaveLength(2)
    expect(task.usage.condensations).toEqual([])
  })

  it('knows an answer again that was sent back without what only answers have', async () => {
    const asked = { model: 'claude', system: 's', messages: [user('a')] }
    const content = [{ type: 'text', text: 'b', citations: [{ url: 'u' }] }]
    const sent = [user('a'), { role: 'assistant', content: [{ text: 'b', type: 'text' }] }, user('c')]
    const task = await read([
      { body: asked, response: { role: 'assistant', content } },
      { body: { ...asked, messages: sent } },
    ])
    expect(task.messages).toHaveLength(3)
    expect(task.contexts?.requests[0]?.answer).toBe(1)
  })

  it('does not take what is sent to have a summary written for a condensation', async () => {
    const words = 'All that was done so far, in the words of the model that was asked for it.'
    const tools = { tools: [{ function: { name: 'read' } }] }
    const before = [user('q'), call('c1'), result('c1', long('file')), answer('a')]
    const cleared = before.map((one, at) => (at === 2 ? result('c1', '-') : one))
    const task = await read([
      body(before.slice(0, 3), tools),
      replied([...cleared.slice(0, 3), user('Sum up.')], answer(words), tools),
      body([user(`So far: ${words}`), user('go on')], tools),
    ])
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary' }])
    const { changes = [] } = task.contexts ?? {}
    const hidden = changes.find(({ condensation }) => condensation === 0)?.hide ?? []
    const gone = hidden.flatMap(([from, to]) => task.messages.slice(from, to))
    expect(JSON.stringify(gone)).toContain('file words')
    expect(JSON.stringify(gone)).not.toContain('Sum up.')
  })

  it('knows a summary by the answer that it repeats, which was asked for beside the conversation', async () => {
    const words = 'Short, but the very words of the model that was asked to sum all of it up.'
    const values = [
      body(history, { tools: [{ function: { name: 'read' } }] }),
      {
        body: { model: 'm', messages: [{ role: 'system', content: 'Sum up.' }, user('all of it')] },
        response: { choices: [{ message: answer(words) }] },
      },
      body([user(`What was: ${words}`), user('go on')], { tools: [{ function: { name: 'read' } }] }),
      body([user(`What was: ${words}`), user('go on'), answer('ok'), user('more')], {
        tools: [{ function: { name: 'read' } }],
      }),
    ]
    const task = await read(values)
    expect(task.usage.requests).toHaveLength(3)
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary' }])
    expect(task.problems.map(({ severity }) => severity)).toEqual(['warning'])
    expect(await readSessionKeys(values)).toEqual([
      ['1', 'q'],
      ['2', 'all of it'],
    ])
  })

  it('is split into conversations, by what they share or by their ids', async () => {
    const two = [
      body([user('a')]),
      body([user('x')]),
      body([user('a'), answer('b'), user('c')]),
      body([user('x'), answer('y'), user('z')]),
    ]
    expect(await readSessionKeys(two)).toEqual([
      ['1', 'a'],
      ['2', 'x'],
    ])
    expect(wordsSentBy(await read(two, '2'))).toEqual([['x'], ['x', 'y', 'z']])
    await expect(read(two)).rejects.toThrow(/2 sessions/)
    const byId = ['s1', 's2'].flatMap((session_id) => [{ ...body([user('a')]), session_id }])
    expect(await readSessionKeys(byId)).toHaveLength(2)
    expect(await readSessionKeys([body([user('a')])])).toEqual([])
    const example = answer('An answer that stands in each request as an example.')
    const apart = ['a', 'b', 'c'].map((word) => body([user(word), example, user(`now ${word}`)]))
    expect(await readSessionKeys(apart)).toHaveLength(3)
  })

  it('puts what the server kept before a request that goes on from a response', async () => {
    const text = (words: string): object => ({ role: 'user', content: words })
    const reply = (id: string, words: string): object => ({
      id,
      object: 'response',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: words }] }],
    })
    const chain = [
      { request: { model: 'm', input: [text('a')] }, response: reply('r1', 'b') },
      { request: { model: 'm', input: [text('c')], previous_response_id: 'r1' }, response: reply('r2', 'd') },
      { request: { model: 'm', input: [text('e')], previous_response_id: 'r2' } },
      { request: { model: 'm', input: [text('?')], previous_response_id: 'lost' } },
    ]
    const task = await read(chain)
    expect(wordsSentBy(task)).toEqual([['a'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd', 'e']])
    expect(task.problems).toMatchObject([{ place: 'record 4', severity: 'error' }])
    await expect(read(chain.slice(3))).rejects.toThrow(/server keeps/)
  })

  it('goes on from the compaction of the server', async () => {
    const block = { type: 'compaction', content: 'It was about boats.' }
    const message = { role: 'assistant', content: [block, { type: 'text', text: 'Done' }] }
    const asked = { model: 'claude', system: 's', messages: [user('a'), answer('b'), user('c')] }
    const usage = {
      input_tokens: 4,
      output_tokens: 1,
      iterations: [
        { type: 'compaction', input_tokens: 90, output_tokens: 9 },
        { type: 'message', input_tokens: 4, output_tokens: 1 },
      ],
    }
    const task = await read([
      { body: asked, response: { ...message, usage } },
      { body: { ...asked, messages: [...asked.messages, message, user('d')] } },
    ])
    expect(wordsSentBy(task)).toEqual([
      ['a', 'b', 'c'],
      ['It was about boats.+Done', 'd'],
    ])
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', usage: { tokensIn: 90, tokensOut: 9 } },
    ])
  })

  it('keeps calls of Gemini without ids apart, also behind a truncation', async () => {
    const asked = (at: number): object => ({
      role: 'model',
      parts: [{ functionCall: { name: 'f', args: { at } } }],
    })
    const told = (at: number): object => ({
      role: 'user',
      parts: [{ functionResponse: { name: 'f', response: { output: `r${at}` } } }],
    })
    const all = [1, 2, 3, 4].flatMap((at) => [asked(at), told(at)])
    const first = { role: 'user', parts: [{ text: 'go' }] }
    const task = await read([
      { request: { contents: [first, ...all.slice(0, 6)] } },
      { request: { contents: [first, ...all.slice(4)] } },
    ])
    const ids = task.messages.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.map((block) => block['id'] ?? block['tool_use_id'] ?? ''),
    )
    expect(ids).toEqual(['', 'f_1', 'f_1', 'f_2', 'f_2', 'f_3', 'f_3', 'f_4', 'f_4'])
    expect(task.usage.condensations).toMatchObject([{ kind: 'truncation' }])
  })
})
