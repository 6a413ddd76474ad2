import type { RecordedCost, ReplayRequest } from '../../../shared/domain/replay.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { recordedTotals } from '../../engine/inspect/recorded-totals.ts'
import { payRecorded } from './pay-requests.ts'
import { recordReasons } from './record-reasons.ts'
import { wholeInput } from './recorded-split.ts'
import { isCircularAt } from './request-prices.ts'
import type { ReplayStep, ReplayTask } from './replay-task.ts'

/**
 * Plays again what was recorded and holds its cost against the recorded one, over the requests that have one. `task` is
 * prepared on the basis of the record, `modelled` on that of the model.
 */
export function compareWithRecord(
  usage: RecordedUsage,
  task: ReplayTask,
  modelled: ReplayTask,
): RecordedCost {
  const { costUsd } = recordedTotals(usage)
  const known = task.steps.map(({ prices, request, usage: split, costUsd: own }) =>
    prices === null || split === null || isCircularAt(task.prices, request) ? null : own,
  )
  const comparedUsd = sumWhere(known, (cost) => cost)
  const replayed = payRecorded(task)
  const paid = sumWhere(known, (_cost, at) => replayed[at]?.costUsd ?? 0)
  const modelledRequests = payRecorded(modelled)
  const modelledUsd = sumWhere(known, (_cost, at) => modelledRequests[at]?.costUsd ?? 0)
  const difference = (own: number): number | null =>
    comparedUsd === 0 ? null : (100 * (own - comparedUsd)) / comparedUsd
  return {
    costUsd,
    requests: usage.requests.length,
    comparedRequests: known.filter((cost) => cost !== null).length,
    comparedUsd,
    replayedUsd: paid,
    differencePercent: difference(paid),
    modelledDifferencePercent: difference(modelledUsd),
    cacheDeviations: task.steps.filter(deviates).length,
    reasons: [
      ...recordReasons(task, usage),
      ...(Math.abs(difference(paid) ?? 0) > largeDifferencePercent ? [largestOf(known, replayed)] : []),
    ],
  }
}

function deviates({ cacheSurpriseTokens, usage }: ReplayStep): boolean {
  return usage !== null && cacheSurpriseTokens > 0.01 * wholeInput(usage)
}

function sumWhere(known: readonly (number | null)[], value: (cost: number, at: number) => number): number {
  return known.reduce<number>((sum, cost, at) => sum + (cost === null ? 0 : value(cost, at)), 0)
}

/** Above this, the requests that differ most are named. */
const largeDifferencePercent = 1

/** The requests whose cost differs most from the recorded one. */
function largestOf(known: readonly (number | null)[], replayed: readonly ReplayRequest[]): string {
  const pairs = replayed.flatMap(({ request, costUsd }, at) => {
    const cost = known[at] ?? null
    return cost === null ? [] : [{ request, costUsd, cost }]
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
