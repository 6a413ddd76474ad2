import { describe, expect, it } from 'vitest'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { type Goal, keptFigure } from '../../../../shared/home/answer-types.ts'
import { describeAnswer } from '../../../../shared/home/answers-words.ts'
import { pickTypicalUsd } from '../../../../shared/home/goal-rule.ts'
import type { ControlScores } from '../../../../shared/kernel/control.ts'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { toMetricInfo } from '../../../measure/metrics/metric.ts'
import { metrics } from '../../../measure/metrics/metrics.ts'
import { createTestExperiment } from '../../../measure/testing/create-test-experiment.ts'
import { summariseExperiment } from '../../experiments/compute/summarise-experiment.ts'
import { answerMetrics, buildAnswer } from './build-answer.ts'

/** What an arm does on each of twelve tasks: percent saved, share kept, states known, and what changes in the bill. */
type Made = {
  readonly saved: number
  readonly kept: number
  readonly usd?: number | readonly number[]
  readonly valid?: number
  readonly outcome?: Cell['outcome']
}

const tasks = 12
const every = <T extends number | null>(value: T): T[] => Array.from({ length: tasks }, () => value)
const chosen = metrics.map(toMetricInfo).filter(({ id }) => answerMetrics.has(id))

function answer(goal: Goal, made: Readonly<Record<string, Made>>, controls: ControlScores = {}) {
  const { plan, cells } = createTestExperiment({
    metrics: chosen,
    values: Object.fromEntries(
      Object.entries(made).map(([id, { saved, kept, valid = 1, usd = null }]) => [
        id,
        {
          reduction: every(saved),
          'continuation-recall': every(kept),
          [keptFigure]: every(kept),
          validity: every(valid),
          'change-of-bill': typeof usd === 'object' && usd !== null ? [...usd] : every(usd),
        },
      ]),
    ),
  })
  const whole = cells.map((cell): Cell => {
    const { outcome = 'condensed' } = made[cell.variantId] ?? { saved: 0, kept: 0 }
    return { ...cell, outcome, controls: { [keptFigure]: controls } }
  })
  const arms = Object.keys(made).map((id): ArmInfo => ({
    id,
    label: id,
    group: 'agent',
    description: '',
    providerId: 'composed',
    presetId: id,
    origin: null,
    hasOwnTrigger: false,
    needsKey: false,
  }))
  return buildAnswer({
    goal,
    arms,
    results: summariseExperiment({ plan, cells: whole }),
    asking: new Set(),
    tasks: plan.checkpoints.map((checkpoint) => ({
      taskId: checkpoint.taskId,
      checkpoint,
      cells: whole.filter(({ checkpointId }) => checkpointId === checkpoint.id),
      money: null,
    })),
  })
}

const verdicts = (own: ReturnType<typeof answer>): Readonly<Record<string, string>> =>
  Object.fromEntries(own.arms.map(({ id, verdict }) => [id, verdict]))

const three: Readonly<Record<string, Made>> = {
  careful: { saved: 20, kept: 0.95, usd: -0.1 },
  middle: { saved: 60, kept: 0.8, usd: -0.5 },
  harsh: { saved: 90, kept: 0.5, usd: -0.9 },
  blind: { saved: 95, kept: 0.1, usd: -1 },
}

