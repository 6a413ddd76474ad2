import { isOfEveryCell } from '../../../../shared/activity/metric-words.ts'
import type { ComparisonRules, Interval } from '../../../../shared/condense/comparison-types.ts'
import { isRefusal } from '../../../../shared/condense/measured-work.ts'
import type { Assertion } from '../../../../shared/experiments/experiment-file-types.ts'
import type {
  AssertionResult,
  VariantComparison,
  VariantResult,
} from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell, ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { findMargin } from '../../../../shared/experiments/find-margin.ts'
import { countPlannedCheckpoints } from '../../../../shared/experiments/measure-plan.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { judgeUnusable } from '../../../measure/judged/judged-metric.ts'

/** The figures of an experiment that its assertions speak of. */
export type AssertedFigures = {
  readonly plan: ExperimentPlan
  readonly cells: readonly Cell[]
  readonly variants: readonly VariantResult[]
  /** Against the baseline of the plan. */
  readonly comparisons: readonly VariantComparison[]
  readonly rules: ComparisonRules
}

/** What an assertion comes to by the values that there are. */
type Finding = Pick<AssertionResult, 'expected' | 'value' | 'state' | 'n' | 'outOf'> & {
  /** Why it does not hold, as a clause; empty where it does. */
  readonly found: string
}

/**
 * Holds the assertions of an experiment against its figures. One that names no variant is checked for each. None holds
 * on missing evidence: it is inconclusive where a cell that it speaks of has not ended, failed, was not judged, or has no
 * value of the money or time that it took.
 */
export function checkAssertions(figures: AssertedFigures): readonly AssertionResult[] {
  const { file, variants, baselineId } = figures.plan
  return file.assert.flatMap((assertion) => {
    // A second sample of the baseline is there to show the noise, not to pass.
    const own = variants.filter(({ again }) => again === undefined)
    const named = assertion.variant === undefined ? own.map(({ id }) => id) : [assertion.variant]
    return named.flatMap((id) => {
      const bounds = checkBounds(assertion, id, figures)
      // The baseline is not compared with itself.
      const isCompared = id !== baselineId || assertion.variant !== undefined
      const verdict = isCompared ? checkVerdict(assertion, id, figures) : null
      return [
        ...(bounds === null
          ? []
          : [buildAssertionResult(assertion, id, withGaps(bounds, [id], assertion, figures))]),
        ...(verdict === null
          ? []
          : [buildAssertionResult(assertion, id, withGaps(verdict, [id, baselineId], assertion, figures))]),
      ]
    })
  })
}

function buildAssertionResult(
  { metric }: Assertion,
  variant: string,
  { found, ...finding }: Finding,
): AssertionResult {
  const { expected, state } = finding
  const ok = state === 'ok'
  const message = ok ? '' : `${metric} of ${variant} should be ${expected}: ${found}.`
  return { metric, variant, ...finding, ok, message }
}

/** A bound speaks of the mean over these tasks, and of no others: it takes a value, but no number of tasks. */
function checkBounds(
  { metric, min, max }: Assertion,
  variantId: string,
  { variants }: AssertedFigures,
): Finding | null {
  if (min === undefined && max === undefined) return null
  const summary = variants.find(({ id }) => id === variantId)?.metrics[metric]
  const expected = [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ].join(' and ')
  if (summary === undefined)
    return { expected, value: null, state: 'inconclusive', found: 'no cell has a value' }
  const { mean: value, n, outOf } = summary
  const common = { expected, value, n, outOf }
  if (value >= (min ?? -Infinity) && value <= (max ?? Infinity)) return { ...common, state: 'ok', found: '' }
  return { ...common, state: 'failed', found: `it is ${roundValue(value)}` }
}

/**
 * `not-worse` is non-inferiority: it holds where no value of the interval is worse than the baseline by more than the
 * margin, and fails where all are or the verdict is worse. `better` holds where the verdict is, and fails where no value
 * of the interval is better by more than the margin. What lies between is inconclusive, as are too few tasks.
 */
function checkVerdict(
  { metric, verdict: wanted }: Assertion,
  variantId: string,
  { plan, comparisons, rules }: AssertedFigures,
): Finding | null {
  if (wanted === undefined) return null
  const expected = wanted === 'better' ? 'better than the baseline' : 'not worse than the baseline'
  const comparison = comparisons.find((one) => one.b === variantId && one.metric === metric)
  const info = plan.metrics.find(({ id }) => id === metric)
  const value = comparison?.difference ?? null
  const rest = comparison === undefined ? {} : { n: comparison.pairs.length, outOf: comparison.outOf }
  const common = { expected, value, ...rest }
  const open = (found: string): Finding => ({ ...common, state: 'inconclusive', found })
  if (comparison === undefined || info === undefined || value === null)
    return open('there is nothing to compare')
  const { tasks, verdict } = comparison
  if (tasks < rules.fewestTasks)
    return open(
      `a verdict takes ${formatCountWithNoun(rules.fewestTasks, 'task')} with a value, not ${tasks}`,
    )
  const margin = findMargin(info, plan.file.margins)
  const { low, high } = findRange(comparison)
  // Turned so that more is better.
  const [least, most] = info.direction === 'higher' ? [low, high] : [-high, -low]
  const rests = Number.isFinite(low)
    ? `the interval of the difference is ${roundValue(low)} to ${roundValue(high)}, with a margin of ${roundValue(margin)}`
    : 'too few tasks differ for an interval'
  const isShown = verdict.word === 'better' || (wanted === 'not-worse' && least >= -margin)
  if (isShown) return { ...common, state: 'ok', found: '' }
  const isRefuted = wanted === 'better' ? most <= margin : most < -margin
  if (isRefuted || verdict.word === 'worse') return { ...common, state: 'failed', found: rests }
  return open(`the data do not suffice: ${rests}`)
}

