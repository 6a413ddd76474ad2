import type { TimelinePoint } from '../../../shared/domain/timeline.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { timelineLooks, type TimelineKind } from './timeline-kinds.ts'
import styles from './kind-legend.module.css'

type KindLegendProps = {
  readonly kinds: readonly TimelineKind[]
  readonly hidden: ReadonlySet<TimelineKind>
  readonly onToggle: (kind: TimelineKind) => void
  /** The point whose figures are shown. */
  readonly point: TimelinePoint
}

/** What the colours mean, with the tokens at the cursor; each kind can be left out of the chart. */
export function KindLegend({ kinds, hidden, onToggle, point }: KindLegendProps) {
  return (
    <div className={styles.legend} role="group" aria-label="Kinds of part">
      {kinds.map((kind) => {
        const { label, color } = timelineLooks[kind]
        const isShown = !hidden.has(kind)
        return (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            aria-pressed={isShown}
            title={isShown ? `Leave out ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
            onClick={() => onToggle(kind)}
          >
            <span className={styles.swatch} style={{ background: color }} aria-hidden />
            <span className={styles.kindName}>{label}</span>
            <span className={styles.figure}>{formatInteger(point.byKind[kind] ?? 0)} tok</span>
          </button>
        )
      })}
    </div>
  )
}
