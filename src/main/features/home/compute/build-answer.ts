import type {
  ExperimentResults,
  MetricSummary,
  VariantResult,
} from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import {
  type Answer,
  type AnswerArm,
  type ArmFigure,
  type ArmVerdict,
  type Goal,
  keptFigure,
  type MeasuredArms,
  type Naming,
} from '../../../../shared/home/answer-types.ts'
import {
  findGoalFailure,
  pickTypicalUsd,
  spreadBill,
  type Judged,
} from '../../../../shared/home/goal-rule.ts'
import type { ControlResult } from '../../../../shared/kernel/control.ts'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { isWritten } from '../../../measure/estimate-arm-money.ts'
import { nameMethod, type NamingTask } from '../../../measure/name-method.ts'

/** Metric of what an arm keeps at the size that it has by itself. */
const ownKeptMetric = 'continuation-recall'

/** Metric that stands for what changes in the bill of a task. */
const billMetric = 'change-of-bill'

/** Metrics that are read here beside those that are shown. */
export const answerMetrics: ReadonlySet<string> = new Set([
  keptFigure,
  ownKeptMetric,
  billMetric,
  'reduction',
  'validity',
])

/** Tasks that are shown where an arm keeps least. */
const worstCount = 3

/** What was measured of a session, with the task of the person that it is counted with. */
export type OfTask<Measured extends MeasuredArms> = Measured & { readonly taskId: string }

/** What was measured over some tasks. */
export type AnswerInput = {
  readonly goal: Goal
  readonly arms: readonly ArmInfo[]
  /** Of an experiment with these arms as its variants, over the tasks that can be cut. */
  readonly results: Pick<ExperimentResults, 'variants' | 'metrics' | 'rules'>
  readonly tasks: readonly OfTask<MeasuredArms>[]
  /** Ids of the arms that may ask a model. */
  readonly asking: ReadonlySet<string>
}

