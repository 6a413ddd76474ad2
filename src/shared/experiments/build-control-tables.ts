import { alignRight, buildTable, type TableBlock } from '../document/document.ts'
import { type ControlId, controlIds } from '../kernel/control.ts'
import { formatMetric } from '../kernel/format-metric.ts'
import { controlWords, describeKnowledge } from '../kernel/words/state-words.ts'
import type { ExperimentResults } from './experiment-results-types.ts'
import { formatVariantName } from './select-comparisons.ts'

/** What cheap tricks of the same size score, a table for each figure that was held against them. */
export function buildControlTables({
  metrics,
  variants,
  again,
  primary,
}: Pick<ExperimentResults, 'metrics' | 'variants' | 'again' | 'primary'>): readonly TableBlock[] {
  return metrics.flatMap((metric) => {
    const shown = controlIds.filter((id) =>
      variants.some(({ controls }) => controls?.[metric.id]?.some((control) => control.id === id)),
    )
    const rows = variants.flatMap((variant) => {
      const [own, controls] = [variant.metrics[metric.id], variant.controls?.[metric.id] ?? []]
      if (own === undefined || controls.length === 0 || variant.id === again?.variant) return []
      const formatScore = (id: ControlId): string =>
        formatMetric(controls.find((control) => control.id === id)?.mean ?? null, metric.unit)
      return [
        [
          { text: formatVariantName(variant), detail: describeKnowledge(controls, metric) },
          formatMetric(own.mean, metric.unit),
          ...shown.map(formatScore),
        ],
      ]
    })
    if (rows.length === 0) return []
    const columns = [
      'Variant',
      ...alignRight(
        metric.label,
        shown.map((id) => controlWords[id]),
      ),
    ]
    return [buildTable(columns, rows, { caption: metric.label, isFolded: metric.id !== primary?.metric })]
  })
}
