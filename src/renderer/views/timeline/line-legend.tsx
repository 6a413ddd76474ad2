import styles from './kind-legend.module.css'
import type { WindowLine } from './window-lines.ts'

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
          <svg width={20} height={2} aria-hidden>
            <path d="M0 1H20" />
          </svg>
          {meaning}
        </span>
      ))}
    </div>
  )
}
