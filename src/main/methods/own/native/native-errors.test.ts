import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { ModelFailure, type CompletionEvent } from '../../../kernel/language-model.ts'
import { call, modelBy } from '../../../kernel/testing/model-by.ts'
import { conversationFor, runOn } from '../../../kernel/testing/run-on.ts'
import { nativeMethod } from './native.ts'

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${'some words that take up space '.repeat(40)}`,
    ts: 100 + index,
  }))
const summary = (more: Partial<Message> = {}): Message => ({
  role: 'assistant',
  content: 'earlier',
  isSummary: true,
  ...more,
})
const own = summary({ role: 'user', condenseId: 'a' })

async function condense(messages: Message[], settings: object, events: readonly (CompletionEvent | Error)[]) {
  const model = modelBy(() => events)
  const outcome = await runOn(nativeMethod, settings, conversationFor(messages), null, model)
  return { ...outcome, asked: model.asked.length }
}

describe.each([
  ['classic', { flavour: 'classic' }],
  ['current', { flavour: 'current' }],
])('the flavour %s', (flavour, settings) => {
  const cases: [string, Message[], string | null][] =
    flavour === 'classic'
      ? [
          ['nothing', [], 'not-enough-messages'],
          ['one message', talk(1), 'not-enough-messages'],
          ['four messages', talk(4), 'not-enough-messages'],
          ['five messages', talk(5), null],
          [
            'a summary as the first of the last three',
            [...talk(6), summary(), ...talk(2)],
            'condensed-recently',
          ],
          ['a summary as the very last', [...talk(8), summary()], 'condensed-recently'],
          ['a summary just before the last three', [...talk(6), summary(), ...talk(3)], null],
          ['only a summary of the user before the last three', [own, own, ...talk(3)], 'condensed-recently'],
          ['a summary and one more before the last three', [...talk(1), summary(), ...talk(4)], null],
        ]
      : [
          ['nothing', [], 'not-enough-messages'],
          ['one message', talk(1), 'not-enough-messages'],
          ['two messages', talk(2), null],
          ['nothing but a summary', [...talk(4), own], 'condensed-recently'],
          ['a summary and one message', [...talk(4), own, ...talk(1)], 'condensed-recently'],
          ['a summary and two messages', [own, ...talk(2)], null],
        ]
  it.each(cases)('given %s: %s', async (_name, messages, code) => {
    const { summary: outcome, asked } = await condense(messages, settings, call('short'))
    expect(outcome.error?.code ?? null).toBe(code)
    expect(asked).toBe(code === null ? 1 : 0)
    expect(outcome.stats.costUsd).toBe(code === null ? 0.0045 : 0)
  })

  const [begun, , usage, finished] = call('') as [
    CompletionEvent,
    CompletionEvent,
    CompletionEvent,
    CompletionEvent,
  ]
  const says = (text: string): CompletionEvent => ({ kind: 'text', text })
  const stopped = (reason: 'max-tokens' | 'refused'): CompletionEvent => ({ kind: 'stopped', reason })

  it.each<[string, (CompletionEvent | Error)[], string]>([
    ['empty', [begun, says(' \n'), usage, finished], 'condense-failed'],
    ['empty and cut at its limit', [begun, usage, stopped('max-tokens')], 'condense-failed'],
    ['one that breaks off', [begun, says('half'), usage], 'condense-failed'],
    ['a refusal by the vendor', [begun, says('I will'), usage, stopped('refused')], 'summary-refused'],
    ['an empty refusal', [begun, usage, stopped('refused')], 'summary-refused'],
    [
      'a refusal in words',
      [begun, says("I'm sorry, but I can't help with that."), usage, finished],
      'summary-refused',
    ],
    [
      'a refusal with a curly apostrophe',
      [begun, says('I can’t do that.'), usage, finished],
      'summary-refused',
    ],
    ['longer than its source', call('x'.repeat(60_000)), 'context-grew'],
  ])('where the answer is %s fails with its cost, and has no result', async (_name, events, code) => {
    const { summary: outcome, condensed } = await condense(talk(10), settings, events)
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code },
      stats: { costUsd: 0.0045, modelCalls: 1, reductionPercent: 0 },
    })
    expect(outcome.stats.finalTokens).toBe(outcome.stats.originalTokens)
    expect(condensed).toBeNull()
  })

  it.each<[string, string]>([
    [
      'a summary that begins with regret',
      `I'm sorry to say that the build was broken. ${'It was mended. '.repeat(30)}`,
    ],
    ['a summary of somebody who cannot', 'The user wrote: I cannot log in.'],
    ['a summary of a sorry state', 'Sorry state of the tests: 3 fail.'],
  ])('does not take %s for a refusal', async (_name, text) => {
    expect((await condense(talk(10), settings, call(text))).summary.status).toBe('condensed')
  })

  it('takes an answer that was cut at its limit, and says so', async () => {
    const events = [begun, says('short'), usage, stopped('max-tokens')]
    const { summary: outcome } = await condense(talk(6), settings, events)
    expect(outcome).toMatchObject({ status: 'condensed', warnings: [{ code: 'summary-cut' }] })
  })

  it.each([
    'authentication',
    'bad-request',
    'budget',
    'handler-invalid',
    'network',
    'overloaded',
    'rate-limit',
    'timeout',
  ] as const)('passes on why no answer came: %s', async (code) => {
    const events = [begun, usage, new ModelFailure(code, 'Because.')]
    const { summary: outcome, asked } = await condense(talk(10), settings, events)
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code, message: 'Scripted: Because.' },
      stats: { costUsd: 0.0045, modelCalls: 1 },
    })
    expect(asked).toBe(1)
  })

  it('keeps the cost of a try that broke off before the whole answer', async () => {
    const events = [begun, says('half'), usage, ...call('whole')]
    const { summary: outcome, condensed } = await condense(talk(10), settings, events)
    expect(outcome.stats).toMatchObject({ modelCalls: 2, costUsd: 0.009 })
    const text = JSON.stringify(condensed?.conversation.messages)
    expect(text).toContain('whole')
    expect(text).not.toContain('half')
  })

  it('pays nothing for an answer that was kept', async () => {
    const events: CompletionEvent[] = [{ kind: 'cached' }, says('kept'), usage, finished]
    const { summary: outcome } = await condense(talk(10), settings, events)
    expect(outcome).toMatchObject({ status: 'condensed', stats: { costUsd: 0, modelCalls: 0, cacheHits: 1 } })
  })

  it('says that a price is unknown, and of which tokens', async () => {
    const model = modelBy(() => call('short'), { prices: { input: 3 } })
    const { summary: outcome } = await runOn(nativeMethod, settings, conversationFor(talk(6)), null, model)
    expect(outcome.stats.costUsd).toBe(0.003)
    expect(outcome.warnings).toMatchObject([
      { code: 'price-unknown', message: expect.stringContaining('unknown for output:') },
    ])
  })
})
