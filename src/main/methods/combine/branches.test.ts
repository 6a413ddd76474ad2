import { describe, expect, it } from 'vitest'
import { ModelFailure } from '../../kernel/language-model.ts'
import { exchangeHistory } from '../../kernel/testing/exchange-history.ts'
import { listOwnDecisions } from '../../kernel/testing/list-own-decisions.ts'
import { call, modelBy } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { runWith } from '../../kernel/testing/run-with.ts'
import { long, read } from '../../kernel/testing/small-histories.ts'
import { unsoundOutcome } from '../../kernel/testing/unsound-places.ts'
import { findMethod } from '../methods.ts'

/** The last read repeats the one before, which is what lossless finds; the ends that others keep hold both. */
const source = conversationFor([
  ...exchangeHistory(39, 'native'),
  ...read('first', 'a.ts', long('same', 400)),
  ...read('second', 'a.ts', long('same', 400)),
  { role: 'assistant', content: 'done' },
])
const answering = () => modelBy(() => call('In short.'))
const failing = () => modelBy(() => [new ModelFailure('network', 'no line')])

type Expected = readonly (readonly [label: string, decision: string, reason: string])[]
type Case = {
  readonly settings?: object
  /** Share of what there is; null for no target. */
  readonly target: number | null
  readonly fails?: boolean
  readonly trace: Expected
}

async function expectTrace(id: string, { settings = {}, target, fails = false, trace }: Case) {
  const provider = findMethod(id)!
  const outcome = await runWith(
    { provider, settings, conversation: source },
    fails ? failing() : answering(),
    {
      targetTokens: target === null ? null : Math.floor(source.totalTokens * target),
    },
  )
  expect(unsoundOutcome(source, outcome)).toEqual([])
  expect(listOwnDecisions(outcome.summary)).toEqual(
    trace.map(([label, decision, reason]) => [label, decision, expect.stringContaining(reason)]),
  )
  return outcome
}

describe('pipeline', () => {
  const step = (providerId: string, more: object = {}) => ({ providerId, ...more })
  it.each<[string, Case]>([
    [
      'stops where the target is met at once',
      {
        target: 1,
        trace: [
          ['lossless', 'skipped', 'The target is met.'],
          ['truncation', 'skipped', 'The target is met.'],
          ['native', 'skipped', 'The target is met.'],
        ],
      },
    ],
    [
      'stops after the step that meets it',
      {
        target: 0.95,
        trace: [
          ['lossless', 'taken', 'Step 1 of 3.'],
          ['truncation', 'skipped', 'The target is met.'],
          ['native', 'skipped', 'The target is met.'],
        ],
      },
    ],
    [
      'takes every step where the target cannot be met',
      {
        target: 0,
        trace: [
          ['lossless', 'taken', 'Step 1 of 3.'],
          ['truncation', 'taken', 'Step 2 of 3.'],
          ['native', 'taken', 'Step 3 of 3.'],
        ],
      },
    ],
    [
      'takes every step where there is no target',
      {
        target: null,
        settings: { steps: [step('truncation'), step('lossless')] },
        trace: [
          ['truncation', 'taken', 'Step 1 of 2.'],
          ['lossless', 'taken', 'Step 2 of 2.'],
        ],
      },
    ],
    [
      'passes over steps that fail',
      {
        target: 0,
        fails: true,
        settings: {
          steps: [
            step('nothing'),
            step('truncation', { presetId: 'nothing' }),
            step('truncation', { settings: { minTokens: 'many' } }),
            step('native'),
            step('truncation', { presetId: 'suppress' }),
          ],
        },
        trace: [
          ['nothing', 'failed', 'There is no provider "nothing".'],
          ['truncation (nothing)', 'failed', 'has no preset "nothing"'],
          ['truncation', 'failed', 'minTokens'],
          ['native', 'failed', 'no line'],
          ['truncation (suppress)', 'taken', 'Step 5 of 5.'],
        ],
      },
    ],
  ])('%s', async (_name, expected) => {
    const { summary } = await expectTrace('pipeline', expected)
    const failed = expected.trace.filter(([, decision]) => decision === 'failed').length
    expect(summary.warnings.filter(({ code }) => code === 'step-failed')).toHaveLength(failed)
  })

  it('fails with what failed first where every step does', async () => {
    const { summary } = await expectTrace('pipeline', {
      target: 0,
      fails: true,
      settings: { steps: [step('native'), step('nothing')] },
      trace: [
        ['native', 'failed', 'no line'],
        ['nothing', 'failed', 'no provider'],
      ],
    })
    expect(summary).toMatchObject({ status: 'failed', error: { code: 'network' } })
  })
})

