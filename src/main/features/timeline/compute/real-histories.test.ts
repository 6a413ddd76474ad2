import { describe, expect, it } from 'vitest'
import { sumRecordedUsage } from '../../../../shared/kernel/sum-recorded-usage.ts'
import { timelineSchema } from '../../../../shared/timeline/types.ts'
import { importTask } from '../../../agents/import-task.ts'
import { hasRealHistories, realTaskPaths } from '../../../kernel/testing/real-histories.ts'
import { sharedCounter } from '../../../kernel/testing/shared-counter.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { timelineOfTask } from './testing/timeline-of-task.ts'

const counter = await sharedCounter()

describe.skipIf(!hasRealHistories)('timelines of real histories', () => {
  it.each(realTaskPaths())('%s has what was recorded, kind by kind', async (path) => {
    const task = await importTask(path)
    const timeline = timelineOfTask(task, counter)
    expect(() => timelineSchema.parse(timeline)).not.toThrow()
    const { points, markers } = timeline
    expect(points.map(({ messageIndex }) => messageIndex)).toEqual(task.messages.map((_, index) => index))
    for (const { byKind, contextTokens } of points)
      expect(Object.values(byKind).reduce((sum, tokens) => sum + tokens, 0)).toBe(contextTokens)
    // What is about to be sent is what the next answer's request recorded.
    const answered = reconstruct(task, { counter }).requests.flatMap(({ history, answer }) =>
      history.kind === 'derived' && history.from === 'answer' ? (answer.value ?? []) : [],
    )
    const differences = answered.flatMap((answerIndex) => {
      const { recordedTokens } = points[answerIndex] ?? { recordedTokens: null }
      const own = points[answerIndex - 1]?.contextTokens ?? 0
      return recordedTokens === null || answerIndex === 0 ? [] : [Math.abs(own - recordedTokens)]
    })
    expect(differences.filter((difference) => difference > 0)).toEqual([])
    expect(timeline.basis).toBe(differences.length > 0 ? 'calibrated' : 'counted')
    const { costUsd } = sumRecordedUsage(task.usage)
    expect(points.at(-1)?.cumulativeUsd ?? 0).toBeCloseTo(costUsd ?? 0, 9)
    const costs = points.map(({ cumulativeUsd }) => cumulativeUsd ?? 0)
    expect(costs).toEqual(costs.toSorted((a, b) => a - b))
    expect(markers.filter(({ kind }) => kind === 'condensation').length).toBeGreaterThanOrEqual(
      task.usage.condensations.length,
    )
  })
})
