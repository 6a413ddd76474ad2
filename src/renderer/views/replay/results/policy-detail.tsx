import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import { formatUsd } from '../../../../shared/lib/format-figures.ts'
import { sumKnown } from '../../../../shared/lib/sum-known.ts'
import { countOf } from '../../../lib/format.ts'
import { VariantMark } from '../../../components/variant-mark.tsx'
import { indexRanges } from '../../../../shared/lib/index-ranges.ts'
import { useReplay } from '../replay-view.tsx'
import { firingsText } from './firings-text.ts'
import { FiringsTable } from './firings-table.tsx'
import { PaidChart } from './paid-chart.tsx'
import styles from './results.module.css'

/** One policy: its condensations one by one, what did not happen and why, and what was paid for each request. */
export function PolicyDetail({ policy }: { readonly policy: ReplayedPolicy }) {
  const { placeOf, result } = useReplay()
  const { id, firings, attempts, notes } = policy
  const own = id === 'recorded' ? result.recorded.firings : []
  return (
    <section className={styles.detail} aria-label={`Details of ${id}`}>
      <div className={styles.head}>
        <VariantMark place={placeOf(id)} />
        <h2 className={styles.title}>{id}</h2>
        <span className={styles.word}>{firingsText(firings, own)}</span>
        {attempts.length > 0 && <span className={styles.word}>{attemptsText(attempts)}</span>}
      </div>
      {firings.length === 0 ? (
        <p className={styles.empty}>
          {own.length > 0 ? 'Nothing that the agent did itself is played.' : 'It never condensed.'}
        </p>
      ) : (
        <FiringsTable policy={policy} />
      )}
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={`Notes on ${id}`}>
          {groupNotes(notes).map(({ requests, text }) => (
            <li key={text}>
              Before {requests.length === 1 ? 'request' : 'requests'} {indexRanges(requests)}: {text}
            </li>
          ))}
        </ul>
      )}
      <PaidChart policy={policy} />
    </section>
  )
}

/** What was tried in vain, and charged for. */
function attemptsText(attempts: ReplayedPolicy['attempts']): string {
  const costUsd = sumKnown(attempts.map((attempt) => attempt.costUsd))
  const cost = costUsd === null ? 'cost unknown' : formatUsd(costUsd)
  return `${countOf(attempts.length, 'attempt')} without a condensation${costUsd === 0 ? '' : ` (${cost})`}`
}

/** What is said again and again is said once. */
function groupNotes(
  notes: ReplayedPolicy['notes'],
): readonly { readonly text: string; readonly requests: readonly number[] }[] {
  const byText = new Map<string, number[]>()
  for (const { request, text } of notes) byText.set(text, [...(byText.get(text) ?? []), request])
  return [...byText].map(([text, requests]) => ({ text, requests }))
}
