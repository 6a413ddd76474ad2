import type {
  ExperimentResults,
  MetricSummary,
  VariantResult,
} from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import type {
  Answer,
  AnswerArm,
  ArmFigure,
  ArmVerdict,
  Goal,
  MeasuredArms,
} from '../../../../shared/home/answer-types.ts'
import { createGoalJudge, pickTypicalUsd, type Judged } from '../../../../shared/home/goal-rule.ts'
import { isTrick, type ControlId, type ControlResult } from '../../../../shared/kernel/control.ts'
import { computeQuantile, sum } from '../../../../shared/kernel/numbers.ts'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { isWritten } from '../../../measure/estimate-arm-money.ts'

/** Metric that stands for what is kept: the share of what was used next. */
const keptMetric = 'continuation-recall'

/** Metric on which an arm has to beat cheap tricks before it is recommended. */
const knowledgeMetric = 'knows-done'

/** Metric that stands for what changes in the bill of a task. */
const billMetric = 'change-of-bill'

/** Metrics that are read here beside those that are shown. */
export const answerMetrics: ReadonlySet<string> = new Set([
  keptMetric,
  knowledgeMetric,
  billMetric,
  'reduction',
  'validity',
])

/** Arms of agents that the recommended one is held against, the best known first. */
const wellKnown = ['claude-code', 'codex-local', 'opencode', 'gemini-cli']

/** Tasks that are shown where an arm keeps least. */
const worstCount = 3

/** What was measured over some tasks. */
export type AnswerInput = {
  readonly goal: Goal
  readonly arms: readonly ArmInfo[]
  /** Of an experiment with these arms as its variants, over the tasks that can be cut. */
  readonly results: Pick<ExperimentResults, 'variants' | 'metrics' | 'rules'>
  readonly tasks: readonly MeasuredArms[]
  /** Ids of the arms that may ask a model. */
  readonly asking: ReadonlySet<string>
}

/** How every arm does over some tasks, and which of them fits the goal best. */
export function buildAnswer(
  input: AnswerInput,
): Pick<Answer, 'arms' | 'recommended' | 'against' | 'worst' | 'kept'> {
  const measured = input.arms.flatMap((arm) => {
    const result = input.results.variants.find(({ id }) => id === arm.id)
    if (result === undefined) return []
    const unjudged = buildUnjudgedArm(arm, result, input)
    // Where no agent condensed there is no row of what they did.
    return arm.id === recordedMethodId && countAll(unjudged.tasks) === 0 ? [] : [unjudged]
  })
  const judged = judgeArms(measured, input.goal)
  const recommended = judged.find(({ verdict }) => verdict === 'recommended')?.id ?? null
  const against = wellKnown.find(
    (id) => id !== recommended && judged.some((arm) => arm.id === id && computeKeptShare(arm) !== null),
  )
  return {
    kept: keptMetric,
    arms: judged,
    recommended,
    against: recommended === null ? null : (against ?? null),
    worst: recommended === null ? [] : findWorstTask(recommended, input.tasks),
  }
}

type Unjudged = Omit<AnswerArm, 'verdict'>

function countAll({ changed, unchanged, failed }: AnswerArm['tasks']): number {
  return changed + unchanged + failed
}

function buildUnjudgedArm(
  arm: ArmInfo,
  result: VariantResult,
  { tasks, asking, results }: AnswerInput,
): Unjudged {
  const cells = tasks.flatMap((task) => task.cells.filter(({ variantId }) => variantId === arm.id))
  const { reduction: saved, [billMetric]: bill } = result.metrics
  const figures = Object.entries(result.metrics).flatMap(([id, summary]): [string, ArmFigure][] => {
    const isShown = results.metrics.some((metric) => metric.id === id && metric.rank !== undefined)
    return isShown || id === keptMetric ? [[id, buildArmFigure(summary, result.controls?.[id])]] : []
  })
  return {
    id: arm.id,
    label: arm.label,
    source: arm.origin?.source ?? null,
    certainty: arm.origin?.certainty ?? null,
    isExtracted: cells.some((cell) => isExtracted(cell, asking.has(arm.id))),
    savedPercent: saved?.mean ?? null,
    savedInterval: pickSavedInterval(saved),
    costUsdPerTask: bill?.mean ?? null,
    ...spreadBill(cells.flatMap(({ values }) => values[billMetric] ?? [])),
    costInterval: pickSavedInterval(bill),
    costedTasks: bill?.tasks ?? 0,
    figures: Object.fromEntries(figures),
    tasks: countCellTasks(cells),
    trick: findBetterTrick(result),
  }
}

function buildArmFigure(
  { mean, low, high, tasks }: MetricSummary,
  controls: readonly ControlResult[] = [],
): ArmFigure {
  return {
    value: mean,
    interval: low === null || high === null ? null : [low, high],
    tasks,
    controls: Object.fromEntries(controls.map(({ id, mean: score }) => [id, score])),
  }
}

