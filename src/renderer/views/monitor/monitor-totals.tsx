import type { MetricsReport, Spread } from '../../../shared/domain/metrics.ts'
import { formatInteger, formatPercent } from '../../../shared/lib/format-figures.ts'
import { qualityLabels, qualityNotes } from '../../../shared/lib/quality-words.ts'
import { Figure, Figures } from '../../components/figure.tsx'
import { formatTokens } from '../../lib/format.ts'
import styles from './monitor.module.css'
import { totalCost } from './total-cost.ts'

const share = (spread: Spread | null): string => percent(spread === null ? null : 100 * spread.mean)
const percent = (value: number | null): string => (value === null ? '–' : formatPercent(value))

/** The figures over all groups, in a line. */
export function MonitorTotals({ report: { runs, total } }: { readonly report: MetricsReport }) {
  const { attempts, tokensSaved, reductionPercent, failurePercent, insufficientPercent } = total
  return (
    <section className={styles.totals} aria-label="All runs">
      <Figures>
        <Figure label="Runs" value={formatInteger(runs)} />
        <Figure
          label="Attempts"
          value={formatInteger(attempts)}
          note="Each provider that a run tried and that ended by itself; fallbacks count on their own"
        />
        <Figure label="Reduction (median)" value={percent(reductionPercent?.median ?? null)} />
        <Figure
          label={qualityLabels.survival}
          value={share(total.survival)}
          note={`${qualityNotes.survival}; the mean over results`}
        />
        <Figure
          label={qualityLabels.continuationRecall}
          value={share(total.continuationRecall)}
          note={`${qualityNotes.continuationRecall}; the mean over results of tasks that went on`}
        />
        <Figure label="Saved" value={formatTokens(tokensSaved)} note="By the results that runs ended with" />
        <Figure label="Cost in sum" value={totalCost(total)} note="Failed and cancelled runs included" />
        <Figure label="Failed" value={percent(failurePercent)} note="Of all attempts" />
        <Figure
          label="Too little"
          value={percent(insufficientPercent)}
          note="Results that saved less than the minimum gain, of all results"
        />
      </Figures>
    </section>
  )
}
