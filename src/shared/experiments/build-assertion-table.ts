import { formatCoverage } from '../activity/metric-words.ts'
import type { MetricInfo } from '../activity/quality-types.ts'
import { alignRight, buildTable, type Cell, type TableBlock } from '../document/document.ts'
import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatMetric } from '../kernel/format-metric.ts'
import { assertionLooks } from '../kernel/words/verdict-words.ts'
import type { AssertionResult } from './experiment-results-types.ts'

const assertionTones = { ok: 'good', failed: 'bad', inconclusive: 'plain' } as const

/** What the experiment was asked to hold, and whether it does. */
export function buildAssertionTable({
  assertions,
  metrics,
}: {
  readonly assertions: readonly AssertionResult[]
  readonly metrics: readonly MetricInfo[]
}): TableBlock {
  const held = assertions.filter(({ ok }) => ok).length
  return buildTable(
    // The last was called `Outcome` in layout 1 and `State` in layout 2, by other rules: those are not compared.
    ['Metric', 'Variant', 'Asked for', ...alignRight('Mean'), 'Result'],
    assertions.map(({ metric, variant, expected, value, state, message, ...rest }): readonly Cell[] => {
      const info = metrics.find(({ id }) => id === metric)
      return [
        { text: info?.label ?? metric, figure: { variantId: variant, metric } },
        variant,
        expected,
        {
          text: info === undefined ? String(value ?? '–') : formatMetric(value, info.unit),
          detail: formatCoverage(rest),
        },
        {
          text: `${assertionLooks[state].sign} ${assertionLooks[state].word}`,
          detail: message,
          tone: assertionTones[state],
        },
      ]
    }),
    { caption: `${held} of ${formatCountWithNoun(assertions.length, 'assertion')} hold` },
  )
}
