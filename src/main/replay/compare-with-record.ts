import type { RecordedCost, ReplayRequest } from '../../shared/domain/replay.ts'
import type { RecordedRun } from '../record/recorded-run.ts'
import { differencePercent, sum, sumKnown } from '../../shared/lib/numbers.ts'
import { isCircular, payRecorded, isEstimated, ownCosts, playedCost } from './pay-requests.ts'
import { playedParts } from './played-parts.ts'
import { recordReasons } from './record-reasons.ts'
import { wholeInput } from '../../shared/lib/recorded-totals.ts'
import type { ReplayStep, ReplayTask } from './replay-task.ts'
import { wholeDifference } from './whole-difference.ts'

/**
 * Plays again what was recorded and holds its cost against the recorded one, over the requests that have one. `task` is
 * prepared on the basis of the record, `modelled` on that of the model. `problems` are those of its files, for a person.
 */
export function compareWithRecord(
  run: RecordedRun,
  task: ReplayTask,
  modelled: ReplayTask,
  problems: readonly string[] = [],
): RecordedCost {
  const { costUsd } = run.totals
  const replayed = payRecorded(task)
  const known = task.steps.map(comparableCost)
  const compared: Compared = {
    requests: known.filter((cost) => cost !== null).length,
    costUsd: sumWhere(known, (cost) => cost),
    replayedUsd: sumWhere(known, (_cost, at) => replayed[at]?.costUsd ?? null),
  }
  const modelledRequests = payRecorded(modelled)
  const modelledUsd = sumWhere(known, (_cost, at) => modelledRequests[at]?.costUsd ?? null)
  const estimated = replayed.filter((_, at) => task.steps[at] !== undefined && isEstimated(task.steps[at]))
  const estimatedUsd = sumKnown(estimated.map((request) => request.costUsd))
  const difference = differencePercent(compared.replayedUsd, compared.costUsd)
  return {
    costUsd,
    requests: run.requests.length,
    comparedRequests: compared.requests,
    comparedUsd: compared.costUsd,
    replayedUsd: compared.replayedUsd,
    differencePercent: difference,
    modelledDifferencePercent: differencePercent(modelledUsd, compared.costUsd),
    agreement: splitAgreement(known, replayed, modelledRequests, modelled),
    notReconstructable: notReconstructable(run, task, costUsd),
    estimatedRequests: estimated.length,
    estimatedUsd,
    cacheDeviations: task.steps.filter(deviates).length,
    reasons: [
      ...problems,
      ...wholeDifference({
        recordedUsd: costUsd,
        playedUsd: playedCost(task, replayed),
        unplayedUsd: (costUsd ?? 0) - playedOfRecord(task),
        unplayedRequests: task.unmatched.length,
        estimated: { requests: estimated.length, costUsd: estimatedUsd },
        parts: playedParts(task, replayed),
      }),
      ...freeReasons(compared),
      ...recordReasons(task, run),
      ...(Math.abs(difference ?? 0) > largeDifferencePercent ? [largestOf(known, replayed)] : []),
    ],
  }
}

type Compared = {
  readonly requests: number
  readonly costUsd: number | null
  readonly replayedUsd: number | null
}

/** The recorded cost of a request, where the one of its replay is not taken from it; else null. */
function comparableCost(step: ReplayStep): number | null {
  return step.prices === null || isEstimated(step) || isCircular(step) ? null : step.costUsd
}

/** The requests that are in no figure, and their share of the money. */
function notReconstructable(
  { requests }: RecordedRun,
  { unmatched }: ReplayTask,
  recordedUsd: number | null,
): RecordedCost['notReconstructable'] {
  const costs = unmatched.flatMap(({ request }) => requests[request]?.costUsd.value ?? [])
  const costUsd = recordedUsd === null ? null : sum(costs)
  const percent = costUsd === null || !recordedUsd ? null : (100 * costUsd) / recordedUsd
  return { requests: unmatched.length, costUsd, percent }
}

