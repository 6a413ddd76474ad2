import type { RecordedFiring } from '../../../../shared/domain/recorded-firing.ts'
import { formatInteger, formatPercent } from '../../../../shared/lib/format-figures.ts'
import { ownCondensationsText } from '../../../../shared/lib/own-condensations-text.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import { PlainTable } from '../../../components/plain-table.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import { useReplay } from '../replay-view.tsx'
import styles from './results.module.css'

/** Where the agent itself condensed, held against what a replay with the same settings does. */
export function RecordedFirings() {
  const { recorded, policies } = useReplay().result
  const { firings } = recorded
  const compared = policies.flatMap(({ id, firstFiring }) =>
    firstFiring === undefined ? [] : [{ id, firstFiring }],
  )
  if (firings.length === 0 && compared.length === 0) return null
  return (
    <details className={styles.reasons}>
      <summary>The agent’s own condensations: {ownCondensationsText(firings)}</summary>
      {firings.length > 0 && (
        <>
          <h3 className={styles.subtitle}>Condensations of the agent itself</h3>
          <PlainTable label="Condensations of the agent itself" columns={columns} rows={firings} />
        </>
      )}
      {compared.length > 0 && (
        <>
          <h3 className={styles.subtitle}>First condensation of each policy, held against the agent’s</h3>
          <dl aria-label="First condensation of each policy">
            {compared.map(({ id, firstFiring }) => (
              <div key={id} className={styles.pair}>
                <dt>
                  {id}: {firstFiring.same ? 'same request' : 'other request'}
                </dt>
                <dd>{firstFiring.text}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </details>
  )
}

const columns: readonly TableColumn<RecordedFiring>[] = [
  { id: 'kind', header: 'Kind', value: ({ kind }) => kind },
  { id: 'request', header: 'Before request', align: 'end', value: ({ request }) => request ?? 'unknown' },
  figureColumn('agent', 'Agent counted (tok)', ({ agentTokens }) => agentTokens, formatInteger),
  figureColumn('context', 'Context (tok)', ({ contextTokens }) => contextTokens, formatInteger),
  figureColumn('window', 'Window (tok)', ({ windowTokens }) => windowTokens, formatInteger),
  figureColumn('percent', 'Of the window', ({ percent }) => percent, formatPercent),
  { id: 'fires', header: 'Replay fires at', align: 'end', value: ({ firesAt }) => firesAt ?? 'never' },
  { id: 'same', header: 'Same request', value: ({ same }) => (same ? 'yes' : 'no') },
  { id: 'text', header: 'Why', value: ({ text }) => text },
]
