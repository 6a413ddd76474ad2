import type {
  MeanCost,
  SweepRecommendation,
  SweepRow,
  SweptTriggers,
} from '../../../../shared/replay/sweep-types.ts'
import { buildAgentSettings } from '../../../kernel/policy/build-agent-settings.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { recommendSetting } from '../compute/recommend-setting.ts'
import { computeMeanCost, sweepRows, type SweptTask } from '../compute/summarise-sweep.ts'
import { summariseTriggers, type SweptTrigger } from '../compute/summarise-triggers.ts'
import { sweepMetrics } from './sweep-task.ts'

export type SummariseSweepInput = {
  readonly tasks: readonly (SweptTask & { readonly triggers: readonly SweptTrigger[] })[]
  /** The method that triggers were tried with. */
  readonly triggerArm: string
  readonly idleMinutes: number | null
  /** Tokens. */
  readonly windows: readonly number[]
}

export type SummariseSweepOutput = {
  readonly never: MeanCost | null
  readonly recorded: MeanCost | null
  readonly rows: readonly SweepRow[]
  readonly recommended: readonly SweepRecommendation[]
  readonly triggers: SweptTriggers | undefined
}

/** Brings the plays of a sweep together over its tasks, and finds the setting to take with each window. */
export const summariseSweepJob: Job<SummariseSweepInput, SummariseSweepOutput> = ({
  tasks,
  windows,
  triggerArm,
  idleMinutes,
}) => {
  const workspaces = new Map(
    tasks.flatMap(({ taskId, workspace }) => (workspace === null ? [] : [[taskId, workspace]])),
  )
  const statistics = { workspaces, rules: defaultComparisonRules }
  const rows = sweepRows(tasks, sweepMetrics, statistics)
  const sweep = { tasks, rows, figures: sweepMetrics }
  const recommended = windows.flatMap((windowTokens) => {
    const setting = recommendSetting(sweep, windowTokens, defaultComparisonRules)
    if (setting === null) return []
    return {
      ...setting,
      settings: { agent: { ...buildAgentSettings(setting.thresholdTokens, windowTokens) } },
    }
  })
  const never = computeMeanCost(tasks.map(({ neverUsd }) => neverUsd))
  const recorded = computeMeanCost(tasks.flatMap(({ recordedUsd }) => recordedUsd ?? []))
  const triggers = summariseTriggers(triggerArm, tasks, idleMinutes)
  return Promise.resolve({ never, recorded, rows, recommended, triggers })
}