describe('adaptive', () => {
  const skipped = (label: string, limit: string) => [label, 'skipped', `not below ${limit}.`] as const
  const lossless: Expected = [['lossless', 'taken', 'below 1.2.']]
  const truncation: Expected = [skipped('lossless', '1.2'), ['truncation', 'taken', 'below 2.']]
  const native: Expected = [
    skipped('lossless', '1.2'),
    skipped('truncation', '2'),
    ['native', 'taken', 'below 3.'],
  ]
  const smart: Expected = [
    skipped('lossless', '1.2'),
    skipped('truncation', '2'),
    skipped('native', '3'),
    ['smart (aggressive)', 'taken', 'times the target of'],
  ]
  it.each<[string, number | null, object, Expected]>([
    ['above what there is', 2, {}, lossless],
    ['1.1 times', 1 / 1.1, {}, lossless],
    ['1.19 times', 1 / 1.19, {}, lossless],
    // The target is rounded down, so that these are a little above the limit.
    ['1.2 times', 1 / 1.2, {}, truncation],
    ['1.9 times', 1 / 1.9, {}, truncation],
    ['2 times', 1 / 2, {}, native],
    ['2.9 times', 1 / 2.9, {}, native],
    ['3 times', 1 / 3, {}, smart],
    ['50 times', 1 / 50, {}, smart],
    ['without a target: one of 20,000 tokens', null, {}, lossless],
    ['without a target: a small one', null, { targetTokens: 10 }, smart],
  ])('%s', async (_name, target, settings, trace) => {
    await expectTrace('adaptive', { settings, target, trace })
  })
})

describe('quality first', () => {
  const first = ['smart (conservative)', 'taken', 'The best quality comes first.'] as const
  it.each<[string, Case]>([
    ['meets the target', { target: 0.9, trace: [first, ['native', 'skipped', 'The target is met.']] }],
    ['has no target', { target: null, trace: [first, ['native', 'skipped', 'The run has no target.']] }],
    ['misses it', { target: 0.01, trace: [first, ['native', 'taken', 'The target is not met.']] }],
    [
      'has a model that fails: what was to be summarised is cut, and the emergency does the rest',
      {
        target: 0.01,
        fails: true,
        trace: [
          first,
          ['native', 'failed', 'no line'],
          ['truncation (suppress)', 'taken', 'an emergency that needs no model'],
        ],
      },
    ],
  ])('where it %s', async (_name, expected) => {
    const { summary } = await expectTrace('quality-first', expected)
    expect(summary.status).toBe('condensed')
  })
})

describe('by preference', () => {
  it.each([
    [1, 'conservative'],
    [0.81, 'conservative'],
    [0.8, 'balanced'],
    [0.51, 'balanced'],
    [0.5, 'aggressive'],
    [0, 'aggressive'],
  ])('a quality of %f is %s', async (quality, preset) => {
    const wanted = `A quality of ${quality} is wanted. Its estimate of $`
    const settings = { quality, maxCostUsd: 100 }
    const trace: Expected = [[`smart (${preset})`, 'taken', wanted]]
    await expectTrace('preferences', { settings, target: 0.3, trace })
  })

  it('a provider that is preferred goes first', async () => {
    const settings = { maxCostUsd: 100, preferred: { providerId: 'native' } }
    await expectTrace('preferences', {
      settings,
      target: 0.3,
      trace: [['native', 'taken', 'is within the $100']],
    })
  })

  it('a provider that is preferred and fails makes way', async () => {
    const settings = { quality: 0.3, maxCostUsd: 100, preferred: { providerId: 'native' } }
    const trace: Expected = [
      ['native', 'failed', 'no line'],
      ['smart (aggressive)', 'taken', 'A quality of 0.3 is wanted.'],
    ]
    await expectTrace('preferences', { settings, target: 0.3, fails: true, trace })
  })
})

describe('progressive enhancement', () => {
  const free: Expected = [
    ['lossless', 'taken', 'Step 1 of 2.'],
    ['truncation', 'taken', 'Step 2 of 2.'],
  ]
  it.each<[string, Case]>([
    [
      'stops at what is free',
      {
        target: 0.95,
        trace: [
          free[0]!,
          ['truncation', 'skipped', 'The target is met.'],
          ['smart', 'skipped', 'The target is met.'],
          ['native', 'skipped', 'The target is met.'],
        ],
      },
    ],
    [
      'goes through all levels with a budget',
      {
        target: 0,
        settings: { maxCostUsd: 100 },
        trace: [...free, ['smart', 'taken', 'of the budget are left'], ['native', 'taken', 'within']],
      },
    ],
    [
      'begins no level that needs more than is left: the limits themselves are too little',
      {
        target: 0,
        settings: { maxCostUsd: 0.01 },
        trace: [
          ...free,
          ['smart', 'skipped', 'needs more than $0.01'],
          ['native', 'skipped', 'needs more than $0.05'],
        ],
      },
    ],
  ])('%s', async (_name, expected) => {
    await expectTrace('progressive', expected)
  })
})
