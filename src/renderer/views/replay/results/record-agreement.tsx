import { Fragment } from 'react'
import { formatInteger, formatPercent } from '../../../../shared/lib/format-figures.ts'
import { leftOutText } from '../../../../shared/lib/left-out-text.ts'
import { useReplay } from '../replay-view.tsx'
import { AgreementFigures, AnswerFigures } from './agreement-figures.tsx'
import { RecordedFirings } from './recorded-firings.tsx'
import styles from './results.module.css'

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
      <RecordedFirings />
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
