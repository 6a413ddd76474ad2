import { Fragment } from 'react'
import { formatInteger, formatPercent } from '../../../../shared/lib/format-figures.ts'
import { leftOutText, ownCondensationsText } from '../../../../shared/words/recorded-words.ts'
import { useReplay } from '../replay-view.tsx'
import { AgreementFigures, AnswerFigures } from './agreement-figures.tsx'
import styles from './results.module.css'
import type { ExplainedCondensation } from '../../../../shared/domain/explained-condensation.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import { PlainTable } from '../../../components/plain-table.tsx'
import type { TableColumn } from '../../../components/table-column.ts'

const columns: readonly TableColumn<ExplainedCondensation>[] = [
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

/** What the replay leaves out, which policy does best, how far the rest agrees with the record, and why not further. */
export function RecordAgreement() {
  const { result, hasPrices } = useReplay()
  const { recorded } = result
  const leftOut = leftOutText(recorded)
  return (
    <section className={styles.agreement} aria-label="Agreement with the record">
      {leftOut !== '' && <p className={styles.word}>{leftOut}</p>}
      <AnswerFigures recorded={recorded} policies={result.policies} />
      {recorded.comparedRequests === 0 && hasPrices && (
        <p className={styles.word}>
          Nothing that is played can be compared with a recorded cost: no record confirms the figures below.
        </p>
      )}
      <Reasons />
      <ExplainedCondensations />
    </section>
  )
}

function Reasons() {
  const { recorded, policies } = useReplay().result
  const { reasons, prices, cacheStyle } = recorded
  return (
    <details className={styles.reasons} open={reasons.length > 0}>
      <summary>
        Agreement, reasons, prices and cache
        {prices.length > 0 &&
          ` (${prices.length === 1 ? 'one stretch' : `${prices.length} stretches`} of prices)`}
      </summary>
      <AgreementFigures
        recorded={recorded}
        isAnythingPlayed={policies.some(({ requests }) => requests.length > 0)}
      />
      {reasons.length > 0 && (
        <ul aria-label="What stands between the record and the replay">
          {reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
      <dl>
        {prices.map(({ firstRequest, lastRequest, text, worstErrorPercent, isCircular }) => (
          <Fragment key={firstRequest}>
            <dt>
              Prices, request {formatInteger(firstRequest)} to {formatInteger(lastRequest)}
            </dt>
            <dd>
              {text}
              {isCircular !== true && ` Worst error of a request: ${formatPercent(worstErrorPercent)}.`}
            </dd>
          </Fragment>
        ))}
        {prices.length === 0 && (
          <>
            <dt>Prices</dt>
            <dd>
              None are known, and none can be told from the record: so no cost is known, and no policy has one
              here.
            </dd>
          </>
        )}
        <dt>Cache</dt>
        <dd>{cacheStyle.text}</dd>
      </dl>
    </details>
  )
}

/** Where the agent itself condensed, held against what a replay with the same settings does. */
function ExplainedCondensations() {
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