/** Changes of the bill beside their mean. */
function spreadBill(changes: readonly number[]): Pick<AnswerArm, 'costUsdMedian' | 'isCostUneven'> {
  const sizes = changes.map(Math.abs).toSorted((a, b) => b - a)
  const sorted = changes.toSorted((a, b) => a - b)
  return {
    costUsdMedian: sorted.length === 0 ? null : computeQuantile(sorted, 0.5),
    isCostUneven: sizes.length > 0 && sum(sizes.slice(0, fewTasks)) >= sum(sizes) / 2,
  }
}

/** So many tasks that hold half of a sum make its mean say little of the others. */
const fewTasks = 5

function pickSavedInterval(summary: MetricSummary | undefined): AnswerArm['savedInterval'] {
  if (summary?.low == null || summary.high === null) return null
  return [summary.low, summary.high]
}

function countCellTasks(cells: readonly Cell[]): AnswerArm['tasks'] {
  const count = (holds: (cell: Cell) => boolean): number => cells.filter(holds).length
  return {
    changed: count(({ status, outcome }) => status === 'done' && outcome === 'condensed'),
    unchanged: count(({ status, outcome }) => status === 'done' && outcome === 'unchanged'),
    failed: count(({ status }) => status === 'failed'),
    invalid: count(isInvalid),
  }
}

/** Whether a summary was extracted where a model would write it: of those that may ask one, who did summarise. */
export function isExtracted(cell: Pick<Cell, 'stats'> | undefined, mayAsk: boolean): boolean {
  return cell?.stats != null && isWritten(cell.stats, mayAsk)
}

/** Whether a result breaks a rule of its format. */
export function isInvalid({ values }: Pick<Cell, 'values'>): boolean {
  return (values['validity'] ?? 1) < 1
}

/** A trick that does better where knowledge is measured; ends of the scale are none. */
function findBetterTrick({ metrics, controls }: VariantResult): ControlId | null {
  const own = metrics[knowledgeMetric]
  const tricks = controls?.[knowledgeMetric] ?? []
  if (own === undefined) return null
  return tricks.find(({ id, lead }) => isTrick(id) && lead < 0)?.id ?? null
}

/** Share of what was used next that an arm keeps, from 0 to 1; null where that is not known. */
export function computeKeptShare({ figures }: Pick<AnswerArm, 'figures'>): number | null {
  return figures[keptMetric]?.value ?? null
}

type Candidate = Judged & { readonly arm: Unjudged }

/** Arms with their verdicts: what the agents did, the recommended one, then candidates by what they keep, then the others. */
export function judgeArms(arms: readonly Unjudged[], goal: Goal): AnswerArm[] {
  const sound = arms.filter((arm) => findRefusal(arm) === null).flatMap(listCandidate)
  const soundVerdict = createGoalJudge(goal, sound)
  const judgeArm = (arm: Unjudged): ArmVerdict => {
    const own = sound.find((one) => one.arm === arm)
    return own === undefined ? (findRefusal(arm) ?? 'unmeasured') : soundVerdict(own)
  }
  const judged = arms.map((arm) => ({ ...arm, verdict: judgeArm(arm) }))
  const rankVerdict = ({ verdict }: AnswerArm): number => verdictOrder.indexOf(verdict)
  return judged.toSorted(
    (a, b) => rankVerdict(a) - rankVerdict(b) || (computeKeptShare(b) ?? -1) - (computeKeptShare(a) ?? -1),
  )
}

const verdictOrder: readonly ArmVerdict[] = [
  'recorded',
  'recommended',
  'candidate',
  'saves-too-little',
  'raises-bill',
  'keeps-too-little',
  'trick',
  'invalid',
  'unmeasured',
]

function listCandidate(arm: Unjudged): Candidate[] {
  const kept = computeKeptShare(arm)
  const { savedPercent } = arm
  const costUsd = pickTypicalUsd(arm)
  return savedPercent === null || kept === null ? [] : [{ arm, savedPercent, kept, costUsd }]
}

/** Why an arm is not recommended whatever the goal; null where nothing speaks against it. */
export function findRefusal(arm: Unjudged): ArmVerdict | null {
  // Nobody can set what has happened.
  if (arm.id === recordedMethodId) return 'recorded'
  if (arm.savedPercent === null || computeKeptShare(arm) === null) return 'unmeasured'
  if (arm.tasks.invalid > 0) return 'invalid'
  if (arm.tasks.changed === 0 || arm.savedPercent <= 0) return 'saves-too-little'
  return arm.trick === null ? null : 'trick'
}

function findWorstTask(armId: string, tasks: readonly MeasuredArms[]): Answer['worst'] {
  return tasks
    .flatMap(({ checkpoint, cells }) => {
      const kept = cells.find(({ variantId }) => variantId === armId)?.values[keptMetric] ?? null
      if (checkpoint === null || kept === null || kept >= 1) return []
      const { taskId, taskTitle: title, id: checkpointId } = checkpoint
      return [{ taskId, title, arm: armId, kept, checkpointId }]
    })
    .toSorted((a, b) => a.kept - b.kept)
    .slice(0, worstCount)
}
