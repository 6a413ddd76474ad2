import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { listBlocks } from '../../../kernel/history/blocks.ts'
import { ModelFailure, type CompletionEvent, type CompletionRequest } from '../../../kernel/language-model.ts'
import { readBuiltInPrompt } from '../../../kernel/prompts/built-in.ts'
import { call, modelBy, readRequestText } from '../../../kernel/testing/model-by.ts'
import { conversationFor, runOn } from '../../../kernel/testing/run-on.ts'
import * as small from '../../../kernel/testing/small-histories.ts'
import { nativeMethod } from './native.ts'

/** A body of exactly so many characters that begins with its name. */
const body = (name: string, length = 2000): string =>
  `${name} ${'lorem ipsum '.repeat(length)}`.slice(0, length)
const run = (id: string, text: string): Message[] => [
  small.call(id, 'execute_command', { command: id }),
  small.answer(id, text),
]
const ending: Message[] = ['a', 'b', 'c'].map((content, at) => ({
  role: at % 2 === 0 ? 'assistant' : 'user',
  content,
}))

type Script = (request: CompletionRequest, index: number) => readonly (CompletionEvent | Error)[]
const brief: Script = () => call('brief')

async function condense(messages: Message[], script = brief, settings: object = {}, info = {}) {
  const model = modelBy(script, info)
  const all = { selective: true, ...settings }
  const outcome = await runOn(nativeMethod, all, conversationFor(messages), null, model)
  const result = outcome.condensed?.conversation.messages ?? []
  const patched = result.flatMap((message, index) => (message === messages[index] ? [] : [index]))
  return { ...outcome, result, patched, asked: model.asked }
}
const readFirstContent = (message: Message | undefined): unknown => listBlocks(message!)[0]?.['content']

describe('a tool result', () => {
  it.each([
    ['of 999 characters stays', 999, 1000, false],
    ['of 1,000 characters stays', 1000, 1000, false],
    ['of 1,001 characters goes', 1001, 1000, true],
    ['at a limit of 100 stays', 100, 100, false],
    ['above a limit of 100 goes', 101, 100, true],
  ])('%s', async (_name, length, selectiveMinChars, goes) => {
    const messages = [small.task, ...run('1', body('x', length)), ...ending]
    const outcome = await condense(messages, brief, { selectiveMinChars })
    expect(outcome.asked).toHaveLength(goes ? 1 : 0)
    expect(outcome.patched).toEqual(goes ? [2] : [])
    expect(outcome.summary.status).toBe(goes ? 'condensed' : 'unchanged')
  })

  it('is patched in its place: its block, its id and its neighbours are what they were', async () => {
    const [first, second] = run('1', body('x')) as [Message, Message]
    const beside: ContentBlock = { type: 'text', text: body('said by the user') }
    const answer = { ...second, ts: 7, content: [...(second.content as ContentBlock[]), beside] }
    const { result } = await condense([small.task, first, answer, ...ending])
    expect(result[2]).toEqual({
      role: 'user',
      ts: 7,
      content: [{ type: 'tool_result', tool_use_id: '1', content: '[Summary of the output]\nbrief' }, beside],
    })
  })

  it('of the XML era is patched inside its text, heading and details untouched', async () => {
    const details = '<environment_details>\nnow\n</environment_details>'
    const messages: Message[] = [
      small.task,
      { role: 'assistant', content: '<execute_command>\n<command>ls</command>\n</execute_command>' },
      {
        role: 'user',
        content: [
          { type: 'text', text: "[execute_command for 'ls'] Result:" },
          { type: 'text', text: body('x') },
          { type: 'text', text: details },
        ],
      },
      ...ending,
    ]
    const { result, patched } = await condense(messages)
    expect(patched).toEqual([2])
    expect(listBlocks(result[2]!).map(({ text }) => text)).toEqual([
      "[execute_command for 'ls'] Result:",
      '[Summary of the output]\nbrief',
      details,
    ])
  })

  it.each([
    ['stays as one of the last three', 3, []],
    ['goes as one before the last one', 1, [2]],
    ['stays as one of the last fifty', 50, []],
  ])('%s', async (_name, keepLast, patched) => {
    const messages = [small.task, ...run('1', body('x')), ...ending.slice(0, 1)]
    const outcome = await condense(messages, brief, { keepLast })
    expect(outcome.patched).toEqual(patched)
    expect(outcome.summary.status).toBe(patched.length === 0 ? 'unchanged' : 'condensed')
  })

  it('stays as the first message', async () => {
    const messages = [small.answer('0', body('x')), ...run('1', body('y')), ...ending]
    expect((await condense(messages)).patched).toEqual([2])
  })

  it('is shown with what it is, by the prompt for outputs or the user’s own', async () => {
    const messages = [small.task, ...small.read('1', 'src/a.ts', body('x')), ...ending]
    const [request] = (await condense(messages)).asked
    expect(request).toMatchObject({
      purpose: 'tool-output',
      system: readBuiltInPrompt('tool-output'),
      maxTokens: 300,
    })
    expect(readRequestText(request!)).toMatch(/^Output of read_file \(src\/a\.ts\):\n\n/)
    expect(readRequestText(request!)).toContain(body('x'))
    expect((await condense(messages, brief, { customPrompt: ' mine ' })).asked[0]?.system).toBe('mine')
  })

  it('whose summary is no shorter stays, and is paid for', async () => {
    const { summary } = await condense([small.task, ...run('1', body('x')), ...ending], () => call(body('y')))
    expect(summary).toMatchObject({ status: 'unchanged', stats: { costUsd: 0.0045 } })
    expect(summary.reason).toBe('No summary is shorter than the tool result it would replace.')
    const two = [small.task, ...run('1', body('x')), ...run('2', body('y')), ...ending]
    const longAnswers: Script = (request) =>
      call(readRequestText(request).includes('x lorem') ? body('z') : 'brief')
    expect((await condense(two, longAnswers)).patched).toEqual([4])
  })

  it('larger than the window is summarised in pieces that hold all of it', async () => {
    const text = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ')
    const info = { windowTokens: 1500, maxOutputTokens: 100 }
    const { asked, result, summary } = await condense(
      [small.task, ...run('1', text), ...ending],
      brief,
      {},
      info,
    )
    expect(asked.length).toBeGreaterThan(1)
    const pieces = asked.map((request) =>
      readRequestText(request).replace('Output of execute_command:\n\n', ''),
    )
    expect(pieces.join('')).toBe(text)
    for (const request of asked) expect(request.inputTokens + request.maxTokens).toBeLessThanOrEqual(1500)
    expect(readFirstContent(result[2])).toBe(
      `[Summary of the output]\n${asked.map(() => 'brief').join('\n')}`,
    )
    expect(summary.stats).toMatchObject({ modelCalls: asked.length })
  })
})

