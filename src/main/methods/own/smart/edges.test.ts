import { describe, expect, it } from 'vitest'
import { isSameJson } from '../../../../shared/kernel/json-values.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { eras, exchangeHistory, type Era } from '../../../kernel/testing/exchange-history.ts'
import { call, modelBy } from '../../../kernel/testing/model-by.ts'
import { conversationFor } from '../../../kernel/testing/run-on.ts'
import { runWith } from '../../../kernel/testing/run-with.ts'
import { unsoundOutcome } from '../../../kernel/testing/unsound-places.ts'
import type { Outcome } from '../../run-method.ts'
import { smartMethod } from './smart.ts'

const cut = { operation: 'truncate', params: { truncate: { maxChars: 20 } } }
const keep = { operation: 'keep' }
/** Changes every message of an `exchangeHistory`. */
const cutAll = { messageText: cut, toolParameters: cut, toolResults: cut }
const keepAll = { messageText: keep, toolParameters: keep, toolResults: keep }

type Selection = Record<string, unknown>
const recent = (keepRecentCount: number): Selection => ({ type: 'preserve_recent', keepRecentCount })
const percent = (keepPercentage: number): Selection => ({ type: 'preserve_percent', keepPercentage })
const cutting = (selection: Selection, more: object = {}, config: object = {}) => ({
  id: 'cut',
  name: 'Cut',
  selection,
  mode: 'individual',
  individualConfig: { defaults: cutAll, ...config },
  ...more,
})
const summarising = (selection: Selection, keepFirst: number, keepLast: number) => ({
  id: 'sum',
  name: 'Sum',
  selection,
  mode: 'batch',
  batchConfig: { operation: 'summarize', summarizationConfig: { keepFirst, keepLast } },
})
const only = (passes: readonly object[], more: object = {}) => ({
  losslessPrelude: { enabled: false },
  keepFirst: 0,
  passes,
  ...more,
})

const count = 9
async function run(era: Era, settings: object, targetTokens: number | null = null, of = count) {
  const conversation = conversationFor(exchangeHistory(of, era))
  const outcome = await runWith(
    { provider: smartMethod, settings, conversation },
    modelBy(() => call('In short.')),
    { targetTokens },
  )
  expect(outcome.summary.error).toBeNull()
  expect(unsoundOutcome(conversation, outcome)).toEqual([])
  return { source: conversation, ...outcome }
}

/** Source messages of which something changed. */
function findChangedSources(messages: readonly Message[], { condensed }: Outcome): number[] {
  const same = new Set<number>()
  condensed?.provenance.messages.forEach(({ sources }, index) => {
    const [single] = sources
    if (single === undefined || sources.length > 1) return
    if (isSameJson(messages[single], condensed.conversation.messages[index])) same.add(single)
  })
  return condensed === null ? [] : messages.flatMap((_, index) => (same.has(index) ? [] : [index]))
}

const between = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

