import type { ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import {
  measuredTaskSchema,
  type Answer,
  type Goal,
  type MeasuredAnswer,
  type MeasuredArms,
  type MeasuredTask,
} from '../../../../shared/home/answer-types.ts'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { unpackText } from '../../../platform/workers/compression.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { summariseEach } from '../../experiments/compute/summarise-experiment.ts'
import { buildAnswer, answerMetrics, type OfTask } from '../compute/build-answer.ts'
import { compareBills, sumHappened, type HappenedTask } from '../compute/sum-happened.ts'

export type AnswerTasksInput = {
  readonly goal: Goal
  readonly arms: readonly ArmInfo[]
  /** The experiment that all tasks are measured by; without checkpoints. */
  readonly plan: ExperimentPlan
  readonly tasks: readonly HappenedTask[]
  /** What happened in each task, and what every arm did to it, packed. */
  readonly rows: readonly MeasuredRow[]
}

/** What was measured of a session, packed, with the task of the person that it is counted with. */
export type MeasuredRow = { readonly id: string; readonly taskId: string; readonly body: Uint8Array }

export type AnsweredTasks = Omit<MeasuredAnswer, 'goal' | 'ofTasks' | 'copies' | 'isSample'>

export type AnswerTasksOutput = {
  readonly answered: AnsweredTasks & Pick<Answer, 'happened' | 'baselines'>
  /** Tokens at the cut, by id of task. */
  readonly cutTokens: Readonly<Record<string, number>>
}

/** Summarises what every arm did to some tasks, as the report of an experiment over them would. */
export const answerTasks: Job<AnswerTasksInput, AnswerTasksOutput> = async ({
  goal,
  arms,
  plan,
  tasks,
  rows,
}) => {
  const byId = new Map(
    rows.flatMap(({ id, taskId, body }): [string, OfTask<MeasuredTask>][] => {
      const measured = readMeasured(body)
      return measured === null ? [] : [[id, { taskId, ...measured }]]
    }),
  )
  const measured = [...byId.values()]
  const cuts = measured.flatMap(({ checkpoint }) => checkpoint ?? [])
  const answered = summariseMeasured({ arms, plan }, measured)(goal)
  return {
    answered: {
      ...answered,
      happened: sumHappened(tasks, byId),
      baselines: compareBills(measured, answered.arms),
    },
    cutTokens: Object.fromEntries(cuts.map(({ taskId, tokens }) => [taskId, tokens])),
  }
}

/** The same over tasks that are unpacked, for any goal: figures are worked out once. */
export function summariseMeasured(
  { arms, plan }: Pick<AnswerTasksInput, 'arms' | 'plan'>,
  measured: readonly OfTask<MeasuredArms>[],
): (goal: Goal) => AnsweredTasks {
  const checkpoints = measured.flatMap(({ checkpoint, taskId }) =>
    checkpoint === null ? [] : [{ ...checkpoint, taskId }],
  )
  const whole = {
    ...plan,
    checkpoints,
    metrics: plan.metrics.filter(({ id, rank }) => rank !== undefined || answerMetrics.has(id)),
  }
  const cells = measured.flatMap((one) => one.cells)
  const results = summariseEach({ plan: whole, cells })
  const asking = new Set(plan.variants.flatMap(({ id, model }) => (model === null ? [] : [id])))
  const tasks = countTasks(checkpoints)
  return (goal) => ({
    tasks,
    tooShort: countTasks(measured) - tasks,
    ...buildAnswer({ goal, arms, results, tasks: measured, asking }),
  })
}

const countTasks = (some: readonly { readonly taskId: string }[]): number =>
  new Set(some.map(({ taskId }) => taskId)).size

/** What cannot be read any more is measured anew by the background work, and counts for nothing until then. */
export function readMeasured(body: Uint8Array): MeasuredTask | null {
  try {
    return measuredTaskSchema.safeParse(JSON.parse(unpackText(body))).data ?? null
  } catch {
    return null
  }
}