describe('of several tool results', () => {
  const many = (count: number): Message[] => [
    small.task,
    ...Array.from({ length: count }, (_, index) => run(`${index}`, body(`result-${index}`))).flat(),
    ...ending,
  ]
  const failure = (code: 'timeout' | 'budget' | 'authentication' | 'bad-request' | 'handler-invalid') =>
    new ModelFailure(code, 'Because.')
  const failingOn =
    (what: string, error: Error): Script =>
    (request) =>
      readRequestText(request).includes(what)
        ? [...call('').slice(0, 1), ...call('').slice(2, 3), error]
        : call('brief')

  it('each is patched, and cost and calls add up', async () => {
    const { summary, patched } = await condense(many(3))
    expect(patched).toEqual([2, 4, 6])
    expect(summary.stats).toMatchObject({
      modelCalls: 3,
      operations: [{ operation: 'summarised', parts: 3 }],
    })
    expect(summary.stats.costUsd).toBeCloseTo(0.0135, 12)
    expect(summary.passes).toMatchObject([{ id: 'selective', operations: { summarised: 3 } }])
  })

  it('one that fails stays as it was and is named, and its cost counts', async () => {
    const { summary, patched } = await condense(many(3), failingOn('result-1', failure('timeout')))
    expect(patched).toEqual([2, 6])
    expect(summary.warnings).toMatchObject([
      { code: 'partly-failed', message: '1 of 3 tool results stay as they were: Scripted: Because.' },
    ])
    expect(summary.stats.costUsd).toBeCloseTo(0.0135, 12)
  })

  it('all that fail fail the run, with the first reason and the cost of all', async () => {
    const { summary, condensed } = await condense(many(3), failingOn('result', failure('timeout')))
    expect(summary).toMatchObject({ status: 'failed', error: { code: 'timeout' }, stats: { modelCalls: 3 } })
    expect(summary.stats.costUsd).toBeCloseTo(0.0135, 12)
    expect(condensed).toBeNull()
  })

  it.each([
    ['authentication', 4],
    ['handler-invalid', 4],
    ['bad-request', 6],
  ] as const)('none is asked for after a refusal that holds for all: %s', async (code, most) => {
    const { asked, summary } = await condense(many(20), () => [failure(code)])
    // Four calls at a time: those are out when the last word is heard, which a bad request says at the third time.
    expect(asked.length).toBeLessThanOrEqual(most)
    expect(summary).toMatchObject({ status: 'failed', error: { code }, stats: { costUsd: 0 } })
  })

  it('those that were summarised before the budget ran out stay summarised', async () => {
    const { summary, patched, asked } = await condense(many(12), (_request, index) =>
      index < 4 ? call('brief') : [failure('budget')],
    )
    expect(patched).toEqual([2, 4, 6, 8])
    // A smaller one could still have room.
    expect(asked).toHaveLength(12)
    expect(summary.warnings).toMatchObject([
      { code: 'partly-failed', message: expect.stringMatching(/^8 of 12/) },
    ])
  })

  it('every one is tried where one was only slow', async () => {
    expect((await condense(many(12), failingOn('result-1 ', failure('timeout')))).asked).toHaveLength(12)
  })

  it('an unknown price is named, though the last answer was a kept one', async () => {
    const kept: CompletionEvent[] = [{ kind: 'cached' }, ...call('kept').slice(1)]
    const info = { prices: { input: 3 }, windowTokens: 1500, maxOutputTokens: 100 }
    const text = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ')
    const messages = [small.task, ...run('1', text), ...ending]
    const { summary } = await condense(
      messages,
      (_request, index) => (index === 0 ? call('brief') : kept),
      {},
      info,
    )
    expect(summary.warnings.map(({ code }) => code)).toContain('price-unknown')
  })
})