describe.each(eras)('on nine messages of the %s era, one pass that cuts all', (era) => {
  it.each([
    [0, between(0, 9)],
    [1, between(0, 8)],
    [8, [0]],
    [9, []],
    [10, []],
    [100_000, []],
  ])('changes all but the last %i', async (kept, changed) => {
    const outcome = await run(era, only([cutting(recent(kept))]))
    expect(findChangedSources(outcome.source.messages, outcome)).toEqual(changed)
    expect(outcome.summary.status).toBe(changed.length === 0 ? 'unchanged' : 'condensed')
  })

  it.each([
    [0, 9],
    [0.01, 8],
    // Two of nine are 22.2 %: any share above is three.
    [(100 * 2) / 9, 7],
    [22.3, 6],
    [50, 4],
    [(100 * 8) / 9, 1],
    [99, 0],
    [100, 0],
  ])('changes what %f %% rounded up leave: %i messages', async (share, changed) => {
    const outcome = await run(era, only([cutting(percent(share))]))
    expect(findChangedSources(outcome.source.messages, outcome)).toEqual(between(0, changed))
  })

  it.each([
    [0, 0, between(0, 9)],
    [1, 0, between(1, 9)],
    [8, 0, [8]],
    [9, 0, []],
    [10, 0, []],
    // The ends meet, and overlap.
    [4, 5, []],
    [5, 5, []],
    [9, 9, []],
    [4, 4, [4]],
    [50, 100, []],
  ])('changes nothing of the first %i and the last %i', async (first, last, changed) => {
    const outcome = await run(era, only([cutting(recent(last))], { keepFirst: first }))
    expect(findChangedSources(outcome.source.messages, outcome)).toEqual(changed)
  })

  it.each([1, 2])('does what it can with %i messages', async (of) => {
    const outcome = await run(era, only([cutting(recent(0))]), null, of)
    expect(findChangedSources(outcome.source.messages, outcome)).toEqual(between(0, of))
    expect((await run(era, only([cutting(recent(of))]), null, of)).summary.status).toBe('unchanged')
  })

  it('has nothing to do for no messages', async () => {
    expect((await run(era, only([cutting(recent(0))]), null, 0)).summary.status).toBe('unchanged')
  })

  it.each([
    ['age 0 is the last', { maxAge: 0 }, [8]],
    ['age n-1 is the first', { minAge: 8 }, [0]],
    ['no age is n', { minAge: 9 }, []],
    ['between two ages', { minAge: 3, maxAge: 4 }, [4, 5]],
    ['of a role', { roles: ['user'] }, [0, 2, 4, 6, 8]],
    ['of a kind', { kinds: ['tool-call'] }, [1, 3, 5, 7]],
    ['of a tool', { tools: ['execute_command'], kinds: ['tool-result'] }, [2, 4, 6, 8]],
    ['of no tool that was called', { tools: ['read_file'] }, []],
    ['of a path that nothing has', { paths: ['**'] }, []],
    ['too small for any', { maxTokens: 0 }, []],
    ['too large for any', { minTokens: 100_000 }, []],
    ['of errors', { isError: true }, []],
  ] as const)('selects by a condition: %s', async (_name, where, changed) => {
    const outcome = await run(era, only([cutting({ type: 'custom', where })]))
    expect(findChangedSources(outcome.source.messages, outcome)).toEqual(changed)
  })

  it.each([
    ['the first', 0, between(1, 9)],
    ['the last', 8, between(0, 8)],
    ['one past the last', 9, between(0, 9)],
  ])('leaves %s message where an override says so', async (_name, messageIndex, changed) => {
    const overrides = [{ messageIndex, operations: keepAll }]
    const outcome = await run(era, only([cutting(recent(0), {}, { overrides })]))
    expect(findChangedSources(outcome.source.messages, outcome)).toEqual(changed)
  })

  it('changes only what an override names, of the kind that it names, where the rest is kept', async () => {
    const overrides = [
      { messageIndex: 1, operations: { toolParameters: cut } },
      { messageIndex: 2, operations: { messageText: cut } },
      { messageIndex: 4, operations: { toolResults: cut } },
    ]
    const outcome = await run(era, only([cutting(recent(0), {}, { defaults: keepAll, overrides })]))
    // Message 2 holds a result only, so there is no text to cut.
    expect(findChangedSources(outcome.source.messages, outcome)).toEqual([1, 4])
    expect(JSON.stringify(outcome.condensed?.conversation.messages[1])).toContain('19 thought1')
  })

  it('overrides nothing that is kept at the ends', async () => {
    const overrides = [0, 8].map((messageIndex) => ({ messageIndex, operations: cutAll }))
    const passes = [cutting(recent(1), {}, { defaults: keepAll, overrides })]
    expect((await run(era, only(passes, { keepFirst: 1 }))).summary.status).toBe('unchanged')
  })

  it('finds the message of an override where it stands after a summary', async () => {
    const overrides = [{ messageIndex: 7, operations: cutAll }]
    const passes = [
      summarising(recent(4), 1, 0),
      { ...cutting(recent(0), {}, { defaults: keepAll, overrides }), id: 'second' },
    ]
    const outcome = await run(era, only(passes))
    expect(findChangedSources(outcome.source.messages, outcome)).toEqual([1, 2, 3, 4, 7])
    expect(outcome.condensed?.conversation.messages).toHaveLength(6)
  })
})

