import type { ReplayedPolicy, ReplayResult } from '../../../../shared/api/replay.ts'
import type { RecordedCost } from '../../../../shared/domain/replay.ts'
import { differencePercent } from '../../../../shared/lib/numbers.ts'
import { formatInteger, formatPercent, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { Figure, Figures } from '../../../components/figure.tsx'
import { countOf, formatSignedPercent } from '../../../lib/format.ts'

type AgreementProps = Pick<ReplayResult, 'recorded'>
type AnswerProps = Pick<ReplayResult, 'recorded' | 'policies'>
type PlayedProps = AgreementProps & { readonly isAnythingPlayed: boolean }

/** Which policy is cheapest, which keeps most, and how far their figures can be believed. */
export function AnswerFigures({ recorded, policies }: AnswerProps) {
  const { differencePercent: difference } = recorded
  const cheapest = leastBy(policies, ({ id, costUsd }) => (id === 'recorded' ? null : costUsd))
  const keepsMost = leastBy(policies, ({ firings, quality }) => {
    const kept = quality['continuation-recall']
    return firings.length === 0 || kept == null ? null : -kept
  })
  return (
    <Figures>
      <Figure label="Recorded" value={recorded.costUsd === null ? 'No cost' : formatUsd(recorded.costUsd)} />
      {cheapest !== null && (
        <Figure label="Cheapest policy" value={`${cheapest.policy.id}, ${formatUsd(cheapest.value)}`} />
      )}
      {keepsMost !== null && (
        <Figure
          label="Keeps most of what was used next"
          value={`${keepsMost.policy.id}, ${formatPercent(-100 * keepsMost.value)}`}
          note="Of the policies that condensed"
        />
      )}
      <Figure
        label="Difference where compared"
        value={difference === null ? '–' : formatSignedPercent(difference)}
        note="Replayed cost against recorded cost"
        tone={toneOf(recorded)}
      />
    </Figures>
  )
}

/** The first policy with the least value; null where none has one. */
function leastBy(policies: ReplayResult['policies'], of: (policy: ReplayedPolicy) => number | null) {
  const known = policies.flatMap((policy) => {
    const value = of(policy)
    return value === null ? [] : [{ policy, value }]
  })
  return known.toSorted((one, other) => one.value - other.value)[0] ?? null
}

/** What of the record is compared with its replay, how far both agree, and what policies are held against. */
export function AgreementFigures({ recorded, isAnythingPlayed }: PlayedProps) {
  return (
    <Figures>
      <ComparedFigures recorded={recorded} />
      <PlayedFigures recorded={recorded} isAnythingPlayed={isAnythingPlayed} />
    </Figures>
  )
}

function ComparedFigures({ recorded }: AgreementProps) {
  const { comparedRequests, modelledDifferencePercent: modelled } = recorded
  const shareUsd = comparedShare(recorded)
  return (
    <>
      <Figure
        label="Replayed for what is compared"
        value={
          recorded.comparedUsd === null
            ? '–'
            : `${formatUsd(recorded.replayedUsd)} for ${formatUsd(recorded.comparedUsd)}`
        }
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
