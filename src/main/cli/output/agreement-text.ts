import type { ReplayedPolicy, ReplayResult } from '../../../shared/api/replay.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { differencePercent } from '../../../shared/lib/difference-percent.ts'
import { formatPercent, formatSignedPercent, formatUsd } from './figures.ts'
import { firstPairs } from './first-pairs.ts'
import { formatPairs } from './table.ts'

type Recorded = ReplayResult['recorded']

/** What a replay leaves out, how far the rest agrees with the record, and why. */
export function agreementText(recorded: Recorded, policies: readonly ReplayedPolicy[]): string {
  const { costUsd, requests, modelledDifferencePercent: modelled, cacheDeviations } = recorded
  return formatPairs([
    ['not reconstructable', lostText(recorded)],
    ['recorded', `${costUsd === null ? 'no cost' : formatUsd(costUsd)} in ${countOf(requests, 'request')}`],
    ['agreement', comparedText(recorded)],
    ['', splitText(recorded)],
    [
      '',
      modelled === null ? '' : `from the model of tokens and cache alone: ${formatSignedPercent(modelled)}`,
    ],
    ['', cacheDeviations === 0 ? '' : `cache not as modelled at ${countOf(cacheDeviations, 'request')}`],
    ['played', playedText(recorded, policies)],
    ...recorded.reasons.map((reason): [string, string] => ['because', reason]),
    ...pricesText(recorded.prices),
    ['cache', recorded.cacheStyle.text],
  ])
}

function comparedText(recorded: Recorded): string {
  const { comparedRequests, comparedUsd, replayedUsd, differencePercent: difference } = recorded
  if (comparedUsd === null || comparedRequests === 0) return 'no request can be compared'
  const share = shareText(recorded)
  const outcome = difference === null ? '' : `, ${formatSignedPercent(difference)}`
  return `${formatUsd(replayedUsd)} replayed for ${formatUsd(comparedUsd)} recorded${outcome}, over ${share}`
}

/** Requests that nothing can be said of, with their share of the money. */
function lostText({ notReconstructable: lost, requests }: Recorded): string {
  if (lost === undefined || lost.requests === 0) return ''
  const money =
    lost.percent === null
      ? ''
      : `, ${formatUsd(lost.costUsd)} (${formatPercent(lost.percent)} of the recorded cost)`
  return `${lost.requests} of ${countOf(requests, 'request')}${money}: in no figure of any policy`
}

/** What of the agreement is predicted, and what only taken from the record. */
function splitText({ agreement, comparedUsd }: Recorded): string {
  if (agreement == null || comparedUsd === null || comparedUsd === 0) return ''
  const part = (usd: number): string => `${formatUsd(usd)} (${formatPercent((100 * usd) / comparedUsd)})`
  const { predictedUsd, circularUsd, offUsd } = agreement
  return `of that ${part(predictedUsd)} predicted, ${part(circularUsd)} circular (sizes, cache misses and prices taken from the record), ${part(offUsd)} off`
}

/** How much of the record is compared: of its requests, and of its money where there is any. */
function shareText({ comparedRequests, requests, comparedUsd, costUsd }: Recorded): string {
  const money =
    comparedUsd === null || costUsd === null || costUsd === 0
      ? ''
      : ` and ${formatPercent((100 * comparedUsd) / costUsd)} of the recorded cost`
  return `${comparedRequests} of ${countOf(requests, 'request')}${money}`
}

function playedText(recorded: Recorded, policies: readonly ReplayedPolicy[]): string {
  const { playedUsd, costUsd, estimatedUsd, estimatedRequests } = recorded
  if (policies.every(({ peakContext }) => peakContext === 0)) return 'nothing: no request can be played'
  if (playedUsd === null) return 'at an unknown cost: no prices are known, so no policy has one'
  const difference = differencePercent(playedUsd, costUsd)
  const whole = difference === null ? '' : `, ${formatSignedPercent(difference)} to the whole record`
  const estimate =
    (estimatedUsd ?? 0) === 0
      ? ''
      : `; ${formatUsd(estimatedUsd)} of it estimated, for ${countOf(estimatedRequests, 'request')} without a recorded cost`
  return `${formatUsd(playedUsd)}, which the policies are held against${whole}${estimate}`
}

const mostPrices = 6

/** The first stretches of one price; a record of which no two requests go together has as many as requests. */
function pricesText(prices: Recorded['prices']): [string, string][] {
  const texts = prices.map(({ text }) => text)
  return firstPairs('prices', texts, mostPrices, '')
}
