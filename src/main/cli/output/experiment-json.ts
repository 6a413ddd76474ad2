import type { ExperimentDetail } from '../../../shared/api/experiments.ts'
import type { ExperimentResults, VariantComparison } from '../../../shared/domain/experiment-results.ts'

/** `experiment show --json`, and what `experiment run --json` prints. The names are a promise to scripts; more may be added. */
export function experimentJson(
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
    baseline: results.baselineId,
    cells: results.cells,
    tasks: summary.tasks,
    checkpoints: summary.checkpoints,
    variants: results.variants,
    comparisons: results.comparisons.map(comparisonJson),
    assertions: results.assertions,
    flipRate: results.flipRate,
    costUsd: summary.costUsd,
    rules: results.rules,
    notes: [...results.notes.map((message) => ({ where: 'figures', message })), ...plan.notes],
    failures: cells
      .filter(({ status }) => status === 'failed')
      .map(({ id, error }) => ({ cell: id, code: error?.code ?? '', message: error?.message ?? '' })),
  }
}

function comparisonJson({
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
