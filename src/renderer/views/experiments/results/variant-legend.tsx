import { useExperiment } from '../experiment-context.ts'
import { VariantMark } from '../../../components/variant-mark.tsx'
import styles from './charts.module.css'

/** Which mark is which variant. */
export function VariantLegend({ variantIds }: { readonly variantIds: readonly string[] }) {
  const { names } = useExperiment()
  return (
    <ul className={styles.legend} aria-label="Marks">
      {variantIds.map((variantId) => (
        <li key={variantId}>
          <VariantMark place={names.placeOf(variantId)} />
          <span title={names.nameOf(variantId)}>{names.nameOf(variantId)}</span>
        </li>
      ))}
    </ul>
  )
}
