import type { PriceStretch, RecordedCost, ReplayRequest } from '../../../shared/domain/replay.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { cachedTokensOf } from '../../engine/inspect/cached-tokens.ts'
import { recordedTotals } from '../../engine/inspect/recorded-totals.ts'
import { payRecorded } from './pay-requests.ts'
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
  const known = task.steps.map(({ prices, request, costUsd: own }) =>
    prices === null || isCircularAt(task.prices, request) ? null : own,
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
      ...reasonsOf(task, usage),
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

function reasonsOf({ steps, unmatched, prices }: ReplayTask, usage: RecordedUsage): string[] {
  const reasons: string[] = []
  for (const text of new Set(unmatched.map((one) => one.text))) {
    const count = unmatched.filter((one) => one.text === text).length
    reasons.push(`${countOf(count, 'request')} cannot be played again. ${text}`)
  }
  const unmeasured = steps.filter((step) => step.usage === null).length
  if (unmeasured > 0)
    reasons.push(
      `${countOf(unmeasured, 'request')} without recorded tokens: they are estimated, and their cost is in no comparison.`,
    )
  const unpaid = steps.filter((step) => step.usage !== null && step.costUsd === null).length
  if (unpaid > 0) reasons.push(`${countOf(unpaid, 'request')} without a recorded cost.`)
  const circular = steps.filter((step) => step.costUsd !== null && isCircularAt(prices, step.request))
  if (circular.length > 0) {
    const own = circular.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
    reasons.push(
      `${countOf(circular.length, 'request')} ($${own.toFixed(4)}) with prices that nothing but their own cost tells: they are in no comparison.`,
    )
  }
  reasons.push(...priceReasonsOf(prices, usage))
  if (usage.condensations.some((condensation) => condensation.costUsd === undefined))
    reasons.push('The agent condensed without recording what that cost.')
  const { odd } = cachedTokensOf(usage.requests)
  if (odd.length > 0)
    reasons.push(
      `${countOf(odd.length, 'request')} with more cached tokens than input, unlike the others (${listOf(odd)}): no more than the input counts.`,
    )
  return reasons
}

function priceReasonsOf(prices: readonly PriceStretch[], { requests }: RecordedUsage): string[] {
  const isCostRecorded = requests.some(({ costUsd }) => costUsd !== undefined)
  if (prices.length > 0)
    return prices.some(({ isListPrice }) => isListPrice === true)
      ? ['Where no cost was recorded, what policies cost is estimated from list prices.']
      : []
  if (isCostRecorded) return ['Costs were recorded without tokens, so no prices can be told from them.']
  return ['No cost was recorded at all, so no prices are known.']
}

/** The first of some requests. */
function listOf(requests: readonly number[]): string {
  const rest = requests.length - mostNamed
  return requests.slice(0, mostNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
