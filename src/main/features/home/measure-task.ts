import type { Cell, ExperimentPlan, PlannedCheckpoint } from '../../../shared/experiments/experiment-types.ts'
import type { MeasuredArms } from '../../../shared/home/answer-types.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import type { ArmMoney, BillParts } from '../../../shared/models/pricing-types.ts'
import {
  describeRecordedMoney,
  estimateMeasuredMoney,
  type AfterCut,
} from '../../measure/estimate-arm-money.ts'
import { changeOfBill } from '../../measure/metrics/change-of-bill.ts'
import type { StoredBlob } from '../../platform/store/records.ts'
import type { CoreServices } from '../common/core-services.ts'
import { priceAfter } from '../condense/after-cut.ts'
import { planCells } from '../experiments/compute/matrix.ts'
import { cutTasks } from '../experiments/cut-tasks.ts'
import { doCell } from '../experiments/work-on-cell.ts'
import { loadTaskSource } from '../library/sources.ts'
import type { StandingPlan } from './standing-arms.ts'

export type MeasureServices = Pick<CoreServices, 'store' | 'engine' | 'models' | 'now'>

/** How a task is measured. */
export type Measuring = {
  readonly plan: StandingPlan
  readonly signal: AbortSignal
  /** Where the task is cut; at the usual place where it is left out. */
  readonly at?: PlannedCheckpoint
  /** Hears of each arm that is done, and may take its time. */
  readonly onArm?: (done: ArmDone) => Promise<void>
}

/** An arm that is done, as one of some. */
export type ArmDone = {
  readonly armId: string
  /** What it made of the history; null where it changed nothing, or failed. */
  readonly result: StoredBlob | null
  readonly tookMs: number
  readonly done: number
  readonly total: number
}

/** Condenses a task by every arm at its cut, and measures what comes of it. Throws where it is aborted. */
export async function measureTask(
  services: MeasureServices,
  task: StoredTask,
  { plan, signal, at, onArm }: Measuring,
): Promise<MeasuredArms> {
  const found = at ?? (await cutTasks(services, plan.file, [task])).checkpoints[0]
  signal.throwIfAborted()
  if (found === undefined) return { checkpoint: null, cells: [], money: null }
  const source = await loadTaskSource(services.store, task)
  const afterCut = await priceAfter(services.engine, { task, source, index: found.index }, signal)
  const experiment = buildMeasuredPlan(plan, [found])
  const cells: Cell[] = []
  const planned = planCells(experiment)
  for (const [at, cell] of planned.entries()) {
    const started = performance.now()
    const done = await doCell(
      {
        ...services,
        signal,
        experimentId: '',
        plan: experiment,
        limits: { maxExperimentUsd: 0, ignoreCache: false },
        findSource: async () => ({ ...source, cut: found.index }),
        afterCutOf: async () => afterCut,
        findTaskModel: async () => task.model,
        judge: null,
      },
      cell,
    )
    signal.throwIfAborted()
    if (done.kind === 'done') cells.push(done.cell)
    await onArm?.({
      armId: cell.variant.id,
      result: (done.kind === 'done' && done.blobs.find(({ hash }) => hash === done.refs.payloadBlob)) || null,
      tookMs: performance.now() - started,
      done: at + 1,
      total: planned.length,
    })
  }
  const neverUsd = afterCut.recorded?.neverUsd ?? null
  return {
    checkpoint: found,
    cells,
    money: computeMoneyByArm(cells, plan, afterCut),
    ...(neverUsd === null ? {} : { neverUsd }),
  }
}

/** The experiment that some measured tasks are together. */
export function buildMeasuredPlan(
  { file, variants, metrics }: StandingPlan,
  checkpoints: readonly PlannedCheckpoint[],
): ExperimentPlan {
  return {
    file,
    baselineId: (variants.find(({ providerId }) => providerId !== recordedMethodId) ?? variants[0])?.id ?? '',
    variants: [...variants],
    checkpoints: [...checkpoints],
    metrics: [...metrics],
    notes: [],
  }
}

/** What the change of the bill of each cell is made of; null where no price of the task is known. */
function computeMoneyByArm(
  cells: readonly Cell[],
  { variants }: StandingPlan,
  afterCut: AfterCut,
): MeasuredArms['money'] {
  const known = cells.flatMap(({ variantId, stats, values }): [string, BillParts][] => {
    const changeUsd = values[changeOfBill.id] ?? null
    const variant = variants.find(({ id }) => id === variantId)
    if (stats === null || changeUsd === null) return []
    if (variant?.providerId === recordedMethodId) {
      const money = describeRecordedMoney(afterCut)
      return money === null ? [] : [[variantId, pickParts(money)]]
    }
    const estimate = (reReadUsd: number): ArmMoney | null =>
      estimateMeasuredMoney(afterCut, stats, { mayAsk: variant?.model != null, reReadUsd })
    const without = estimate(0)
    // What the change holds beyond that is read again, which the cell alone could tell.
    const money = without === null ? null : estimate(changeUsd - without.changeUsd)
    return money === null ? [] : [[variantId, pickParts(money)]]
  })
  return known.length === 0 ? null : Object.fromEntries(known)
}

function pickParts({ changeUsd: _isInTheCell, ...parts }: ArmMoney): BillParts {
  return parts
}
