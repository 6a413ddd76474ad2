import { buildFacts, buildTable } from '../../../../../shared/document/document.ts'
import { formatVariantName } from '../../../../../shared/experiments/select-comparisons.ts'
import { formatInteger, formatUsd } from '../../../../../shared/kernel/format-figures.ts'
import { formatMetric } from '../../../../../shared/kernel/format-metric.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What was paid, and for what. */
export function buildCostSection({ experiment, results }: ReportInput): Section {
  const calls = experiment.cells.reduce((sum, { stats }) => sum + (stats?.modelCalls ?? 0), 0)
  return {
    title: 'Cost',
    blocks: [
      buildFacts([
        ['Model calls of the experiment, by the book', formatUsd(experiment.summary.costUsd)],
        ['Calls of providers', formatInteger(calls)],
        ['Cells taken from earlier experiments', formatInteger(results.cells.reused)],
      ]),
      buildTable(
        [
          'Variant',
          { label: 'Cost', detail: 'of calls that were made', isNumber: true },
          { label: 'Price of the work', detail: 'kept answers at what they took', isNumber: true },
          // Called `Mean time of a cell` until layout 2, which counted kept answers as well.
          { label: 'Mean time of the work', detail: 'cells without kept answers', isNumber: true },
        ],
        results.variants.map((variant) => [
          formatVariantName(variant),
          formatUsd(variant.costUsd),
          variant.priceUsd === null ? 'unknown' : formatUsd(variant.priceUsd),
          formatMetric(variant.meanDurationMs, 'milliseconds'),
        ]),
        { caption: 'By variant' },
      ),
    ],
  }
}
