import type { ExperimentResults } from '../../../../shared/domain/experiment.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import type { VariantNames } from '../variant-names.ts'

/** What is copied of the results: every metric with interval, difference and verdict, folded or not. Rows are ids of variants. */
export function resultTsvColumns(
  results: ExperimentResults,
  names: VariantNames,
  metrics: readonly MetricInfo[],
): readonly Pick<TableColumn<string>, 'header' | 'value'>[] {
  const summaryOf = (variantId: string, metric: string) =>
    results.variants.find(({ id }) => id === variantId)?.metrics[metric]
  const comparisonOf = (variantId: string, metric: string) =>
    results.comparisons.find(({ b, metric: of }) => b === variantId && of === metric)
  return [
    { header: 'Variant', value: names.nameOf },
    ...metrics.flatMap(({ id, label }) => [
      { header: label, value: (variantId: string) => summaryOf(variantId, id)?.mean ?? null },
      { header: `${label}, checkpoints`, value: (variantId: string) => summaryOf(variantId, id)?.n ?? null },
      { header: `${label}, low`, value: (variantId: string) => summaryOf(variantId, id)?.low ?? null },
      { header: `${label}, high`, value: (variantId: string) => summaryOf(variantId, id)?.high ?? null },
      {
        header: `${label}, difference`,
        value: (variantId: string) => comparisonOf(variantId, id)?.difference ?? null,
      },
      {
        header: `${label}, verdict`,
        value: (variantId: string) => comparisonOf(variantId, id)?.verdict.word ?? null,
      },
    ]),
  ]
}
