import type { ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { goals, type Goal, type MeasuredArms } from '../../../../shared/home/answer-types.ts'
import { computeMean, computeQuantile } from '../../../../shared/kernel/numbers.ts'
import type { Measurement } from '../../../../shared/library/measurement-types.ts'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import type { NamingTask } from '../../../measure/name-method.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { readDataIsland } from '../../reports/compute/html/render-data-island.ts'
import type { ArmEffort } from '../compute/advise.ts'
import { isExtracted, listNamingTasks, type OfTask } from '../compute/build-answer.ts'
import { readMeasured, summariseMeasured, type AnsweredTasks, type MeasuredRow } from './answer-tasks.ts'

export type GuideTasksInput = {
  readonly arms: readonly ArmInfo[]
  /** Measured tasks of a library, packed, or the files of a measurement. */
  readonly of:
    | { readonly kind: 'library'; readonly plan: ExperimentPlan; readonly rows: readonly MeasuredRow[] }
    | { readonly kind: 'files'; readonly measurement: Measurement; readonly report: string }
}

/** What was measured over some tasks, for every goal, and the effort by id of arm. */
export type GuidedTasks = {
  readonly answers: Readonly<Record<Goal, AnsweredTasks>>
  readonly efforts: Readonly<Record<string, ArmEffort>>
  readonly tasks: readonly NamingTask[]
}

/** Summarises measured tasks as Home does, with what condensing costs and takes. Throws where a report is damaged. */
export const guideTasks: Job<GuideTasksInput, GuidedTasks> = async ({ arms, of }) => {
  const { plan, measured } = readAll(of)
  const answer = summariseMeasured({ arms, plan }, measured)
  const asking = new Set(plan.variants.flatMap(({ id, model }) => (model === null ? [] : [id])))
  return {
    // The compiler does not carry the keys of a tuple through an object of its entries.
    answers: Object.fromEntries(goals.map((goal) => [goal, answer(goal)])) as Record<Goal, AnsweredTasks>,
    efforts: Object.fromEntries(
      plan.variants.map(({ id }) => [id, estimateArmEffort(id, measured, asking.has(id))]),
    ),
    tasks: listNamingTasks(measured),
  }
}

function readAll(of: GuideTasksInput['of']): {
  readonly plan: ExperimentPlan
  readonly measured: readonly OfTask<MeasuredArms>[]
} {
  if (of.kind === 'library')
    return {
      plan: of.plan,
      measured: of.rows.flatMap(({ taskId, body }) => {
        const measured = readMeasured(body)
        return measured === null ? [] : [{ taskId, ...measured }]
      }),
    }
  const read = readDataIsland(of.report)
  if (!read.ok) throw new Error(read.message)
  const { plan, cells } = read.data.experiment
  const { money, tooShort } = of.measurement
  const cut = plan.checkpoints.map((checkpoint) => ({
    taskId: checkpoint.taskId,
    checkpoint,
    cells: cells.filter(({ checkpointId }) => checkpointId === checkpoint.id),
    money: money[checkpoint.id] ?? null,
  }))
  const short = Array.from({ length: tooShort }, (_none, at) => ({
    taskId: `short ${at}`,
    checkpoint: null,
    cells: [],
    money: null,
  }))
  return { plan: { ...plan, checkpoints: [] }, measured: [...cut, ...short] }
}

/** A condensation that asks nobody costs nothing; one that does is estimated with what writing the cache anew takes. */
function estimateArmEffort(armId: string, measured: readonly MeasuredArms[], mayAsk: boolean): ArmEffort {
  const done = measured.flatMap(({ cells, money }) => {
    const cell = cells.find(({ variantId, status }) => variantId === armId && status === 'done')
    if (cell === undefined) return []
    const usd = isExtracted(cell, mayAsk) ? (money?.[armId]?.onceUsd ?? null) : 0
    return [{ usd, timeMs: cell.timeMs.total }]
  })
  const known = done.flatMap(({ usd }) => usd ?? [])
  const sorted = done.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b)
  return {
    condensingUsd: known.length === 0 ? null : computeMean(known),
    timeMs: done.length === 0 ? null : computeQuantile(sorted, 0.5),
  }
}
