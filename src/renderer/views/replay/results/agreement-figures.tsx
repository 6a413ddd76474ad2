import type { ReplayResult } from '../../../../shared/api/replay.ts'
import type { RecordedCost } from '../../../../shared/domain/replay.ts'
import { differencePercent } from '../../../../shared/lib/difference-percent.ts'
import { formatInteger, formatPercent, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { Figure, Figures } from '../../../components/figure.tsx'
import { countOf, formatSignedPercent } from '../../../lib/format.ts'

type AgreementProps = Pick<ReplayResult, 'recorded'>
type PlayedProps = AgreementProps & { readonly isAnythingPlayed: boolean }

/** What of the record is compared with its replay and how far both agree, and what policies are held against. */
export function AgreementFigures({ recorded, isAnythingPlayed }: PlayedProps) {
  return (
    <Figures>
      <ComparedFigures recorded={recorded} />
      <LostFigure recorded={recorded} />
      <PlayedFigures recorded={recorded} isAnythingPlayed={isAnythingPlayed} />
    </Figures>
  )
}

function ComparedFigures({ recorded }: AgreementProps) {
  const { comparedRequests, differencePercent: difference, modelledDifferencePercent: modelled } = recorded
  const shareUsd = comparedShare(recorded)
  return (
    <>
      <Figure
        label="Recorded"
        value={recorded.costUsd === null ? 'No cost' : formatUsd(recorded.costUsd)}
        note="All requests and condensations"
      />
      <Figure
        label="Replayed for what is compared"
        value={
          recorded.comparedUsd === null
            ? '–'
            : `${formatUsd(recorded.replayedUsd)} for ${formatUsd(recorded.comparedUsd)}`
        }
      />
      <Figure
        label="Difference where compared"
        value={difference === null ? '–' : formatSignedPercent(difference)}
        tone={toneOf(recorded)}
      />
      <Figure
        label="Requests compared"
        value={`${formatInteger(comparedRequests)} of ${formatInteger(recorded.requests)}`}
      />
      {shareUsd !== null && (
        <Figure
          label="Recorded cost compared"
          value={formatPercent(shareUsd)}
          note="The share of the money that the difference is told of"
        />
      )}
      <Figure
        label="From the model alone"
        value={modelled === null ? '–' : formatSignedPercent(modelled)}
        note="Without what was recorded of tokens and cache misses"
      />
      <AgreementParts recorded={recorded} />
      <Figure label="Cache not as modelled" value={countOf(recorded.cacheDeviations, 'request')} />
    </>
  )
}

/** What of the agreement is predicted, and what only taken from the record. */
function AgreementParts({ recorded: { agreement, comparedUsd } }: AgreementProps) {
  if (agreement == null || comparedUsd === null || comparedUsd === 0) return null
  const shareOf = (usd: number): string => formatPercent((100 * usd) / comparedUsd)
  return (
    <>
      <Figure
        label="Predicted part"
        value={shareOf(agreement.predictedUsd)}
        note="From the fit of tokens, the rules of the cache and listed prices"
      />
      <Figure
        label="Circular part"
        value={shareOf(agreement.circularUsd)}
        note="Agrees since sizes, cache misses or prices are taken from the record"
      />
    </>
  )
}

/** Requests that are in no figure of any policy, and their share of the recorded cost. */
function LostFigure({ recorded: { notReconstructable: lost, requests } }: AgreementProps) {
  if (lost === undefined || lost.requests === 0) return null
  return (
    <Figure
      label="Not reconstructable"
      value={`${formatInteger(lost.requests)} of ${countOf(requests, 'request')}`}
      note={
        lost.percent === null
          ? 'In no figure of any policy'
          : `${formatUsd(lost.costUsd)}, ${formatPercent(lost.percent)} of the recorded cost; in no figure of any policy`
      }
    />
  )
}

function PlayedFigures({ recorded, isAnythingPlayed }: PlayedProps) {
  const unknown = isAnythingPlayed ? 'Unknown' : 'Nothing'
  return (
    <>
      <Figure
        label="Policies are held against"
        value={recorded.playedUsd === null ? unknown : formatUsd(recorded.playedUsd)}
        note="What the record comes to when it is played"
      />
      {(recorded.estimatedUsd ?? 0) > 0 && (
        <Figure
          label="Estimated part of that"
          value={`${formatUsd(recorded.estimatedUsd)} for ${countOf(recorded.estimatedRequests, 'request')}`}
          note="Requests without a recorded cost"
        />
      )}
    </>
  )
}

/** The share of the recorded cost that is compared, percent; null where there is none to compare. */
function comparedShare({ comparedUsd, costUsd }: RecordedCost): number | null {
  return comparedUsd === null || costUsd === null || costUsd === 0 ? null : (100 * comparedUsd) / costUsd
}

/** Agreement over a part of the record is none with the whole: what is played may leave much out, or estimate it. */
function toneOf({ differencePercent: difference, playedUsd, costUsd }: ReplayResult['recorded']) {
  if (difference === null) return 'plain'
  if (Math.abs(difference) > 1) return 'bad'
  const whole = differencePercent(playedUsd, costUsd)
  return whole === null || Math.abs(whole) <= 5 ? 'good' : 'plain'
}
