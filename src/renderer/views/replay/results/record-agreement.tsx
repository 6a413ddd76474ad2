import { Fragment } from 'react'
import { formatInteger, formatPercent, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { Figure, Figures } from '../../../components/figure.tsx'
import { countOf, formatSignedPercent } from '../../../lib/format.ts'
import { useReplay } from '../replay-view.tsx'
import { RecordedFirings } from './recorded-firings.tsx'
import styles from './results.module.css'

/** How far the replay of what was recorded agrees with the record, and why not further. */
export function RecordAgreement() {
  const { result, hasPrices } = useReplay()
  const { recorded } = result
  const { comparedRequests, differencePercent: difference, modelledDifferencePercent: modelled } = recorded
  return (
    <section className={styles.agreement} aria-label="Agreement with the record">
      <Figures>
        <Figure
          label="Recorded"
          value={formatUsd(hasPrices || recorded.costUsd > 0 ? recorded.costUsd : null)}
          note="All requests and condensations"
        />
        <Figure
          label="Replayed for what is compared"
          value={
            comparedRequests === 0
              ? '–'
              : `${formatUsd(recorded.replayedUsd)} for ${formatUsd(recorded.comparedUsd)}`
          }
        />
        <Figure
          label="Difference"
          value={difference === null ? '–' : formatSignedPercent(difference)}
          tone={difference === null ? 'plain' : Math.abs(difference) <= 1 ? 'good' : 'bad'}
        />
        <Figure
          label="Requests compared"
          value={`${formatInteger(comparedRequests)} of ${formatInteger(recorded.requests)}`}
        />
        <Figure
          label="From the model alone"
          value={modelled === null ? '–' : formatSignedPercent(modelled)}
          note="Without what was recorded of tokens and cache misses"
        />
        <Figure label="Cache not as modelled" value={countOf(recorded.cacheDeviations, 'request')} />
        <Figure
          label="Policies are held against"
          value={formatUsd(hasPrices ? recorded.playedUsd : null)}
          note="What the record comes to when it is played"
        />
      </Figures>
      {difference === null && hasPrices && (
        <p className={styles.word}>
          No request of this task has a recorded cost that could be compared: the figures below rest on
          estimates alone.
        </p>
      )}
      <Reasons />
      <RecordedFirings />
    </section>
  )
}

function Reasons() {
  const { recorded } = useReplay().result
  const { reasons, prices, cacheStyle } = recorded
  return (
    <details className={styles.reasons} open={reasons.length > 0}>
      <summary>
        Reasons, prices and cache
        {prices.length > 0 &&
          ` (${prices.length === 1 ? 'one stretch' : `${prices.length} stretches`} of prices)`}
      </summary>
      {reasons.length > 0 && (
        <ul aria-label="What stands between the record and the replay">
          {reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
      <dl>
        {prices.map(({ firstRequest, lastRequest, text, worstErrorPercent }) => (
          <Fragment key={firstRequest}>
            <dt>
              Prices, request {formatInteger(firstRequest)} to {formatInteger(lastRequest)}
            </dt>
            <dd>
              {text} Worst error of a request: {formatPercent(worstErrorPercent)}.
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
