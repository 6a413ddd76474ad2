import type { ExperimentDetail } from '../../../../shared/experiments/contract.ts'
import {
  pickCreditedVariant,
  describeDecision,
} from '../../../../shared/experiments/describe-decision-words.ts'
import type {
  ExperimentResults,
  VariantComparison,
} from '../../../../shared/experiments/experiment-results-types.ts'
import {
  findMissingFigures,
  type MissingFigure,
} from '../../../../shared/experiments/find-missing-figures.ts'
import { describeMissingFigures } from '../../../../shared/experiments/missing-words.ts'
import { findUnbeatenControls } from '../../../../shared/kernel/words/state-words.ts'

/** `experiment show --json`, and what `experiment run --json` prints. The names are a promise to scripts; more may be added. */
export function buildExperimentJson(
  { summary, plan, cells }: Pick<ExperimentDetail, 'summary' | 'plan' | 'cells'>,
  results: ExperimentResults,
): Readonly<Record<string, unknown>> {
  return {
    id: summary.id,
    name: summary.name,
    question: summary.question,
    status: summary.status,
    reason: summary.reason,
    contentSha256: summary.contentSha256,
    createdTs: summary.createdTs,
    finishedTs: summary.finishedTs,
    figuresVersion: results.figuresVersion,
    baseline: results.baselineId,
    primary: buildPrimaryJson(results),
    cells: results.cells,
    tasks: summary.tasks,
    checkpoints: summary.checkpoints,
    variants: results.variants,
    missing: findMissingFigures(plan, cells).map(buildMissingJson),
    comparisons: results.comparisons.map(buildComparisonJson),
    again: results.again,
    noiseFloor: results.noiseFloor,
    outcomes: results.outcomes,
    assertions: results.assertions,
    flipRate: results.flipRate,
    costUsd: summary.costUsd,
    perhapsPaid: summary.perhapsPaid ?? { calls: 0, usd: 0 },
    rules: results.rules,
    notes: [...results.notes.map((message) => ({ where: 'figures', message })), ...plan.notes],
    failures: cells
      .filter(({ status }) => status === 'failed')
      .map(({ id, error }) => ({ cell: id, code: error?.code ?? '', message: error?.message ?? '' })),
  }
}

function buildMissingJson(figure: MissingFigure): Readonly<Record<string, unknown>> {
  const { metric, cells, withoutValue, failed, reason } = figure
  const [gap] = reason?.gaps ?? []
  return {
    metric: metric.id,
    cells,
    withoutValue,
    failed,
    reason: reason === null || gap === undefined ? null : { ...gap, cells: reason.cells },
    text: describeMissingFigures([figure])[0],
  }
}

function buildPrimaryJson(results: ExperimentResults): Readonly<Record<string, unknown>> | null {
  const { primary } = results
  if (primary === null) return null
  const findVariantControls = (variantId: string) =>
    results.variants.find(({ id }) => id === variantId)?.controls?.[primary.metric]
  const lines = describeDecision(results, (id) => id)?.lines ?? []
  const verdicts = lines.flatMap(({ comparisons, text }) =>
    comparisons.map((comparison) => ({
      variant: comparison.b,
      verdict: comparison.verdict.word,
      notShownToBeat: findUnbeatenControls(findVariantControls(pickCreditedVariant(comparison))),
      sentence: text,
    })),
  )
  return { ...primary, verdicts }
}

function buildComparisonJson({
  verdict,
  pairs: _pairs,
  ...figures
}: VariantComparison): Readonly<Record<string, unknown>> {
  return {
    ...figures,
    verdict: verdict.word,
    ...(verdict.word === 'not-enough-data' ? { more: verdict.more } : {}),
  }
}
