import { describe, expect, it } from 'vitest'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { buildCancelledRun, buildOutcome } from './build-outcome.ts'
import { buildCancelledJson, condenseJson } from './condense-json.ts'

const formatOutcome = (run: RunSummary, outcome: OutcomeSummary): string =>
  drawDocument(buildOutcome(run, outcome))
const formatCancelledRun = (run: RunSummary): string => drawDocument(buildCancelledRun(run))

const stats = {
  originalTokens: 60_000,
  finalTokens: 45_000,
  reductionPercent: 25,
  costUsd: 0,
  durationMs: 120,
  modelCalls: 0,
  cacheHits: 0,
  operations: [{ operation: 'referenced' as const, parts: 12, tokensSaved: 15_000 }],
}
const condensed: OutcomeSummary = {
  status: 'condensed',
  stats,
  passes: [
    {
      id: 'p',
      label: 'References',
      tokensBefore: 60_000,
      tokensAfter: 45_000,
      durationMs: 80,
      operations: { referenced: 12 },
    },
  ],
  fidelity: { reversibleTokens: 14_000, supersededTokens: 1000 },
  validity: [],
  warnings: [],
  reason: '',
  error: null,
  attempts: [],
  events: [],
  trace: [],
}
const run: RunSummary = {
  id: 'r1',
  taskId: 't1',
  taskTitle: 'A task',
  providerId: 'lossless',
  presetId: 'strict',
  settings: {},
  targetTokens: null,
  model: null,
  prompt: null,
  isAutomatic: false,
  status: 'condensed',
  startedTs: 0,
  finishedTs: 1,
  outcome: condensed,
}

describe('the outcome of a run', () => {
  it('tells what was decided on the way, and why', () => {
    const taken = { tokensBefore: 60_000, tokensAfter: 45_000, costUsd: 0.01 }
    const text = formatOutcome(run, {
      ...condensed,
      trace: [
        { label: 'Cut', decision: 'taken', reason: 'Saved 15,000 tokens.', ...taken },
        { label: 'Summary', decision: 'skipped', reason: 'The target\nis met.', ...taken, costUsd: 0 },
      ],
    })
    expect(text).toMatch(/^Cut +taken +Saved 15,000 tokens\. +60,000 +45,000 +−25\.0 % +\$0\.01\S*$/m)
    expect(text).toMatch(/^Summary +skipped +The target is met\. +60,000/m)
  })

  it('is shown with its figures, operations and passes', () => {
    expect(formatOutcome(run, condensed)).toBe(
      [
        'lossless (strict): condensed',
        '',
        'run       r1',
        'messages  60,000 -> 45,000 (−25.0 %) tok (counted)',
        'saved     14,000 reversible, 1,000 superseded',
        'cost      $0, 0 model calls',
        'time      120 ms',
        '',
        'Operation   Parts  Saved (tok)',
        'referenced     12       15,000',
        '',
        'Pass        Before (tok)  After (tok)   Change   Time  Parts touched',
        'References        60,000       45,000  −25.0 %  80 ms  12 referenced',
        '',
      ].join('\n'),
    )
  })

  it.each([
    [0, 'cost      not known'],
    [0.5, 'cost      $0.5000 and what the method took'],
  ])('does not call an external arm free that does not say what it cost: %d', (costUsd, line) => {
    const warnings = [{ code: 'arm-cost-unknown', message: 'It does not say.' }]
    const text = formatOutcome(run, { ...condensed, stats: { ...stats, costUsd, priceUsd: null }, warnings })
    expect(text.split('\n')).toContain(line)
  })

  it('never shows a failure as a saving', () => {
    const failed: OutcomeSummary = {
      ...condensed,
      status: 'failed',
      passes: [],
      error: { code: 'context-grew', message: 'The result is larger than its source.' },
    }
    const text = formatOutcome(run, failed)
    expect(text).toContain('failed, The result is larger than its source.')
    expect(text).not.toContain('%')
  })

  it('says why nothing changed', () => {
    const unchanged: OutcomeSummary = { ...condensed, status: 'unchanged', reason: 'Nothing repeats.' }
    const text = formatOutcome(run, unchanged)
    expect(text).toContain('unchanged, Nothing repeats.')
    expect(text).not.toContain('->')
  })

  it('keeps the names that scripts rely on', () => {
    expect(Object.keys(condenseJson(run, condensed, { messages: [] }))).toEqual(
      expect.arrayContaining([
        'status',
        'provider',
        'settings',
        'stats',
        'passes',
        'fidelity',
        'validity',
        'error',
        'runId',
        'messages',
      ]),
    )
  })
})

describe('a run that was cancelled', () => {
  const spent = { costUsd: 0.0123, unknownUsd: 0.5, modelCalls: 2 }
  const cancelled: RunSummary = { ...run, status: 'cancelled', finishedTs: 2500, outcome: null }

  it('says what it did cost, and what it can have cost besides', () => {
    expect(buildCancelledJson({ ...cancelled, spent })).toMatchObject({
      status: 'cancelled',
      provider: 'lossless',
      stats: { costUsd: 0.0123, modelCalls: 2, durationMs: 2500 },
      warnings: [{ code: 'cost-unknown' }],
      runId: 'r1',
    })
    expect(formatCancelledRun({ ...cancelled, spent })).toMatch(
      /^lossless: cancelled\n\nrun +r1\ncost +\$0\.0123, 2 model calls\n\nwarning: .*up to \$0\.50/,
    )
  })

  it('costs nothing where no model was asked', () => {
    expect(buildCancelledJson(cancelled)).toMatchObject({
      stats: { costUsd: 0, modelCalls: 0 },
      warnings: [],
    })
    expect(formatCancelledRun(cancelled)).toBe('lossless: cancelled\n\nrun  r1\n')
  })
})
