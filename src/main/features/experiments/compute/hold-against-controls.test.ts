import { describe, expect, it } from 'vitest'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import { createTestExperiment } from '../../../measure/testing/create-test-experiment.ts'
import { findFaultyFigures, holdAgainstControls } from './hold-against-controls.ts'

const metric: MetricInfo = {
  id: 'm',
  label: 'M',
  group: 'state',
  direction: 'higher',
  unit: 'score',
  isPassFail: false,
  needsModel: false,
  isControlled: true,
}

function held(tasks: number, own: number, controls: Record<string, number>) {
  const values = Array.from({ length: tasks }, (_, at) => own + at / 1000)
  const { plan, cells } = createTestExperiment({ metrics: [metric], values: { a: { m: values } } })
  const withControls = cells.map((cell) => ({ ...cell, controls: { m: controls } }))
  return holdAgainstControls(metric, plan, withControls, {
    rules: defaultComparisonRules,
    workspaces: new Map(),
  })
}

describe('a variant held against controls', () => {
  it('beats those that it is above in enough tasks', () => {
    const found = held(12, 0.5, { nothing: 0, names: 0.1, 'last-messages': 0.6, full: 1 })
    expect(found.map(({ id, isBeaten }) => [id, isBeaten])).toEqual([
      ['nothing', true],
      ['names', true],
      ['last-messages', false],
      ['full', null],
    ])
  })

  it('beats nobody in too few tasks', () => {
    expect(held(4, 0.5, { nothing: 0, names: 0.1 }).map(({ isBeaten }) => isBeaten)).toEqual([false, false])
  })

  it('has to be below where less is better', () => {
    const lower = { ...metric, direction: 'lower' as const }
    const { plan, cells } = createTestExperiment({
      metrics: [lower],
      values: { a: { m: Array(12).fill(0.1) } },
    })
    const withControls = cells.map((cell) => ({ ...cell, controls: { m: { names: 0.5 } } }))
    expect(
      holdAgainstControls(lower, plan, withControls, {
        rules: defaultComparisonRules,
        workspaces: new Map(),
      })[0]?.isBeaten,
    ).toBe(true)
  })
})

describe('a figure is at fault', () => {
  const results = (own: number, trick: number) => [
    {
      id: 'a',
      metrics: { m: { mean: own, low: null, high: null, n: 9, tasks: 9, outOf: 9 } },
      controls: {
        m: [{ id: 'extract' as const, mean: trick, lead: own - trick, tasks: 9, p: 1, isBeaten: false }],
      },
    },
  ]
  const planned = (providerId: string) => {
    const { plan } = createTestExperiment({ metrics: [metric], values: { a: { m: [0.5] } } })
    return { ...plan, variants: plan.variants.map((variant) => ({ ...variant, providerId })) }
  }

  it('where a trick does better than what agents recorded', () => {
    expect(findFaultyFigures(planned('recorded'), results(0.6, 0.9))).toMatchObject([
      { control: 'extract', score: 0.9, recorded: 0.6 },
    ])
  })

  it('not where they do better, nor for a trick that beats a method', () => {
    expect(findFaultyFigures(planned('recorded'), results(0.9, 0.6))).toEqual([])
    expect(findFaultyFigures(planned('smart'), results(0.6, 0.9))).toEqual([])
  })
})
