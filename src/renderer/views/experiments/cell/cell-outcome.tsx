import type { CellDetail } from '../../../../shared/api/experiments.ts'
import {
  formatDuration,
  formatInteger,
  formatPercent,
  formatUsd,
} from '../../../../shared/lib/format-figures.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import { priceOfWork } from '../../../../shared/lib/measured-work.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Figure, Figures } from '../../../components/figure.tsx'
import { Tag } from '../../../components/tag.tsx'
import { formatTokens } from '../../../lib/format.ts'
import { OperationsTable, PassesTable } from '../../result/outcome-tables.tsx'
import { useExperiment } from '../experiment-context.ts'
import styles from './cell-view.module.css'

/** What the provider did, in figures and warnings. Passes would tell the provider, so blind ones see none. */
export function CellOutcome({ detail: { cell, outcome } }: { readonly detail: CellDetail }) {
  const { names } = useExperiment()
  const { stats, error, warnings, reason, isReused } = cell
  return (
    <section className={styles.block} aria-label="Outcome">
      <div className={styles.line}>
        <strong>{names.nameOf(cell.variantId)}</strong>
        <span className={styles.muted}>{cell.outcome}</span>
        {isReused && <Tag about="Taken from an identical cell that was there already">reused</Tag>}
      </div>
      {stats !== null && (
        <Figures>
          <Figure label="Before" value={formatTokens(stats.originalTokens)} />
          <Figure label="After" value={formatTokens(stats.finalTokens)} />
          <Figure label="Reduction" value={formatPercent(stats.reductionPercent)} />
          <Figure label="Price of the work" value={formatMetric(priceOfWork(stats), 'usd')} />
          <Figure label="Paid" value={formatUsd(isReused ? 0 : stats.costUsd)} />
          <Figure label="Time in all, with reading and counting" value={formatDuration(cell.timeMs.total)} />
          <Figure label="Model calls" value={formatInteger(stats.modelCalls)} />
        </Figures>
      )}
      {reason !== '' && <p className={styles.note}>{showControls(reason)}</p>}
      {warnings.length > 0 && (
        <ul className={styles.warnings}>
          {warnings.map(({ code, message }, index) => (
            <li key={index}>{showControls(message || code)}</li>
          ))}
        </ul>
      )}
      {error !== null && (
        <ErrorPanel
          title="This cell failed; it counts nowhere"
          problem={{
            message: showControls(error.message),
            where: error.code,
            hint: 'Retry failed cells from the bar above.',
            details: `${error.code}: ${error.message}\ncell: ${cell.id}`,
          }}
        />
      )}
      {outcome !== null && !names.isBlind && (
        <details className={styles.more}>
          <summary>Passes and operations</summary>
          <PassesTable outcome={outcome} />
          <OperationsTable outcome={outcome} />
        </details>
      )}
    </section>
  )
}
