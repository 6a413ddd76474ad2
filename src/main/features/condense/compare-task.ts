import { isDeepStrictEqual } from 'node:util'
import type { RunSummary } from '../../../shared/condense/run-types.ts'
import type { Cell, PlannedCheckpoint, PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import type { ComparedArm, Comparison } from '../../../shared/home/answer-types.ts'
import { controlIds } from '../../../shared/kernel/control.ts'
import { formatAgentName } from '../../../shared/kernel/format-agent-name.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import type { BillParts } from '../../../shared/models/pricing-types.ts'
import { changeOfBill } from '../../measure/metrics/change-of-bill.ts'
import { findArm } from '../../methods/arms.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import { cutTasks } from '../experiments/cut-tasks.ts'
import type { VariantServices } from '../experiments/plan-variants.ts'
import { isExtracted, isInvalid } from '../home/compute/build-answer.ts'
import { measureTask, type MeasureServices, type Measuring } from '../home/measure-task.ts'
import { planArms, standingArmIds, tableCuts, type StandingPlan } from '../home/standing-arms.ts'
import { requireArm } from '../methods/require-arm.ts'
import { resolveMethod } from '../methods/resolve-method.ts'
import type { RunService } from './run-service.ts'

export type CompareServices = MeasureServices & VariantServices & Pick<CoreServices, 'info'>

type CompareRequest = {
  readonly armIds?: readonly string[] | undefined
  /** Names or groups of metrics; the usual ones where they are left out. */
  readonly metrics?: readonly string[]
  /** Messages of the file before the cut; at the usual place where it is left out. */
  readonly at?: number | undefined
}

/** All arms side by side on a task. */
export async function compareTask(
  services: CompareServices,
  task: StoredTask,
  { armIds = standingArmIds, metrics, at }: CompareRequest,
  { signal, onArm }: { readonly signal: AbortSignal; readonly onArm?: Measuring['onArm'] },
): Promise<Comparison> {
  for (const id of armIds) requireArm(id)
  // What the agent did is the first row, whoever else is asked for.
  const plan = await planArms(services, {
    armIds: [...new Set([recordedMethodId, ...armIds])],
    cuts: tableCuts,
    ...(metrics === undefined ? {} : { metrics }),
  })
  const measured = await measureTask(services, task, {
    plan,
    signal,
    ...(at === undefined ? {} : { at: await planCut(services, task, plan, at) }),
    ...(onArm === undefined ? {} : { onArm }),
  })
  const { cells, money } = measured
  return {
    task: { id: task.id, title: task.title },
    cut: measured.checkpoint,
    requestsAfter: Object.values(money ?? {})[0]?.requestsAfter ?? null,
    neverUsd: measured.neverUsd ?? null,
    arms: plan.variants.flatMap((variant) => {
      const cell = cells.find(({ variantId }) => variantId === variant.id)
      if (cell === undefined) return []
      const compared = buildComparedArm(variant, cell, money?.[variant.id] ?? null)
      const isRecorded = variant.providerId === recordedMethodId && task.agent !== null
      return [isRecorded ? { ...compared, label: `What ${formatAgentName(task.agent)} did` } : compared]
    }),
  }
}

/** A cut after so many messages. A problem where nothing is left on one of its sides. */
async function planCut(
  services: CompareServices,
  task: StoredTask,
  { file }: StandingPlan,
  at: number,
): Promise<PlannedCheckpoint> {
  const count = task.messages ?? 0
  const isInside = at > 0 && at < count
  const cut = isInside
    ? await cutTasks(services, { checkpoints: { ...file.checkpoints, at: [at / count] } }, [task])
    : { checkpoints: [] }
  const [found] = cut.checkpoints
  if (found !== undefined) return found
  throw new Problem({
    code: 'bad-input',
    message: `The task cannot be cut at message ${at}`,
    where: task.id,
    hint: `Choose a message from 1 to ${Math.max(1, count - 1)} with something before and after it.`,
  })
}

const explainSealed = 'What its summary says cannot be seen: it is encrypted, or not in the files.'

function buildComparedArm(
  { id, label, model }: PlannedVariant,
  cell: Cell,
  money: BillParts | null,
): ComparedArm {
  const arm = findArm(id)
  const { stats, values, gaps = {}, controls, outcome, reason, error } = cell
  const isSealed = Object.values(gaps).some(({ code }) => code === 'encrypted')
  const isDone = cell.status === 'done' && stats !== null
  return {
    id,
    label: arm?.label ?? label,
    source: arm?.origin?.source ?? null,
    certainty: arm?.origin?.certainty ?? null,
    isExtracted: isExtracted(cell, model !== null),
    tokensAfter: isDone ? stats.finalTokens : null,
    saved: isDone ? stats.originalTokens - stats.finalTokens : null,
    figures: values,
    controls: Object.fromEntries(
      Object.keys(values).map((metric) => [
        metric,
        Object.fromEntries(
          controlIds.flatMap((control) => {
            const score = controls?.[metric]?.[control]
            return score === undefined ? [] : [[control, score]]
          }),
        ),
      ]),
    ),
    ...pickPrice(money),
    changeUsd: values[changeOfBill.id] ?? null,
    valid: cell.status === 'done' && !isInvalid(cell),
    outcome,
    problems: [error?.message ?? '', reason, isSealed ? explainSealed : ''].filter((text) => text !== ''),
  }
}

function pickPrice(money: BillParts | null): Pick<ComparedArm, 'estimatedCostUsd' | 'breakEvenRequests'> {
  return {
    estimatedCostUsd: money?.onceUsd ?? null,
    breakEvenRequests: money?.breakEvenRequests ?? null,
  }
}

type ComparedResult = { readonly taskId: string; readonly arm: string; readonly at: number }

/**
 * The run that an arm of a comparison is: the one that is kept of the same history, cut and settings, or a new one.
 * Summaries are extracted, as they are in the comparison, so that nothing is charged.
 */
export async function openResult(
  { store, runs }: Pick<CoreServices, 'store'> & { readonly runs: Pick<RunService, 'start'> },
  { taskId, arm, at }: ComparedResult,
): Promise<RunSummary> {
  const { snapshotSha256 } = await requireTask(store, taskId)
  const {
    method: { method, settings },
  } = resolveMethod({ arm })
  const isSame = (run: RunSummary): boolean =>
    run.providerId === method.id &&
    run.cut === at &&
    run.targetTokens === null &&
    (run.status === 'condensed' || run.status === 'unchanged' || run.status === 'running') &&
    (run.model === null || run.model.profileId === extractiveProfileId) &&
    isDeepStrictEqual(run.settings, settings)
  for (const run of (await store.runs.list(taskId)).filter(isSame)) {
    const stored = await store.runs.get(run.id)
    if (stored?.snapshotSha256 === snapshotSha256 && stored.providerVersion === method.version) return run
  }
  return runs.start({ taskId, arm, at, profileId: extractiveProfileId })
}