/** What the difference may be: anything where there is no interval, unless all tasks show the same. */
function findRange({ low, high, pairs }: VariantComparison): Interval {
  if (low !== null && high !== null) return { low, high }
  const [first] = pairs
  return first !== undefined && pairs.every(({ difference }) => difference === first.difference)
    ? { low: first.difference, high: first.difference }
    : { low: -Infinity, high: Infinity }
}

/** The finding, unless it holds only as far as the cells go that have a value. */
function withGaps(
  finding: Finding,
  variantIds: readonly string[],
  { metric }: Assertion,
  { plan, cells }: AssertedFigures,
): Finding {
  if (finding.state === 'failed') return finding
  const isVerdict = variantIds.length > 1
  const gaps = [
    ...[...new Set(variantIds)].flatMap((id) => findValueGaps(id, metric, plan, cells)),
    ...findSilentCheckpoints([variantIds[0], plan.baselineId], metric, plan, cells),
    ...(isVerdict ? [] : variantIds.flatMap((id) => findSealedCells(id, metric, cells))),
  ]
  if (gaps.length === 0) return finding
  const found = [...(finding.found === '' ? [] : [finding.found]), ...gaps].join('; ')
  return { ...finding, state: 'inconclusive', found }
}

/**
 * Cells of a variant that should have a value and have none. A metric with nothing to measure leaves no gap; every cell
 * takes money and time, though, unless its provider refused, and of those that may be fewer than half.
 */
function findValueGaps(
  id: string,
  metric: string,
  plan: ExperimentPlan,
  cells: readonly Cell[],
): readonly string[] {
  const own = cells.filter(({ variantId }) => variantId === id)
  const repeats = plan.variants.find((variant) => variant.id === id)?.repeats ?? 1
  const planned = countPlannedCheckpoints(plan, id) * repeats
  const failed = own.filter(({ status }) => status === 'failed').length
  const needsModel = plan.metrics.some((info) => info.id === metric && info.needsModel)
  const isUnjudged = ({ status, values, warnings }: Cell): boolean =>
    status === 'done' &&
    (values[metric] ?? null) === null &&
    warnings.some(({ code }) => code === judgeUnusable)
  const unjudged = needsModel ? own.filter(isUnjudged).length : 0
  const isTaken = plan.metrics.some((info) => info.id === metric && isOfEveryCell(info))
  const valueless = isTaken ? own.filter((cell) => isWithout(metric, cell)) : []
  const refused = valueless.filter(({ stats }) => stats !== null && isRefusal(stats)).length
  const untold = valueless.length - refused
  const of = `of ${formatCountWithNoun(planned, 'cell')} of ${id}`
  return [
    ...(failed === 0 ? [] : [`${failed} ${of} failed`]),
    ...(own.length >= planned ? [] : [`${planned - own.length} ${of} did not end`]),
    ...(unjudged === 0 ? [] : [`${unjudged} ${of} were not judged`]),
    ...(untold === 0 ? [] : [`${untold} ${of} ${untold === 1 ? 'has' : 'have'} no ${metric}`]),
    ...(refused === 0 || 2 * refused < planned
      ? []
      : [`${id} refused ${refused} of ${formatCountWithNoun(planned, 'cell')}`]),
  ]
}

/** Cells whose text nobody but a vendor can read: what they keep is not known, so that the mean is one of the others. */
function findSealedCells(id: string, metric: string, cells: readonly Cell[]): readonly string[] {
  const own = cells.filter(({ variantId }) => variantId === id)
  const sealed = own.filter(({ gaps }) => gaps?.[metric]?.code === 'encrypted').length
  return sealed === 0
    ? []
    : [`${sealed} of ${formatCountWithNoun(own.length, 'cell')} of ${id} cannot be read`]
}

/**
 * Checkpoints at which the baseline has a value and the variant has none: a context that says nothing must not do
 * better for it. Money and time have gaps of their own.
 */
function findSilentCheckpoints(
  [id, baselineId]: readonly [id: string | undefined, baselineId: string],
  metric: string,
  plan: ExperimentPlan,
  cells: readonly Cell[],
): readonly string[] {
  if (plan.metrics.some((info) => info.id === metric && (isOfEveryCell(info) || info.needsModel))) return []
  const findValuedCheckpoints = (variantId: string | undefined): ReadonlySet<string> =>
    new Set(
      cells
        .filter((cell) => cell.variantId === variantId && (cell.values[metric] ?? null) !== null)
        .map(({ checkpointId }) => checkpointId),
    )
  const own = findValuedCheckpoints(id)
  const ended = new Set(
    cells
      .filter(({ variantId, status }) => variantId === id && status === 'done')
      .map(({ checkpointId }) => checkpointId),
  )
  const silent = [...findValuedCheckpoints(baselineId)].filter(
    (checkpoint) => ended.has(checkpoint) && !own.has(checkpoint),
  )
  return silent.length === 0
    ? []
    : [
        `${id} has no ${metric} at ${formatCountWithNoun(silent.length, 'cut')} at which ${baselineId} has one`,
      ]
}

function isWithout(metric: string, { status, values }: Cell): boolean {
  return status === 'done' && (values[metric] ?? null) === null
}

function roundValue(value: number): number {
  return Number(value.toPrecision(4))
}
