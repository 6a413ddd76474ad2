import { describe, expect, it } from 'vitest'
import { metricsGroupings, metricsReportSchema } from '../../../shared/activity/metrics-types.ts'
import type { MeasuredRun } from '../../../shared/condense/run-types.ts'
import { measuredAttempt, measuredRun } from '../../kernel/testing/measured-run.ts'
import { measureRuns, findRunsWithAttempt } from './measure-runs.ts'

const asksModel = (providerId: string): boolean => providerId !== 'truncation'

/** Native in `seconds` at a price, on 1,000 tokens. */
const native = (
  reductionPercent: number,
  seconds: number,
  costUsd: number,
  more: Partial<MeasuredRun> = {},
) =>
  measuredRun({
    attempts: [
      measuredAttempt({
        status: reductionPercent < 20 ? 'insufficient' : 'condensed',
        reductionPercent,
        costUsd,
      }),
    ],
    stats: {
      finalTokens: 1000 - 10 * reductionPercent,
      reductionPercent,
      durationMs: seconds * 1000,
      costUsd,
    },
    ...more,
  })
const failed = (code: string, costUsd = 0) =>
  measuredRun({
    status: 'failed',
    attempts: [measuredAttempt({ status: 'failed', code, reductionPercent: 0, costUsd })],
    stats: { finalTokens: 1000, reductionPercent: 0, durationMs: 50_000, costUsd },
  })
const figuresOfAll = (runs: readonly MeasuredRun[]) => measureRuns(runs, 'provider', asksModel).total

describe('figures over runs', () => {
  it('agree with numbers worked out by hand', () => {
    const runs = [
      native(10, 1, 0.01),
      native(30, 2, 0.02),
      native(50, 3, 0.03),
      native(60, 4, 0.04),
      failed('timeout', 0.05),
      failed('timeout'),
      failed('handler-invalid'),
      measuredRun({ status: 'unchanged', attempts: [measuredAttempt({ status: 'unchanged', costUsd: 0 })] }),
    ]
    expect(figuresOfAll(runs)).toEqual({
      attempts: 8,
      byStatus: {
        condensed: 3,
        insufficient: 1,
        unchanged: 1,
        failed: 3,
        running: 0,
        cancelled: 0,
        interrupted: 0,
        'not-needed': 0,
      },
      reused: 0,
      unpriced: 0,
      reductionPercent: {
        n: 4,
        mean: 37.5,
        min: 10,
        q1: 25,
        median: 40,
        q3: 52.5,
        p95: expect.closeTo(58.5),
        max: 60,
      },
      survival: null,
      continuationRecall: null,
      qualityGaps: [
        { figure: 'survival', code: 'pending', attempts: 4 },
        { figure: 'continuationRecall', code: 'pending', attempts: 4 },
      ],
      tokensSaved: 1500,
      durationMs: {
        n: 4,
        mean: 2500,
        min: 1000,
        q1: 1750,
        median: 2500,
        q3: 3250,
        p95: expect.closeTo(3850),
        max: 4000,
      },
      tokensPerSecond: 400,
      costUsd: expect.objectContaining({ n: 4, mean: 0.025, median: 0.025 }),
      totalCostUsd: expect.closeTo(0.15),
      failurePercent: 37.5,
      failures: [
        { code: 'timeout', attempts: 2, percent: 25 },
        { code: 'handler-invalid', attempts: 1, percent: 12.5 },
      ],
      insufficientPercent: 25,
      fallbackPercent: 0,
    })
  })

  it('are none where there is nothing to measure', () => {
    expect(figuresOfAll([])).toMatchObject({
      attempts: 0,
      reductionPercent: null,
      durationMs: null,
      tokensPerSecond: null,
      costUsd: null,
      totalCostUsd: 0,
      failurePercent: null,
      insufficientPercent: null,
      fallbackPercent: null,
    })
    expect(figuresOfAll([failed('timeout')])).toMatchObject({
      failurePercent: 100,
      reductionPercent: null,
      insufficientPercent: null,
      fallbackPercent: 0,
    })
  })

  it('show what has not ended by itself, and count it towards no rate', () => {
    const unfinished = (['running', 'cancelled', 'interrupted'] as const).map((status) =>
      measuredRun({ status, attempts: [], stats: null, lostCostUsd: 0.1 }),
    )
    const skipped = measuredRun({
      status: 'unchanged',
      isAutomatic: true,
      attempts: [],
      stats: { costUsd: 0 },
    })
    const figures = figuresOfAll([native(50, 1, 0.01), failed('timeout'), ...unfinished, skipped])
    expect(figures).toMatchObject({
      attempts: 2,
      byStatus: { running: 1, cancelled: 1, interrupted: 1, 'not-needed': 1 },
      failurePercent: 50,
      reductionPercent: { n: 1 },
      totalCostUsd: expect.closeTo(0.31),
    })
  })

  it('leave out of time and price what was given again, not answered, or has no price', () => {
    const unanswered = native(50, 0.002, 0, { stats: { ...measuredRun().stats!, unansweredCalls: 1 } })
    const reused = native(50, 0.001, 0, {
      stats: { ...measuredRun().stats!, cacheHits: 1, durationMs: 1, costUsd: 0 },
    })
    const unpriced = native(50, 4, 0, { warningCodes: ['price-unknown'] })
    expect(figuresOfAll([native(50, 2, 0.02), reused, unpriced, unanswered])).toMatchObject({
      attempts: 4,
      reused: 1,
      unpriced: 1,
      reductionPercent: { n: 4 },
      durationMs: { n: 2, mean: 3000 },
      costUsd: { n: 1, mean: 0.02 },
    })
  })

  it('say no speed where the clock saw no time pass', () => {
    expect(figuresOfAll([native(50, 0, 0)])).toMatchObject({ durationMs: { mean: 0 }, tokensPerSecond: null })
  })
})

