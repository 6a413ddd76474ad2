import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import { countOf } from '../../../lib/format.ts'
import { VariantMark } from '../../../components/variant-mark.tsx'
import { useReplay } from '../replay-view.tsx'
import { FiringsTable } from './firings-table.tsx'
import { PaidChart } from './paid-chart.tsx'
import styles from './results.module.css'

/** One policy: its condensations one by one, what did not happen and why, and what was paid for each request. */
export function PolicyDetail({ policy }: { readonly policy: ReplayedPolicy }) {
  const { placeOf } = useReplay()
  const { id, firings, notes } = policy
  return (
    <section className={styles.detail} aria-label={`Details of ${id}`}>
      <div className={styles.head}>
        <VariantMark place={placeOf(id)} />
        <h2 className={styles.title}>{id}</h2>
        <span className={styles.word}>{countOf(firings.length, 'condensation')}</span>
      </div>
      {firings.length === 0 ? (
        <p className={styles.empty}>It never condensed.</p>
      ) : (
        <FiringsTable policy={policy} />
      )}
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={`Notes on ${id}`}>
          {notes.map(({ request, text }, index) => (
            <li key={index}>
              Before request {request}: {text}
            </li>
          ))}
        </ul>
      )}
      <PaidChart policy={policy} />
    </section>
  )
}
