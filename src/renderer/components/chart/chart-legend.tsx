import type { ReactNode } from 'react'
import { VariantMark } from '../variant-mark.tsx'
import styles from './chart-legend.module.css'

/** A mark of a chart, the name that it stands for, and a value of it. */
export type LegendEntry = {
  readonly id: string
  readonly name: string
  /** The variant whose mark it is by its place, or the colour of an area. */
  readonly mark: number | string
  readonly value?: string
}

type ChartLegendProps = { readonly label?: string; readonly entries: readonly LegendEntry[] }

/** The marks of a chart with the names that they stand for, and a value each. */
export function ChartLegend({ label, entries }: ChartLegendProps) {
  return (
    <ul className={styles.legend} aria-label={label}>
      {entries.map(({ id, name, mark, value }) => (
        <li key={id}>
          {markOf(mark)}
          <span className={styles.name} title={name}>
            {name}
          </span>
          {value !== undefined && <span className={styles.value}>{value}</span>}
        </li>
      ))}
    </ul>
  )
}

function markOf(mark: LegendEntry['mark']): ReactNode {
  return typeof mark === 'number' ? (
    <VariantMark place={mark} />
  ) : (
    <span className={styles.swatch} style={{ background: mark }} aria-hidden />
  )
}
