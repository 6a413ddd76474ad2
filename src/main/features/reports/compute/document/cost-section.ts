import { formatInteger, formatUsd } from '../../../../../shared/kernel/format-figures.ts'
import { formatMetric } from '../../../../../shared/kernel/format-metric.ts'
import { formatVariantName } from './lookups.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What was paid, and for what. */
export function buildCostSection({ experiment, results }: ReportInput): Section {
  const calls = experiment.cells.reduce((sum, { stats }) => sum + (stats?.modelCalls ?? 0), 0)
  return {
    title: 'Cost',
    blocks: [
      {
        kind: 'facts',
        rows: [
          {
            label: 'Model calls of the experiment, by the book',
            value: formatUsd(experiment.summary.costUsd),
          },
          { label: 'Calls of providers', value: formatInteger(calls) },
          { label: 'Cells taken from earlier experiments', value: formatInteger(results.cells.reused) },
        ],
      },
      {
        kind: 'table',
        caption: 'By variant',
        isFolded: false,
        columns: [
          { label: 'Variant' },
          { label: 'Cost', detail: 'of calls that were made', isNumber: true },
          { label: 'Price of the work', detail: 'kept answers at what they took', isNumber: true },
          // Called `Mean time of a cell` until layout 2, which counted kept answers as well.
          { label: 'Mean time of the work', detail: 'cells without kept answers', isNumber: true },
        ],
        rows: results.variants.map((variant) => ({
          head: { text: formatVariantName(variant) },
          cells: [
            { text: formatUsd(variant.costUsd) },
            { text: variant.priceUsd === null ? 'unknown' : formatUsd(variant.priceUsd) },
            { text: formatMetric(variant.meanDurationMs, 'milliseconds') },
          ],
        })),
      },
    ],
  }
}