/** How every arm does over some tasks, and which of them fits the goal best. */
export function buildAnswer(
  input: AnswerInput,
): Pick<Answer, 'arms' | 'naming' | 'recommended' | 'worst' | 'kept'> {
  const measured = input.arms.flatMap((arm) => {
    const result = input.results.variants.find(({ id }) => id === arm.id)
    if (result === undefined) return []
    const unjudged = buildUnjudgedArm(arm, result, input)
    // Where no agent condensed there is no row of what they did.
    return arm.id === recordedMethodId && countAll(unjudged.tasks) === 0 ? [] : [unjudged]
  })
  const { goal, results } = input
  const naming = nameMethod({
    goal,
    methods: listNameable(measured),
    tasks: listNamingTasks(input.tasks),
    rules: results.rules,
  })
  const recommended = naming.kind === 'named' ? naming.id : null
  return {
    kept: keptFigure,
    arms: judgeArms(measured, goal, naming),
    naming,
    recommended,
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
  const own = tasks.map(({ taskId, cells }) => ({
    taskId,
    cells: cells.filter(({ variantId }) => variantId === arm.id),
  }))
  const cells = own.flatMap((task) => task.cells)
  const { reduction: saved, [billMetric]: bill } = result.metrics
  const figures = Object.entries(result.metrics).flatMap(([id, summary]): [string, ArmFigure][] => {
    const isShown = results.metrics.some((metric) => metric.id === id && metric.rank !== undefined)
    return isShown || id === keptFigure || id === ownKeptMetric
      ? [[id, buildArmFigure(summary, result.controls?.[id])]]
      : []
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
    costedTasks: bill?.tasks ?? 0,
    figures: Object.fromEntries(figures),
    tasks: countCellTasks(own),
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

function pickSavedInterval(summary: MetricSummary | undefined): AnswerArm['savedInterval'] {
  if (summary?.low == null || summary.high === null) return null
  return [summary.low, summary.high]
}

function countCellTasks(
  tasks: readonly { readonly taskId: string; readonly cells: readonly Cell[] }[],
): AnswerArm['tasks'] {
  const count = (holds: (cell: Cell) => boolean): number =>
    new Set(tasks.flatMap(({ taskId, cells }) => (cells.some(holds) ? [taskId] : []))).size
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

/** Arms that may be named: those that nothing speaks against. */
export function listNameable(arms: readonly Unjudged[]): readonly string[] {
  return arms.flatMap((arm) => (findRefusal(arm) === null ? [arm.id] : []))
}

/** What each task says of the arms, at the size of its cut. */
export function listNamingTasks(tasks: readonly OfTask<MeasuredArms>[]): readonly NamingTask[] {
  return tasks.flatMap(({ taskId, checkpoint, cells }) => {
    const done = cells.filter(({ status }) => status === 'done')
    const judged = done.flatMap(({ variantId, values }): [string, Judged][] => {
      const {
        [keptFigure]: kept = null,
        reduction: savedPercent = null,
        [billMetric]: costUsd = null,
      } = values
      return kept === null || savedPercent === null ? [] : [[variantId, { savedPercent, kept, costUsd }]]
    })
    if (checkpoint === null || judged.length === 0) return []
    const { workspace = null } = checkpoint
    const controls =
      done.find((cell) => cell.controls?.[keptFigure] !== undefined)?.controls?.[keptFigure] ?? {}
    const recorded = judged.find(([id]) => id === recordedMethodId)?.[1].kept ?? null
    return [{ taskId, workspace, judged: new Map(judged), controls, recorded }]
  })
}

/** Share of the facts the agent went on to use that an arm keeps at its own size, from 0 to 1; null where that is not known. */
export function computeKeptShare({ figures }: Pick<AnswerArm, 'figures'>): number | null {
  return figures[ownKeptMetric]?.value ?? null
}

/** Arms with their verdicts: what the agents did, the named one, then candidates by what they keep, then the others. */
export function judgeArms(arms: readonly Unjudged[], goal: Goal, naming: Naming): AnswerArm[] {
  const sound = arms.filter((arm) => findRefusal(arm) === null).map(toJudged)
  const judgeArm = (arm: Unjudged): ArmVerdict => {
    if (naming.kind === 'named' && naming.id === arm.id) return 'recommended'
    return findRefusal(arm) ?? findGoalFailure(toJudged(arm), sound, goal) ?? 'candidate'
  }
  const judged = arms.map((arm) => ({ ...arm, verdict: judgeArm(arm) }))
  const rankVerdict = ({ verdict }: AnswerArm): number => verdictOrder.indexOf(verdict)
  return judged.toSorted((a, b) => rankVerdict(a) - rankVerdict(b) || toJudged(b).kept - toJudged(a).kept)
}

const verdictOrder: readonly ArmVerdict[] = [
  'recorded',
  'recommended',
  'candidate',
  'saves-too-little',
  'raises-bill',
  'keeps-too-little',
  'invalid',
  'unmeasured',
]

/** What a goal judges of an arm; below everything that is measured where it is not. */
function toJudged(arm: Unjudged): Judged {
  const { figures, savedPercent } = arm
  return {
    savedPercent: savedPercent ?? -1,
    kept: figures[keptFigure]?.value ?? -1,
    costUsd: pickTypicalUsd(arm),
  }
}

/** Why an arm is not named whatever the goal; null where nothing speaks against it. */
export function findRefusal(arm: Unjudged): ArmVerdict | null {
  // Nobody can set what has happened.
  if (arm.id === recordedMethodId) return 'recorded'
  if (arm.savedPercent === null || arm.figures[keptFigure] === undefined) return 'unmeasured'
  if (arm.tasks.invalid > 0) return 'invalid'
  return arm.tasks.changed === 0 || arm.savedPercent <= 0 ? 'saves-too-little' : null
}

function findWorstTask(armId: string, tasks: readonly MeasuredArms[]): Answer['worst'] {
  return tasks
    .flatMap(({ checkpoint, cells }) => {
      const kept = cells.find(({ variantId }) => variantId === armId)?.values[keptFigure] ?? null
      if (checkpoint === null || kept === null || kept >= 1) return []
      const { taskId, taskTitle: title, id: checkpointId } = checkpoint
      return [{ taskId, title, arm: armId, kept, checkpointId }]
    })
    .toSorted((a, b) => a.kept - b.kept)
    .slice(0, worstCount)
}
