import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../shared/condense/run-types.ts'
import { ModelFailure, type CompletionEvent, type CompletionRequest } from '../../kernel/language-model.ts'
import { call, modelBy } from '../../kernel/testing/model-by.ts'
import { createModelObserver } from './create-model-observer.ts'

const request = (purpose: CompletionRequest['purpose'], label = 'Summary'): CompletionRequest => ({
  purpose,
  label,
  system: '',
  messages: [],
  maxTokens: 1,
  inputTokens: 1,
  signal: new AbortController().signal,
})

type Script = readonly (CompletionEvent | Error)[]
async function watch(scripts: readonly Script[], requests: readonly CompletionRequest[]) {
  const reported: RunEvent[] = []
  const { observe, idle, estimatedCalls } = createModelObserver((event) => void reported.push(event))
  const model = observe(modelBy((_request, index) => scripts[index] ?? []))
  const passed: CompletionEvent[] = []
  for (const asked of requests) {
    try {
      for await (const event of model.complete(asked)) passed.push(event)
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
    }
  }
  const kinds = reported.map((event) => (event.kind === 'text' ? `text ${event.text}` : event.kind))
  const spending = reported.flatMap((event) => (event.kind === 'spending' ? [event.spending] : [])).at(-1)
  await idle()
  return { reported, kinds, spending, passed, estimatedCalls: estimatedCalls() }
}

const usage = { input: 1000, output: 1, cacheReads: 0, cacheWrites: 0 }
const estimated: Script = [
  { kind: 'call' },
  { kind: 'text', text: 'a' },
  { kind: 'usage', usage, isEstimated: true },
  { kind: 'stopped', reason: 'finished' },
]

describe('who watches a run', () => {
  it('hears each answer with its name, its text and what it cost', async () => {
    const { kinds, reported, passed } = await watch([call('one')], [request('conversation')])
    expect(kinds).toEqual(['answer-started', 'spending', 'text one', 'spending', 'spending'])
    expect(reported[0]).toEqual({ kind: 'answer-started', label: 'Summary' })
    expect(reported.at(-1)).toEqual({
      kind: 'spending',
      spending: { costUsd: 0.0045, modelCalls: 1, inputTokens: 1000, outputTokens: 100 },
    })
    expect(passed).toEqual(call('one'))
  })

  it('hears that an answer is void once it begins anew, and pays for both', async () => {
    const { kinds, spending } = await watch(
      [[...call('half').slice(0, 3), ...call('whole')]],
      [request('conversation')],
    )
    expect(kinds).toEqual([
      'answer-started',
      'spending',
      'text half',
      'spending',
      'answer-voided',
      'spending',
      'text whole',
      'spending',
      'spending',
    ])
    expect(spending).toMatchObject({ costUsd: 0.009, modelCalls: 2, outputTokens: 200 })
  })

  it('hears no text of summaries that are written side by side, but what they cost', async () => {
    const { kinds, spending } = await watch(
      [call('a'), call('b')],
      [request('tool-output'), request('tool-output')],
    )
    expect(new Set(kinds)).toEqual(new Set(['spending']))
    expect(spending).toMatchObject({ costUsd: 0.009, modelCalls: 2 })
  })

  it('pays nothing for an answer that was kept', async () => {
    const kept: CompletionEvent[] = [{ kind: 'cached' }, ...call('kept').slice(1)]
    const { kinds, spending } = await watch([kept], [request('conversation')])
    expect(kinds).toEqual(['answer-started', 'text kept'])
    expect(spending).toBeUndefined()
  })

  it('sees costs of several answers add up, those that failed as well', async () => {
    const failed = [...call('half').slice(0, 3), new ModelFailure('overloaded', 'Busy.')]
    const { spending } = await watch([failed, call('b')], [request('conversation'), request('conversation')])
    expect(spending).toEqual({
      costUsd: 0.009,
      modelCalls: 2,
      inputTokens: 2000,
      outputTokens: 200,
      isEstimated: true,
    })
  })

  it('sees cached input count as input', async () => {
    const usage = { input: 10, output: 1, cacheReads: 100, cacheWrites: 1000 }
    const { spending } = await watch(
      [[{ kind: 'call' }, { kind: 'usage', usage }]],
      [request('conversation')],
    )
    expect(spending).toMatchObject({ inputTokens: 1110, outputTokens: 1 })
  })

  it('sees tokens and cost grow with the text until the server says what they are', async () => {
    const text = 'x'.repeat(40)
    const usage = { input: 1000, output: 90, cacheReads: 0, cacheWrites: 0 }
    const { reported } = await watch(
      [
        [
          { kind: 'call' },
          { kind: 'text', text },
          { kind: 'text', text: 'y' },
          { kind: 'text', text },
          { kind: 'usage', usage },
          { kind: 'stopped', reason: 'finished' },
        ],
      ],
      [request('tool-output')],
    )
    const figures = reported.flatMap((event) => (event.kind === 'spending' ? [event.spending] : []))
    expect(figures.map(({ outputTokens, isEstimated = false }) => [outputTokens, isEstimated])).toEqual([
      [0, false],
      [10, true],
      [21, true],
      [90, true],
      [90, false],
    ])
    expect(figures.map(({ inputTokens }) => inputTokens)).toEqual([0, 1, 1, 1000, 1000])
    expect(figures[1]?.costUsd).toBeGreaterThan(0)
  })

  it.each<[string, Script, number]>([
    ['whose server reported it', call('a'), 0],
    ['whose server reported nothing', estimated, 1],
    ['that broke off', call('a').slice(0, 3), 1],
    ['that was refused', [{ kind: 'call' }, new ModelFailure('overloaded', 'Busy.')], 0],
  ])('knows whether the cost of a call is estimated %s', async (_, script, count) => {
    expect((await watch([script], [request('conversation')])).estimatedCalls).toBe(count)
  })
})
