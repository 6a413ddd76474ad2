import { describe, expect, it } from 'vitest'
import type { MetricInfo } from '../activity/quality-types.ts'
import type { Cell, ValueGap } from './experiment-types.ts'
import { hasFailedEverywhere, findMissingFigures } from './find-missing-figures.ts'
import { describeMissingFigures } from './missing-words.ts'

const agreement: MetricInfo = {
  id: 'next-action-agreement',
  label: 'Same next action',
  group: 'next-action',
  direction: 'higher',
  unit: 'share',
  isPassFail: false,
  needsModel: true,
}
const paths: MetricInfo = {
  ...agreement,
  id: 'survival-path',
  label: 'Paths',
  group: 'facts',
  needsModel: false,
}
const down: ValueGap = { code: 'failed', message: 'The server is down.' }

function cell(value: number | null, gap?: ValueGap, status: Cell['status'] = 'done'): Cell {
  return {
    id: 'a/t@1/1',
    variantId: 'a',
    checkpointId: 't@1',
    repeat: 1,
    status,
    outcome: 'condensed',
    isReused: false,
    stats: null,
    values: { [agreement.id]: value, [paths.id]: 1 },
    ...(gap === undefined ? {} : { gaps: { [agreement.id]: gap } }),
    chance: null,
    isJudgeFlipped: null,
    timeMs: { total: 0, model: 0, counting: 0 },
    warnings: [],
    reason: '',
    error: null,
    finishedTs: 0,
  }
}

const missing = (cells: readonly Cell[], metrics = [agreement, paths]) =>
  findMissingFigures({ metrics, baselineId: 'a' }, cells)

describe('a figure without a value', () => {
  it('is named with the reason, and every call that failed makes it a failure', () => {
    const found = missing([cell(null, down), cell(null, down), cell(0.5, undefined, 'failed')])
    expect(describeMissingFigures(found)).toEqual([
      'Same next action: no value in any of 2 cells: the model gave no usable answer: The server is down.',
    ])
    expect(found.map(hasFailedEverywhere)).toEqual([true])
  })

  it('of an encrypted result is named so, although no model was to be asked', () => {
    const sealed = {
      ...cell(0.5),
      values: { [paths.id]: null },
      gaps: { [paths.id]: { code: 'encrypted' as const } },
    }
    expect(describeMissingFigures(missing([sealed], [paths]))).toEqual([
      'Paths: no value in any of 1 cell: the result is encrypted: only its vendor can read it.',
    ])
  })

  it('is no failure where the full history saves too little', () => {
    const gaps = [36.2, 44].map((leastBits): ValueGap => ({ code: 'little-saved', leastBits }))
    const found = missing(gaps.map((gap) => cell(null, gap)))
    expect(describeMissingFigures(found)).toEqual([
      'Same next action: no value in any of 2 cells: the full history saves less than 36 to 44 bits over no context.',
    ])
    expect(found.map(hasFailedEverywhere)).toEqual([false])
  })

  it('is counted where calls failed in some cells only, with the most frequent reason', () => {
    const found = missing([
      cell(0.5),
      cell(null, down),
      cell(null, down),
      cell(null, { ...down, message: 'No.' }),
    ])
    expect(describeMissingFigures(found)).toEqual([
      'Same next action: no value in 3 of 4 cells: in 2 of them the model gave no usable answer: The server is down.',
    ])
    expect(found.map(hasFailedEverywhere)).toEqual([false])
  })

  it('is no news where it is there, or where some cells have nothing to measure', () => {
    expect(missing([cell(0.5), cell(null, { code: 'nothing', message: 'Nothing came next.' })])).toEqual([])
  })

  it('of metrics without a model shares a line with those of the same reason', () => {
    const symbols = { ...paths, id: 'survival-symbol', label: 'Symbols' }
    const bare = { ...cell(1), values: {} }
    expect(describeMissingFigures(missing([bare], [paths, symbols]))).toEqual([
      'Paths, Symbols: no value in any of 1 cell: the histories state no facts of the kind.',
    ])
  })

  it('of summaries alone is missing where no variant wrote one', () => {
    const own = { ...paths, id: 'knows-done-summary', label: 'Knows, summary only', view: 'summary' as const }
    expect(describeMissingFigures(missing([{ ...cell(1), values: {} }], [own]))).toEqual([
      'Knows, summary only: no value in any of 1 cell: no variant wrote a summary to measure.',
    ])
  })

  it('of the pairwise judge is not looked for in the baseline', () => {
    const judge: MetricInfo = {
      ...agreement,
      id: 'pairwise-preference',
      label: 'Preference',
      group: 'judge',
    }
    const values = { 'pairwise-preference': 0.5 }
    const other = { ...cell(1), variantId: 'b', values: {}, gaps: { 'pairwise-preference': down } }
    expect(missing([{ ...cell(1), values }, other], [judge]).map(hasFailedEverywhere)).toEqual([true])
  })
})