describe('groups', () => {
  const chain = measuredRun({
    id: 'chain',
    presetId: 'brief',
    prompt: { promptId: 'short', version: 2 },
    attempts: [
      measuredAttempt({ status: 'failed', code: 'timeout' }),
      measuredAttempt({ providerId: 'truncation', costUsd: 0, reductionPercent: 70 }),
    ],
  })
  const plain = native(40, 1, 0.01, { id: 'plain', model: { profileId: 'extractive', label: 'Extractive' } })
  const runs = [chain, plain]

  it.each([
    [
      'provider',
      [
        ['native', 2],
        ['truncation', 1],
      ],
    ],
    [
      'preset',
      [
        ['native', 1],
        ['native:brief', 1],
        ['truncation', 1],
      ],
    ],
    [
      'profile',
      [
        ['-', 1],
        ['extractive', 1],
        ['work', 1],
      ],
    ],
    [
      'prompt',
      [
        ['-', 2],
        ['short@2', 1],
      ],
    ],
  ] as const)('by %s hold every attempt once', (by, expected) => {
    const { groups, total } = measureRuns(runs, by, asksModel)
    expect(groups.map(({ id, figures }) => [id, figures.attempts])).toEqual(expected)
    expect(total.attempts).toBe(3)
  })

  it('credit a fallback with what it made, not who was asked', () => {
    const { groups } = measureRuns(runs, 'provider', asksModel)
    expect(groups).toMatchObject([
      {
        id: 'native',
        figures: { failurePercent: 50, fallbackPercent: 0, reductionPercent: { n: 1, mean: 40 } },
      },
      {
        id: 'truncation',
        figures: { failurePercent: 0, fallbackPercent: 100, reductionPercent: { n: 1, mean: 70 } },
      },
    ])
  })

  it('fit the schema that they travel by', () => {
    for (const by of metricsGroupings) {
      const { groups, ...report } = measureRuns(runs, by, asksModel)
      const paid = {
        totalUsd: 0,
        runsUsd: 0,
        experimentsUsd: 0,
        otherUsd: 0,
        calls: 0,
        perhapsPaid: { calls: 0, usd: 0 },
      }
      const named = { ...report, paid, groups: groups.map((group) => ({ ...group, label: group.id })) }
      expect(metricsReportSchema.parse(named)).toEqual(named)
    }
  })

  it.each([
    [{ by: 'provider' }, ['chain', 'plain']],
    [{ by: 'provider', status: 'failed' }, ['chain']],
    [{ by: 'provider', groupId: 'truncation', status: 'failed' }, []],
    [{ by: 'provider', groupId: 'native', status: 'failed', code: 'timeout' }, ['chain']],
    [{ by: 'provider', status: 'failed', code: 'other' }, []],
    [{ by: 'prompt', groupId: 'short@2' }, ['chain']],
    [{ by: 'profile', groupId: '-', status: 'condensed' }, ['chain']],
  ] as const)('name the runs behind a figure: %j', (filter, ids) => {
    expect(findRunsWithAttempt(runs, filter, asksModel)).toEqual(ids)
  })
})
