import { formatCoverage } from '../../../../../shared/activity/metric-words.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatMetric } from '../../../../../shared/kernel/format-metric.ts'
import { assertionLooks } from '../../../../../shared/kernel/words/verdict-words.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What the experiment was asked to hold; null where nothing was. */
export function buildAssertionSection({ results }: ReportInput): Section | null {
  const { assertions } = results
  if (assertions.length === 0) return null
  const held = assertions.filter(({ ok }) => ok).length
  const caption = `${held} of ${formatCountWithNoun(assertions.length, 'assertion')} hold`
  return {
    title: 'Assertions',
    blocks: [
      {
        kind: 'table',
        caption,
        isFolded: false,
        columns: [
          { label: 'Metric' },
          { label: 'Variant' },
          { label: 'Asked for' },
          { label: 'Mean', isNumber: true },
          // Called `Outcome` in layout 1 and `State` in layout 2, by other rules: those are not compared.
          { label: 'Result' },
        ],
        rows: assertions.map(({ metric, variant, expected, value, state, message, ...rest }) => {
          const info = results.metrics.find(({ id }) => id === metric)
          return {
            head: { text: info?.label ?? metric },
            cells: [
              { text: variant },
              { text: expected },
              {
                text: info === undefined ? String(value ?? '–') : formatMetric(value, info.unit),
                detail: formatCoverage(rest),
              },
              { text: `${assertionLooks[state].sign} ${assertionLooks[state].word}`, detail: message },
            ],
          }
        }),
      },
    ],
  }
}
