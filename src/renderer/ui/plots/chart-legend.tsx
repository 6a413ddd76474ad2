import { VariantMark } from '../components/marks/variant-mark.tsx'
import { Inline } from '../layout/layout.tsx'
import styles from './chart-legend.module.css'

/** A mark of a chart, the name that it stands for, and a value of it. */
export type LegendEntry = {
  readonly id: string
  readonly name: string
  /** The variant whose mark it is by its place, or the colour of an area. */
  readonly mark: number | string
  /** Whether an area is hatched, so that its colour is not the only sign. */
  readonly isHatched?: boolean
  readonly value?: string
}

type ChartLegendProps = {
  readonly label?: string
  readonly entries: readonly LegendEntry[]
  /** Whether each stands on a line of its own, its value at the end. */
  readonly isColumn?: boolean
}

/** The marks of a chart with the names that they stand for, and a value each. */
export function ChartLegend({ label, entries, isColumn = false }: ChartLegendProps) {
  return (
    <ul className={styles.legend} aria-label={label} data-column={isColumn}>
      {entries.map(({ id, name, mark, isHatched = false, value }) => (
        <li key={id}>
          {typeof mark === 'number' ? (
            <VariantMark place={mark} />
          ) : (
            <span className={styles.swatch} style={{ color: mark }} data-hatched={isHatched} aria-hidden />
          )}
          <Inline c="var(--text)" breaks title={name}>
            {name}
          </Inline>
          {value !== undefined && <span className={styles.value}>{value}</span>}
        </li>
      ))}
    </ul>
  )
}
