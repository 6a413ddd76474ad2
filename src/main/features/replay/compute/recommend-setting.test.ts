import { describe, expect, it } from 'vitest'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import { recommendSetting } from './recommend-setting.ts'
import { sweepRows, type SweepFigure, type SweptTask } from './summarise-sweep.ts'

const figures: readonly SweepFigure[] = [{ id: 'rules', direction: 'higher', unit: 'share' }]
const statistics = { workspaces: new Map<string, string>(), rules: defaultComparisonRules }

type Cost = readonly [usd: number, kept: number | null]

/** A task that costs $10 without condensing; what it comes to at 50,000 and at 100,000 tokens. */
function buildSweptTask(taskId: string, early: Cost, late: Cost, more: Partial<SweptTask> = {}): SweptTask {
  const play = (thresholdTokens: number, [costUsd, kept]: Cost) => ({
    arm: 'arm',
    thresholdTokens,
    windowTokens: 200_000,
    costUsd,
    neverUsd: more.neverUsd ?? 10,
    isExtracted: false,
    estimatedUsd: 1,
    condensations: kept === null ? 0 : 2,
    paysBackAfter: kept === null ? [] : [4, null],
    figures: { rules: kept },
  })
  const plays = [play(50_000, early), play(100_000, late)]
  return { taskId, workspace: null, neverUsd: 10, recordedUsd: 10, peakTokens: 150_000, plays, ...more }
}

function sweep(tasks: readonly SweptTask[]) {
  const rows = sweepRows(tasks, figures, statistics)
  return { rows, setting: recommendSetting({ tasks, rows, figures }, 200_000, defaultComparisonRules) }
}

/** So many tasks with these costs; each a few cents from the others. */
function buildSweptTasks(
  count: number,
  early: Cost,
  late: Cost,
  more: Partial<SweptTask> = {},
): readonly SweptTask[] {
  return Array.from({ length: count }, (_, index) => {
    const by = (index % 3) / 100
    return buildSweptTask(`t${index}`, [early[0] + by, early[1]], [late[0] + by, late[1]], more)
  })
}

describe('a sweep of three tasks and two thresholds', () => {
  // By hand: (4 + 5 + 9) / 3 = 6 and (7 + 8 + 9) / 3 = 8, against 10 each.
  const tasks = [
    buildSweptTask('a', [4, 0.5], [7, 1]),
    buildSweptTask('b', [5, 0.7], [8, 1]),
    buildSweptTask('c', [9, null], [9, null]),
  ]
  const { rows } = sweep(tasks)

  it('has the mean and the middle cost per task, and the paired difference to both', () => {
    expect(rows.map(({ costUsd }) => costUsd)).toEqual([6, 8])
    expect(rows.map(({ againstNever }) => againstNever.costUsd)).toEqual([-4, -2])
    expect(rows.map(({ againstRecorded }) => againstRecorded?.costUsd)).toEqual([-4, -2])
    expect(rows.map(({ medianUsd }) => medianUsd)).toEqual([5, 8])
    // Three tasks know no middle.
    expect(rows.map(({ againstNever }) => againstNever.interval)).toEqual([null, null])
  })

  it('has figures of the tasks that were condensed alone, and counts per task', () => {
    const [early] = rows
    expect(early?.figures['rules']).toMatchObject({ value: 0.6, tasks: 2 })
    expect(early).toMatchObject({
      tasks: 3,
      condensedTasks: 2,
      breakEvenRequests: 4,
      paidBack: { condensations: 2, of: 4 },
      estimatedUsd: 1,
    })
    expect(early?.condensations).toBeCloseTo(4 / 3)
  })

  it('leaves a task without a known cost out of the row', () => {
    const unknown = buildSweptTask('d', [1, 1], [1, 1])
    const plays = unknown.plays.map((play) => ({ ...play, costUsd: null }))
    expect(sweep([...tasks, { ...unknown, plays }]).rows.map((row) => [row.tasks, row.costUsd])).toEqual([
      [3, 6],
      [3, 8],
    ])
  })

  it('gives no verdict over fewer than five tasks', () => {
    expect(sweep(tasks).setting).toMatchObject({ thresholdTokens: 50_000, verdict: 'few-tasks' })
  })
})

