import { describe, expect, it } from 'vitest'
import { measuredAttempt, measuredRun } from '../../kernel/testing/measured-run.ts'
import { listRunAttempts } from './list-run-attempts.ts'

const asksModel = (providerId: string): boolean => providerId !== 'truncation'

describe('the attempts of a run', () => {
  it('are one where nothing followed, with the time of the run', () => {
    const run = measuredRun({ presetId: 'brief', prompt: { promptId: 'short', version: 2 } })
    expect(listRunAttempts(run, asksModel)).toEqual([
      {
        runId: 'run-1',
        providerId: 'native',
        presetId: 'brief',
        model: { profileId: 'work', label: 'Work' },
        prompt: { promptId: 'short', version: 2 },
        arm: null,
        status: 'condensed',
        code: '',
        reductionPercent: 50,
        costUsd: 0.02,
        durationMs: 2000,
        sourceTokens: 1000,
        savedTokens: 500,
        quality: null,
        isChosen: true,
        isFallback: false,
        isReused: false,
        isUnpriced: false,
        isUnanswered: false,
      },
    ])
  })

  it('keep preset and prompt to the first, the model to those that ask one, the saving to the one that was taken', () => {
    const attempts = [
      measuredAttempt({ status: 'failed', code: 'timeout', reductionPercent: 0 }),
      measuredAttempt({ providerId: 'truncation', costUsd: 0 }),
    ]
    const run = measuredRun({ attempts, presetId: 'brief', prompt: { promptId: 'short', version: 2 } })
    expect(listRunAttempts(run, asksModel)).toMatchObject([
      { presetId: 'brief', prompt: { version: 2 }, model: { profileId: 'work' }, savedTokens: 0 },
      { presetId: null, prompt: null, model: null, savedTokens: 500 },
    ])
    expect(listRunAttempts(run, asksModel).map(({ durationMs }) => durationMs)).toEqual([null, null])
  })

  it('have the time that each took, where the run has kept it', () => {
    const attempts = [
      measuredAttempt({ status: 'failed', code: 'timeout', durationMs: 1500 }),
      measuredAttempt({ providerId: 'truncation', durationMs: 500 }),
    ]
    const times = listRunAttempts(measuredRun({ attempts }), asksModel).map(({ durationMs }) => durationMs)
    expect(times).toEqual([1500, 500])
  })

  it('save, where none saves enough, by the one that saves most', () => {
    const attempts = [
      measuredAttempt({ status: 'insufficient', reductionPercent: 5 }),
      measuredAttempt({ providerId: 'truncation', status: 'insufficient', reductionPercent: 9 }),
    ]
    const run = measuredRun({ attempts, stats: { finalTokens: 910 } })
    expect(listRunAttempts(run, asksModel).map(({ savedTokens }) => savedTokens)).toEqual([0, 90])
  })

  it.each([
    ['running', { stats: null, status: 'running' as const }, 'running'],
    ['cancelled', { stats: null, status: 'cancelled' as const }, 'cancelled'],
    ['not started by its trigger', { status: 'unchanged' as const, isAutomatic: true }, 'not-needed'],
    ['of an older version, unchanged', { status: 'unchanged' as const }, 'unchanged'],
    ['of an older version, condensed', {}, 'condensed'],
    ['of an older version, too little', { warningCodes: ['low-reduction'] }, 'insufficient'],
    ['of a worker that died', { status: 'failed' as const, errorCode: 'worker-failed' }, 'failed'],
  ])('of a run that is %s', (_name, more, status) => {
    const run = measuredRun({ attempts: [], ...more })
    const code = run.errorCode ?? ''
    expect(listRunAttempts(run, asksModel)).toMatchObject([{ providerId: 'native', status, code }])
  })

  it('cost what their calls did where no outcome was left', () => {
    const run = measuredRun({ attempts: [], stats: null, status: 'cancelled', lostCostUsd: 0.3 })
    expect(listRunAttempts(run, asksModel)).toMatchObject([
      { costUsd: 0.3, durationMs: null, sourceTokens: 0 },
    ])
  })

  it('say which of them time and price say nothing of', () => {
    const attempts = [measuredAttempt({ status: 'failed' }), measuredAttempt({ providerId: 'truncation' })]
    const of = (more: Parameters<typeof measuredRun>[0]) =>
      listRunAttempts(measuredRun({ attempts, ...more }), asksModel).map((attempt) => [
        attempt.isReused,
        attempt.isUnpriced,
      ])
    expect(of({})).toEqual([
      [false, false],
      [false, false],
    ])
    expect(of({ stats: { cacheHits: 1 } })).toEqual([
      [true, false],
      [false, false],
    ])
    expect(of({ warningCodes: ['price-unknown'] })).toEqual([
      [false, true],
      [false, false],
    ])
    const prepared = measuredRun({ warningCodes: ['prepared'] })
    expect(listRunAttempts(prepared, asksModel)).toMatchObject([{ isReused: true }])
  })
})
