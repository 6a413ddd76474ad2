import { describe, expect, it } from 'vitest'
import type { MetricGroup } from '../../../shared/activity/quality-types.ts'
import { gradeDimensions, probeClasses } from '../../../shared/kernel/evidence.ts'
import { exchangeHistory } from '../../kernel/testing/exchange-history.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { judgeBy, judgeContext } from '../testing/judge-by.ts'
import { estimateJudged, type JudgedCell } from './estimate-judged.ts'
import { judgedMetrics } from './judged-metrics.ts'

const groups: MetricGroup[] = ['probes', 'judge', 'next-action']
const source = conversationFor(exchangeHistory(40, 'native'))
const subject = createKeptSubject(source, [0, 1, 2, 3, 4, 36, 37, 38], exchangeHistory(9, 'native'))
const baseline = createKeptSubject(source, [0, 37, 38]).result
const cell: JudgedCell = {
  groups,
  sourceTokens: source.totalTokens,
  resultTokens: subject.result.totalTokens,
  baselineTokens: baseline.totalTokens,
  probes: 8,
  steps: 3,
  windowTokens: 200_000,
  isFirstOfCheckpoint: true,
}

const questions = Array.from({ length: 8 }, (_, index) => ({
  class: probeClasses[index % 4],
  question: 'What did the fourth command of the task report about the parser? '.repeat(2),
  reference: 'It reported that three tests of the parser had failed. '.repeat(3),
}))
const grades = Object.fromEntries(gradeDimensions.map((dimension) => [dimension, 4]))
const script: Record<string, object> = {
  questions: { probes: questions },
  answers: { answers: questions.map(({ reference: answer }, index) => ({ number: index + 1, answer })) },
  grades: { graded: questions.map((_, index) => ({ number: index + 1, grades, comment: 'It is right.' })) },
}

describe('the estimate of what judging takes', () => {
  it('comes near what is asked, for all groups and for each', async () => {
    for (const own of [groups, ...groups.map((group) => [group])]) {
      const model = judgeBy(
        (label) =>
          script[label.replace(/ from .*/, '')] ?? { preferred: 'tie', tool: 'read_file', input: {} },
      )
      // One of its own: what was asked about a subject is not asked again.
      const fresh = { ...subject }
      for (const { group, measure } of judgedMetrics)
        if (own.includes(group)) await measure(fresh, judgeContext(model, { baseline, probes: 8 }))
      const estimate = estimateJudged({ ...cell, groups: own })
      expect(estimate.calls).toBe(model.asked.length)
      const asked = model.asked.reduce((sum, { inputTokens }) => sum + inputTokens, 0)
      expect(estimate.inputTokens / asked).toBeGreaterThan(0.75)
      expect(estimate.inputTokens / asked).toBeLessThan(1.33)
    }
  })

  it.each<[string, Partial<JudgedCell>, number]>([
    ['everything', {}, 11],
    ['a later variant of a checkpoint', { isFirstOfCheckpoint: false }, 5],
    ['the baseline', { baselineTokens: null }, 9],
    ['a resume check', { groups: ['resume'] }, 6],
    ['a resume check of a later variant', { groups: ['resume'], isFirstOfCheckpoint: false }, 3],
    ['metrics without a model', { groups: ['facts', 'cost'] }, 0],
  ])('counts the calls of %s', (_name, more, calls) => {
    expect(estimateJudged({ ...cell, ...more }).calls).toBe(calls)
  })

  it('counts no more than fits into the window', () => {
    const { inputTokens } = estimateJudged({ ...cell, groups: ['next-action'], windowTokens: 1000 })
    expect(inputTokens).toBeLessThanOrEqual(2000)
  })
})