describe('the recommended setting', () => {
  it('is the cheapest of those that keep as much as the best', () => {
    const { setting } = sweep(buildSweptTasks(8, [4, 0.9], [6, 0.9]))
    expect(setting).toMatchObject({
      thresholdTokens: 50_000,
      verdict: 'cheaper',
      rule: 'cheapest-not-worse',
      eligible: { settings: 2, of: 2 },
      cheaperButWorse: null,
      earlier: null,
      later: { thresholdTokens: 100_000 },
    })
  })

  it('is not named where tasks cost about the same with another one, and says how many would tell', () => {
    const tasks = buildSweptTasks(8, [4, 1], [4.5, 1]).map((task, index) => {
      const [early, late] = task.plays
      return index % 2 === 0
        ? task
        : { ...task, plays: [early!, { ...late!, costUsd: (late?.costUsd ?? 0) - 0.7 }] }
    })
    expect(sweep(tasks).setting).toMatchObject({
      thresholdTokens: 50_000,
      verdict: 'alike',
      alike: [{ thresholdTokens: 100_000 }],
      have: 8,
    })
    expect(sweep(tasks).setting?.needed).toBeGreaterThan(8)
  })

  it('names a cheaper one that keeps less, and the figure that says so', () => {
    const { setting } = sweep(buildSweptTasks(8, [4, 0.3], [6, 0.9]))
    expect(setting).toMatchObject({
      thresholdTokens: 100_000,
      eligible: { settings: 1, of: 2 },
      cheaperButWorse: { thresholdTokens: 50_000, figure: 'rules' },
      earlier: { thresholdTokens: 50_000 },
    })
    expect(setting?.cheaperButWorse).toMatchObject({ best: expect.closeTo(0.9), value: expect.closeTo(0.3) })
  })

  it('takes a figure whose better end is the low one the other way round', () => {
    const tasks = buildSweptTasks(8, [4, 900], [6, 0])
    const lower: readonly SweepFigure[] = [{ id: 'rules', direction: 'lower', unit: 'tokens' }]
    const rows = sweepRows(tasks, lower, statistics)
    const setting = recommendSetting({ tasks, rows, figures: lower }, 200_000, defaultComparisonRules)
    expect(setting).toMatchObject({ thresholdTokens: 100_000, cheaperButWorse: { value: 900, best: 0 } })
  })

  it.each([
    ['cheaper', buildSweptTasks(8, [4, 1], [6, 1])],
    ['dearer', buildSweptTasks(8, [12, 1], [14, 1])],
    [
      'no-clear-saving',
      [
        ...buildSweptTasks(4, [5, 1], [20, 1]),
        ...buildSweptTasks(4, [14.5, 1], [20, 1]).map((task) => ({ ...task, taskId: `${task.taskId}b` })),
      ],
    ],
    ['never-reached', buildSweptTasks(8, [10, null], [10, null])],
  ] as const)('says “%s” of these costs', (verdict, tasks) => {
    expect(sweep(tasks).setting?.verdict).toBe(verdict)
  })

  it('is held against what was recorded and against never condensing', () => {
    const recorded = { recordedUsd: 3 }
    expect(sweep(buildSweptTasks(8, [4, 1], [6, 1], recorded)).setting).toMatchObject({ verdict: 'dearer' })
    const dear = { recordedUsd: 20 }
    expect(sweep(buildSweptTasks(8, [12, 1], [13, 1], dear)).setting).toMatchObject({ verdict: 'dearer' })
    const outgrown = { recordedUsd: 20, neverUsd: 30, peakTokens: 250_000 }
    expect(sweep(buildSweptTasks(8, [12, 1], [13, 1], outgrown)).setting).toMatchObject({
      verdict: 'cheaper',
      overWindow: { tasks: 8, of: 8 },
    })
  })

  it('fits its window', () => {
    const tasks = buildSweptTasks(8, [4, 1], [2, 1])
    const rows = sweepRows(tasks, figures, statistics)
    const within = (windowTokens: number) =>
      recommendSetting({ tasks, rows, figures }, windowTokens, defaultComparisonRules)
    expect(within(200_000)?.thresholdTokens).toBe(100_000)
    expect(within(60_000)?.thresholdTokens).toBe(50_000)
    expect(within(40_000)).toBeNull()
  })
})
