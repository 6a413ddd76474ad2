import { ShortName } from '../../../components/short-name.tsx'
import { VariantMark } from '../../../components/variant-mark.tsx'
import { useReplay } from '../replay-view.tsx'
import styles from './results.module.css'

/** Which policies the charts show. */
export function PolicyChips() {
  const { result, placeOf, shortOf, isShown, toggle } = useReplay()
  return (
    <div className={styles.lines} role="group" aria-label="Policies in the charts">
      <span className={styles.word}>In the charts</span>
      {result.policies.map(({ id }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          aria-pressed={isShown(id)}
          onClick={() => toggle(id)}
        >
          <VariantMark place={placeOf(id)} />
          <ShortName name={id} short={shortOf(id)} />
        </button>
      ))}
    </div>
  )
}
