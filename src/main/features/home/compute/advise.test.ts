import { describe, expect, it } from 'vitest'
import { type Answer, keptFigure } from '../../../../shared/home/answer-types.ts'
import type { GuideAnswers } from '../../../../shared/home/guide-types.ts'
import { nameMethod } from '../../../measure/name-method.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import { arms } from '../../../methods/arms.ts'
import { advise, type Measured } from './advise.ts'
import { judgeArms } from './build-answer.ts'

type Made = {
  readonly saved: number
  readonly kept: number
  readonly usd: number
  /** Of a condensation; a model is asked where it is above 0. */
  readonly callUsd?: number
  readonly ms?: number
}

const figure = { interval: null, tasks: 12, controls: {} }

const made: Readonly<Record<string, Made>> = {
  lossless: { saved: 12, kept: 1, usd: 0.01 },
  'truncation-balanced': { saved: 44, kept: 0.96, usd: -0.1 },
  'smart-balanced': { saved: 60, kept: 0.8, usd: -0.3, ms: 300 },
  'codex-local': { saved: 83, kept: 0.7, usd: -0.5, callUsd: 0.02 },
}

function measured(goal: Answer['goal'] = 'balanced'): Measured {
  const unjudged = Object.entries(made).map(([id, { saved, kept, usd, callUsd = 0 }]) => ({
    id,
    label: id,
    source: null,
    certainty: null,
    isExtracted: callUsd > 0,
    savedPercent: saved,
    savedInterval: null,
    costUsdPerTask: usd,
    costUsdMedian: usd,
    isCostUneven: false,
    costedTasks: 5,
    figures: { 'continuation-recall': { ...figure, value: kept }, [keptFigure]: { ...figure, value: kept } },
    tasks: { changed: 5, unchanged: 0, failed: 0, invalid: 0 },
  }))
  const tasks = Array.from({ length: 12 }, (_, at) => ({
    taskId: `task ${at}`,
    workspace: null,
    judged: new Map(
      Object.entries(made).map(([id, { saved, kept, usd }]) => [
        id,
        { savedPercent: saved, kept, costUsd: usd },
      ]),
    ),
    controls: {},
    recorded: null,
  }))
  const rules = { ...defaultComparisonRules, resamples: 400 }
  const naming = nameMethod({ goal, methods: Object.keys(made), tasks, rules })
  const judged = judgeArms(unjudged, goal, naming)
  return {
    arms,
    tasks,
    efforts: Object.fromEntries(
      Object.entries(made).map(([id, { callUsd = 0, ms = 20 }]) => [
        id,
        { condensingUsd: callUsd, timeMs: ms },
      ]),
    ),
    answer: {
      goal,
      tasks: 12,
      ofTasks: 12,
      tooShort: 0,
      copies: 0,
      isSample: false,
      kept: keptFigure,
      arms: judged,
      naming,
      recommended: naming.kind === 'named' ? naming.id : null,
      worst: [],
    },
  }
}

const take = (answers: GuideAnswers, goal: Answer['goal'] = 'balanced') => {
  const { recommendation, givenUp } = advise(measured(goal), answers)
  return [recommendation?.id, recommendation?.verdict, givenUp]
}

describe('the recommendation of the guide', () => {
  it.each(['balanced', 'cheapest', 'keeps-most'] as const)(
    'is that of Home for the goal %s where nothing is answered',
    (goal) => {
      const own = measured(goal)
      expect(own.answer.recommended).not.toBeNull()
      expect(advise(own, {}).recommendation?.id).toBe(own.answer.recommended)
    },
  )

  it.each<[GuideAnswers, string]>([
    [{ latency: '100ms' }, 'truncation-balanced'],
    [{ config: 'custom' }, 'smart-balanced'],
    [{ loss: '10%', config: 'none' }, 'truncation-balanced'],
  ])('meets %j by what was measured', (answers, id) => {
    expect(take(answers)).toEqual([id, 'recommended', []])
  })

  it('takes the call of a model as slower than 2 s', () => {
    expect(take({ latency: '2s' }, 'cheapest')).toEqual(['smart-balanced', 'recommended', []])
    expect(take({ latency: '10s' }, 'cheapest')).toEqual(['codex-local', 'recommended', []])
    expect(take({ budget: 'free' }, 'cheapest')).toEqual(['smart-balanced', 'recommended', []])
    expect(take({ budget: 'fraction' }, 'cheapest')).toEqual(['smart-balanced', 'recommended', []])
    expect(take({ budget: 'cents' }, 'cheapest')).toEqual(['codex-local', 'recommended', []])
  })

  it('keeps the answers before the goal, and says what the arm lacks', () => {
    expect(take({ budget: 'free', config: 'custom', latency: '2s' })).toEqual([
      'smart-balanced',
      'recommended',
      [],
    ])
    expect(take({ loss: '10%' }, 'keeps-most')).toEqual(['lossless', 'recommended', []])
  })

  it('is never one that raises the bill, unless the goal is to keep most', () => {
    expect(take({ loss: 'none' }, 'keeps-most')).toEqual(['lossless', 'recommended', []])
    expect(take({ loss: 'none' }, 'balanced')).toEqual([undefined, undefined, []])
    expect(take({ loss: 'none' }, 'cheapest')).toEqual([undefined, undefined, []])
  })

  it('loses nothing where nothing may be lost, whatever it kept of the facts the agent went on to use', () => {
    const own = measured('keeps-most')
    const arms = own.answer.arms.filter(({ id }) => id !== 'lossless')
    const whole = arms.map((arm) => ({
      ...arm,
      figures: { ...arm.figures, 'continuation-recall': { ...figure, value: 1 } },
    }))
    const { recommendation, meeting } = advise(
      { ...own, answer: { ...own.answer, arms: whole } },
      { loss: 'none', latency: '100ms' },
    )
    expect(recommendation).toBeNull()
    expect(meeting.loss).toMatchObject({ none: 0, '10%': 3 })
  })

  it('gives up what weighs least where nothing meets all answers', () => {
    expect(take({ loss: 'none', config: 'per-message' }, 'keeps-most')).toEqual([
      'lossless',
      'recommended',
      ['config'],
    ])
  })

  it('takes none of several that meet the answers alike, and says who leads', () => {
    const own = measured()
    const tasks = own.tasks.slice(0, 3)
    expect(advise({ ...own, tasks }, { latency: '500ms' })).toMatchObject({
      recommendation: null,
      naming: { kind: 'few', first: 'truncation-balanced', have: 3 },
    })
  })

  it('counts the sound arms that meet each answer', () => {
    expect(advise(measured(), {}).meeting).toMatchObject({
      budget: { open: 4, cents: 4, fraction: 3, free: 3 },
      latency: { '100ms': 2, '500ms': 3, '2s': 3, '10s': 4, any: 4 },
      loss: { none: 1, '10%': 2, '30%': 4 },
      config: { none: 4, custom: 1 },
    })
  })
})