/** Calls stand at odd places, so that a summary can begin at 0 and at odd places, and end before odd ones and at 9. */
describe.each(eras)('on nine messages of the %s era, one summary', (era) => {
  it.each([
    [0, 0, 0, between(0, 9)],
    [0, 1, 0, between(1, 9)],
    [0, 2, 0, between(3, 9)],
    [0, 0, 1, between(0, 7)],
    [0, 1, 2, between(1, 7)],
    [0, 1, 3, between(1, 5)],
    [3, 1, 2, between(1, 5)],
    [2, 1, 3, between(1, 5)],
    [0, 7, 0, [7, 8]],
    [0, 8, 0, []],
    [0, 9, 0, []],
    [0, 10, 0, []],
    [8, 0, 0, []],
    [9, 0, 0, []],
    [0, 0, 8, []],
    [0, 0, 10, []],
    [0, 4, 5, []],
    [0, 1000, 1000, []],
  ])('preserving %i, keeping first %i and last %i', async (preserved, first, last, summarised) => {
    const outcome = await run(era, only([summarising(recent(preserved), first, last)]))
    expect(findChangedSources(outcome.source.messages, outcome)).toEqual(summarised)
    const own = outcome.condensed?.provenance.messages.find(({ sources }) => sources.length > 1)
    expect(own?.sources ?? []).toEqual(summarised)
    expect(outcome.summary.stats.modelCalls).toBe(summarised.length === 0 ? 0 : 1)
  })
})

describe.each(eras)('on nine messages of the %s era, conditions and targets', (era) => {
  const tokens = conversationFor(exchangeHistory(count, era)).totalTokens
  const above = (tokenThreshold: number) => ({
    execution: { type: 'conditional', condition: { tokenThreshold } },
  })

  it.each([
    ['0', 0, 'condensed'],
    ['one below what there is', tokens - 1, 'condensed'],
    ['what there is', tokens, 'unchanged'],
    ['one above what there is', tokens + 1, 'unchanged'],
  ])('a pass above %s tokens', async (_name, threshold, status) => {
    const { summary } = await run(era, only([cutting(recent(0), above(threshold))]))
    expect(summary.status).toBe(status)
    expect(summary.reason.includes('runs only above')).toBe(status === 'unchanged')
  })

  it.each([
    ['one above what there is', tokens + 1, []],
    ['what there is', tokens, []],
    ['one below what there is', tokens - 1, ['first']],
    ['impossible', 1, ['first', 'cut']],
    ['none', null, ['first', 'cut']],
  ])('a target that is %s', async (_name, target, passes) => {
    const first = { ...cutting(recent(7)), id: 'first' }
    const { summary } = await run(era, only([first, cutting(recent(0))]), target)
    expect(summary.passes.map(({ id }) => id)).toEqual(passes)
    expect(summary.trace.map(({ decision }) => decision === 'taken')).toEqual([
      passes.length > 0,
      passes.length > 1,
    ])
  })

  it('is met exactly by what a first pass leaves: the second is not run', async () => {
    const first = { ...cutting(recent(7)), id: 'first' }
    const passes = [first, cutting(recent(0))]
    const after = (await run(era, only([first]))).summary.stats.finalTokens
    expect((await run(era, only(passes), after)).summary.passes).toHaveLength(1)
    expect((await run(era, only(passes), after - 1)).summary.passes).toHaveLength(2)
  })

  it.each([
    ['no passes', [], 'There are no passes.'],
    ['a pass that keeps all', [cutting(recent(0), {}, { defaults: keepAll })], 'Cut: Nothing it selects'],
    [
      'a summary that keeps',
      [{ ...summarising(recent(0), 0, 0), batchConfig: { operation: 'keep' } }],
      'Sum: It keeps everything it selects.',
    ],
  ])('says of %s why nothing changed', async (_name, passes, reason) => {
    const { summary } = await run(era, only(passes))
    expect(summary.status).toBe('unchanged')
    expect(summary.reason).toContain(reason)
  })
})
