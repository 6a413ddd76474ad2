import type { TimelinePoint } from '../../../shared/domain/timeline.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { timelineLooks, type TimelineKind } from './timeline-kinds.ts'
import styles from './kind-legend.module.css'
import type { WindowLine } from './window-lines.ts'

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

/** What the lines of the window are, each with its dash; of those that are drawn. */
export function LineLegend({ lines }: { readonly lines: readonly WindowLine[] }) {
  const byMeaning = new Map(lines.map((line) => [line.meaning, line.kind]))
  // The window before what condenses in it.
  const entries = [...byMeaning].toSorted(([, a], [, b]) => b.localeCompare(a))
  if (entries.length === 0) return null
  return (
    <div className={styles.legend} role="group" aria-label="Lines">
      {entries.map(([meaning, kind]) => (
        <span key={meaning} className={styles.line} data-level={kind}>
          {meaning}
        </span>
      ))}
    </div>
  )
}