/** What was recorded of all that is played. */
function playedOfRecord(task: ReplayTask): number {
  return sum([...task.steps.map(({ costUsd }) => costUsd ?? 0), ...ownCosts(task)])
}

/** A percentage says nothing where nothing was paid. */
function freeReasons({ requests, costUsd, replayedUsd }: Compared): string[] {
  if (requests === 0 || costUsd !== 0) return []
  return replayedUsd === 0
    ? [
        'Every request that is compared was recorded at no cost, as those of local and flat-rate models are: their replay costs nothing either.',
      ]
    : ['Every request that is compared was recorded at no cost, which no percentage can be told of.']
}

function deviates({ cacheSurpriseTokens, usage }: ReplayStep): boolean {
  return usage !== null && cacheSurpriseTokens > 0.01 * wholeInput(usage)
}

/** Over the requests that are compared; null where none is. */
function sumWhere(
  known: readonly (number | null)[],
  value: (cost: number, at: number) => number | null,
): number | null {
  const values = known.flatMap((cost, at) => (cost === null ? [] : [value(cost, at)]))
  return values.length === 0 ? null : sumKnown(values)
}

/** Above this, the requests that differ most are named. */
const largeDifferencePercent = 1

/** The requests whose cost differs most from the recorded one. */
function largestOf(known: readonly (number | null)[], replayed: readonly ReplayRequest[]): string {
  const pairs = replayed.flatMap(({ request, costUsd }, at) => {
    const cost = known[at] ?? null
    return cost === null || costUsd === null ? [] : [{ request, costUsd, cost }]
  })
  const named = pairs
    .toSorted((a, b) => Math.abs(b.costUsd - b.cost) - Math.abs(a.costUsd - a.cost))
    .slice(0, mostNamed)
    .filter(({ costUsd, cost }) => Math.abs(costUsd - cost) > leastNamedUsd)
    .map(
      ({ request, costUsd, cost }) => `request ${request} ($${costUsd.toFixed(4)} for $${cost.toFixed(4)})`,
    )
  return `The replay differs most from the record at ${named.join(', ')}.`
}

const leastNamedUsd = 0.00005
const mostNamed = 5

/**
 * Parts what was recorded of some requests by what makes the replay agree with it. What the model alone comes to is
 * predicted, as far as it meets the record; what the replay meets beyond that it has from the record. Requests whose
 * prices were told from costs, and tasks without a fit of their tokens, predict nothing. `known` are the recorded costs of
 * what is compared; `replayed` and `modelled` are in the same order.
 */
function splitAgreement(
  known: readonly (number | null)[],
  replayed: readonly ReplayRequest[],
  modelled: readonly ReplayRequest[],
  { steps, isFitted }: Pick<ReplayTask, 'steps' | 'isFitted'>,
): NonNullable<RecordedCost['agreement']> | null {
  let [predictedUsd, circularUsd, offUsd] = [0, 0, 0]
  let compared = 0
  for (const [at, costUsd] of known.entries()) {
    if (costUsd === null) continue
    compared += 1
    const met = (playedUsd: number | null): number =>
      playedUsd === null ? 0 : Math.max(0, costUsd - Math.abs(playedUsd - costUsd))
    const isPredicted = isFitted && isListed(steps[at])
    const replayedUsd = met(replayed[at]?.costUsd ?? null)
    const ownUsd = isPredicted ? Math.min(met(modelled[at]?.costUsd ?? null), replayedUsd) : 0
    predictedUsd += ownUsd
    circularUsd += replayedUsd - ownUsd
    offUsd += costUsd - replayedUsd
  }
  return compared === 0 ? null : { predictedUsd, circularUsd, offUsd }
}

/** Whether its prices are those of the library, and not told from what was paid. */
function isListed(step: ReplayStep | undefined): boolean {
  return step?.priceEvidence.kind === 'derived' && step.priceEvidence.from === 'library'
}
