import { VariantMark } from '../../../components/variant-mark.tsx'
import styles from './plots.module.css'

type LineLegendProps = {
  readonly entries: readonly {
    readonly id: string
    readonly name: string
    readonly place: number
    readonly value?: string
  }[]
}

/** The marks of a plot with the names that they stand for, and a value each. */
export function LineLegend({ entries }: LineLegendProps) {
  return (
    <ul className={styles.legend}>
      {entries.map(({ id, name, place, value }) => (
        <li key={id}>
          <VariantMark place={place} />
          <span className={styles.name} title={name}>
            {name}
          </span>
          {value !== undefined && <span className={styles.value}>{value}</span>}
        </li>
      ))}
    </ul>
  )
}