describe('the arm that is recommended', () => {
  it.each<[Goal, string]>([
    ['keeps-most', 'careful'],
    ['balanced', 'middle'],
    ['cheapest', 'harsh'],
  ])('for the goal %s goes by its rule', (goal, arm) => {
    expect(answer(goal, three).recommended).toBe(arm)
  })

  it('says of the others why not', () => {
    expect(verdicts(answer('balanced', three))).toEqual({
      careful: 'saves-too-little',
      middle: 'recommended',
      harsh: 'candidate',
      blind: 'keeps-too-little',
    })
    expect(verdicts(answer('cheapest', three))).toMatchObject({ blind: 'keeps-too-little' })
  })

  it('is none that breaks a history, that changes nothing, or that is what the agent did', () => {
    const own = answer('keeps-most', {
      ...three,
      recorded: { saved: 50, kept: 0.99 },
      broken: { saved: 50, kept: 0.99, valid: 0.9 },
      idle: { saved: 0, kept: 1, outcome: 'unchanged' },
    })
    expect(own.recommended).toBe('careful')
    expect(verdicts(own)).toMatchObject({
      recorded: 'recorded',
      broken: 'invalid',
      idle: 'saves-too-little',
    })
  })

  it.each<[string, Made]>([
    ['does best', { saved: 50, kept: 0.99 }],
    ['breaks a rule', { saved: 50, kept: 0.99, valid: 0.9 }],
  ])('is never what the agents did, which stands first where it %s', (_, recorded) => {
    const own = answer('keeps-most', { ...three, recorded })
    expect([own.recommended, own.arms[0]?.id, own.arms[0]?.verdict]).toEqual([
      'careful',
      'recorded',
      'recorded',
    ])
  })

  it('is nobody where a trick of the same size keeps as much', () => {
    const own = answer('keeps-most', three, { names: 0.2, extract: 0.95 })
    expect(own.naming).toEqual({ kind: 'control', first: 'careful', control: 'extract' })
    expect(own.recommended).toBeNull()
  })

  it('is nobody, and the summary is not refused, where a trick keeps more than what agents really wrote', () => {
    const own = answer(
      'keeps-most',
      { ...three, recorded: { saved: 50, kept: 0.4 } },
      { names: 0.2, extract: 0.6 },
    )
    expect(own.naming).toMatchObject({ kind: 'fault', control: 'extract', tasks })
    expect(verdicts(own)).toMatchObject({ recorded: 'recorded', careful: 'candidate' })
  })

  it('is nobody where two keep the same', () => {
    const own = answer('keeps-most', { a: { saved: 40, kept: 0.9 }, b: { saved: 55, kept: 0.897 } })
    expect(own.naming).toMatchObject({ kind: 'alike', first: 'b', alike: ['a'] })
  })

  it('is nobody where nobody fits', () => {
    expect(answer('keeps-most', { a: { saved: 5, kept: 0.9 } }).recommended).toBeNull()
  })
})

describe('the bill', () => {
  const bills = (usd: readonly number[]) => {
    const own = answer('balanced', { one: { saved: 60, kept: 0.8, usd } }).arms[0]
    return [own?.costUsdPerTask, own?.costUsdMedian, own?.isCostUneven]
  }

  it('has its median beside its mean, and goes by it where five tasks hold half of the sum', () => {
    expect(bills([-6, 0, 0, 0, 0, 0])).toEqual([-1, 0, true])
    const many = Array.from({ length: 12 }, () => -1)
    expect(bills(many)).toEqual([-1, -1, false])
    expect(pickTypicalUsd({ costUsdPerTask: -1, costUsdMedian: 0, isCostUneven: true })).toBe(0)
    expect(pickTypicalUsd({ costUsdPerTask: -1, costUsdMedian: 0, isCostUneven: false })).toBe(-1)
  })
})

describe('the sentence', () => {
  const whole = { goal: 'balanced', tasks, ofTasks: tasks, tooShort: 0, isSample: false } as const

  it('says what the arm saves, costs and keeps, and holds it against what the agents did', () => {
    const own = answer('balanced', { ...three, recorded: { saved: 80, kept: 0.61, usd: 0 } })
    expect(describeAnswer({ ...whole, ...own })).toBe(
      'On your 12 tasks, middle sends 60 % less, costs about $0.50 less a task than what was recorded and keeps 80 % of the facts the agent went on to use. What the agents did themselves kept 61 %.',
    )
  })

  it.each([
    [{ ofTasks: 0, tasks: 0 }, /^Open your tasks/],
    [{ tasks: 0 }, /^None of 12 tasks has been measured yet/],
    [{ tasks: 0, tooShort: 12 }, /^No agent condensed any of your 12 tasks/],
    [{ isSample: true }, /^On the 12 sample tasks, middle/],
  ])('of %j says so', (more, text) => {
    expect(describeAnswer({ ...whole, ...answer('balanced', three), ...more })).toMatch(text)
  })

  it('says why nothing fits, the commonest reason first', () => {
    const none = answer('balanced', {
      a: { saved: 80, kept: 0.9, usd: 0.1 },
      b: { saved: 70, kept: 0.9, usd: 0.2 },
      c: { saved: 5, kept: 1, usd: 0 },
    })
    expect(describeAnswer({ ...whole, ...none })).toBe(
      'On your 12 tasks, no method fits: 2 raise the bill and 1 saves too little.',
    )
  })

  it('says over how many of the tasks it is while more are to come', () => {
    expect(describeAnswer({ ...whole, ...answer('balanced', three), ofTasks: 40, tooShort: 1 })).toMatch(
      /^On 12 of your 40 tasks, middle/,
    )
  })
})
