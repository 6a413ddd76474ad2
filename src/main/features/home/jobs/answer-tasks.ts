import type { ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import {
  measuredArmsSchema,
  type Answer,
  type Goal,
  type MeasuredArms,
} from '../../../../shared/home/answer-types.ts'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { unpackText } from '../../../platform/workers/compression.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { summariseEach } from '../../experiments/compute/summarise-experiment.ts'
import { buildAnswer, answerMetrics } from '../compute/build-answer.ts'

export type AnswerTasksInput = {
  readonly goal: Goal
  readonly arms: readonly ArmInfo[]
  /** The experiment that all tasks are measured by; without checkpoints. */
  readonly plan: ExperimentPlan
  /** What every arm did to each task, packed. */
  readonly bodies: readonly Uint8Array[]
}

export type AnsweredTasks = Omit<Answer, 'goal' | 'ofTasks' | 'copies' | 'unreadable' | 'isSample' | 'agents'>

export type AnswerTasksOutput = {
  readonly answered: AnsweredTasks
  /** Tokens at the cut, by id of task. */
  readonly cutTokens: Readonly<Record<string, number>>
}

/** Summarises what every arm did to some tasks, as the report of an experiment over them would. */
export const answerTasks: Job<AnswerTasksInput, AnswerTasksOutput> = async ({ goal, arms, plan, bodies }) => {
  const measured = bodies.flatMap((body) => readMeasured(body) ?? [])
  const cuts = measured.flatMap(({ checkpoint }) => checkpoint ?? [])
  return {
    answered: summariseMeasured({ arms, plan }, measured)(goal),
    cutTokens: Object.fromEntries(cuts.map(({ taskId, tokens }) => [taskId, tokens])),
  }
}

/** The same over tasks that are unpacked, for any goal: figures are worked out once. */
export function summariseMeasured(
  { arms, plan }: Pick<AnswerTasksInput, 'arms' | 'plan'>,
  measured: readonly MeasuredArms[],
): (goal: Goal) => AnsweredTasks {
  const checkpoints = measured.flatMap(({ checkpoint }) => checkpoint ?? [])
  const whole = {
    ...plan,
    checkpoints,
    metrics: plan.metrics.filter(({ id, rank }) => rank !== undefined || answerMetrics.has(id)),
  }
  const cells = measured.flatMap((one) => one.cells)
  const results = summariseEach({ plan: whole, cells })
  const asking = new Set(plan.variants.flatMap(({ id, model }) => (model === null ? [] : [id])))
  return (goal) => ({
    tasks: checkpoints.length,
    tooShort: measured.length - checkpoints.length,
    ...buildAnswer({ goal, arms, results, tasks: measured, asking }),
  })
}

/** What cannot be read any more is measured anew by the background work, and counts for nothing until then. */
export function readMeasured(body: Uint8Array): MeasuredArms | null {
  try {
    return measuredArmsSchema.safeParse(JSON.parse(unpackText(body))).data ?? null
  } catch {
    return null
  }
}
