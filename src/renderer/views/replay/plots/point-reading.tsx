import { VariantMark } from '../../../components/variant-mark.tsx'
import { useReplay } from '../replay-view.tsx'
import type { PolicyPoints } from './use-policy-points.ts'
import styles from './plots.module.css'

/** What the marked point of a plot stands for. */
export function PointReading({ marked }: Pick<PolicyPoints, 'marked'>) {
  const { placeOf } = useReplay()
  return (
    <p className={styles.reading}>
      {marked === null ? (
        <span className={styles.hint}>
          Point at a mark, or use the arrow keys, to see what it stands for.
        </span>
      ) : (
        <>
          <VariantMark place={placeOf(marked.id)} />
          <span>{marked.text}</span>
        </>
      )}
    </p>
  )
}
