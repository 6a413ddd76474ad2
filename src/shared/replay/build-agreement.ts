import { buildFacts, listFirst, type Block } from '../document/document.ts'
import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatPercent, formatSignedPercent, formatUsd } from '../kernel/format-figures.ts'
import { computeDifferencePercent } from '../kernel/numbers.ts'
import type { ReplayResult } from './contract.ts'

type Recorded = ReplayResult['recorded']

/**
 * What a replay leaves out, how far the rest agrees with the record, and why, for the terminal and the Replay tab. A
 * record of which no two requests go together has as many prices as requests, so only so many are named.
 */
export function buildAgreement(
  { recorded, policies }: Pick<ReplayResult, 'recorded' | 'policies'>,
  mostPrices: number,
): Block {
  const { costUsd, requests, modelledDifferencePercent: modelled, cacheDeviations, prices } = recorded
  return buildFacts([
    ['not reconstructable', describeLostRequests(recorded)],
    [
      'recorded',
      `${costUsd === null ? 'no cost' : formatUsd(costUsd)} in ${formatCountWithNoun(requests, 'request')}`,
    ],
    [
      'agreement',
      [
        describeComparedRequests(recorded),
        describeParts(recorded),
        modelled === null ? '' : `from the model of tokens and cache alone: ${formatSignedPercent(modelled)}`,
        cacheDeviations > 0
          ? `cache not as modelled at ${formatCountWithNoun(cacheDeviations, 'request')}`
          : '',
      ].filter((text) => text !== ''),
    ],
    ['played', describePlayedRequests(recorded, policies)],
    ['because', recorded.reasons],
    [
      'prices',
      prices.length === 0
        ? 'none are known, and none can be derived from the record'
        : listFirst(
            prices.map(({ text }) => text),
            mostPrices,
          ),
    ],
    ['cache', recorded.cacheStyle.text],
  ])
}

function describeComparedRequests(recorded: Recorded): string {
  const { comparedRequests, comparedUsd, replayedUsd, requests, costUsd, differencePercent } = recorded
  if (comparedUsd === null || comparedRequests === 0) return 'no request can be compared'
  const outcome = differencePercent === null ? '' : `, ${formatSignedPercent(differencePercent)}`
  const money =
    costUsd === null || costUsd === 0
      ? ''
      : ` and ${formatPercent((100 * comparedUsd) / costUsd)} of the recorded cost`
  return `${formatUsd(replayedUsd)} replayed for ${formatUsd(comparedUsd)} recorded${outcome}, over ${comparedRequests} of ${formatCountWithNoun(requests, 'request')}${money}`
}

/** Requests that nothing can be said of, with their share of the money. */
function describeLostRequests({ notReconstructable: lost, requests }: Recorded): string {
  if (lost === undefined || lost.requests === 0) return ''
  const money =
    lost.percent === null
      ? ''
      : `, ${formatUsd(lost.costUsd)} (${formatPercent(lost.percent)} of the recorded cost)`
  return `${lost.requests} of ${formatCountWithNoun(requests, 'request')}${money}: in no figure of any policy`
}

/** What of the agreement is predicted, and what only taken from the record. */
function describeParts({ agreement, comparedUsd }: Recorded): string {
  if (agreement == null || comparedUsd === null || comparedUsd === 0) return ''
  const formatCostShare = (usd: number): string =>
    `${formatUsd(usd)} (${formatPercent((100 * usd) / comparedUsd)})`
  const { predictedUsd, circularUsd, offUsd } = agreement
  return `of that ${formatCostShare(predictedUsd)} predicted, ${formatCostShare(circularUsd)} circular (sizes, cache misses and prices taken from the record), ${formatCostShare(offUsd)} off`
}

function describePlayedRequests(recorded: Recorded, policies: ReplayResult['policies']): string {
  const { playedUsd, costUsd, estimatedUsd, estimatedRequests } = recorded
  if (policies.every(({ peakContext }) => peakContext === 0)) return 'nothing: no request can be played'
  if (playedUsd === null) return 'at an unknown cost: no prices are known, so no policy has one'
  const difference = computeDifferencePercent(playedUsd, costUsd)
  const whole = difference === null ? '' : `, ${formatSignedPercent(difference)} to the whole record`
  const estimate =
    (estimatedUsd ?? 0) === 0
      ? ''
      : `, ${formatUsd(estimatedUsd)} of it estimated, for ${formatCountWithNoun(estimatedRequests, 'request')} without a recorded cost`
  return `${formatUsd(playedUsd)}, which the policies are compared with${whole}${estimate}`
}
