import type { RecordedCost, ReplayRequest } from '../../../shared/domain/replay.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { cachedTokensOf } from '../../engine/inspect/cached-tokens.ts'
import { recordedTotals } from '../../engine/inspect/recorded-totals.ts'
import { payRecorded } from './pay-requests.ts'
import { wholeInput } from './recorded-split.ts'
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
  const known = task.steps.map((step) => (step.prices === null ? null : step.costUsd))
  const comparedUsd = sumWhere(known, (cost) => cost)
  const paid = paidFor(task, known)
  const modelledUsd = paidFor(modelled, known)
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
    reasons: reasonsOf(task, usage),
  }
}

function deviates({ cacheSurpriseTokens, usage }: ReplayStep): boolean {
  return usage !== null && cacheSurpriseTokens > 0.01 * wholeInput(usage)
}

function paidFor(task: ReplayTask, known: readonly (number | null)[]): number {
  const requests: readonly ReplayRequest[] = payRecorded(task)
  return sumWhere(known, (_cost, at) => requests[at]?.costUsd ?? 0)
}

function sumWhere(known: readonly (number | null)[], value: (cost: number, at: number) => number): number {
  return known.reduce<number>((sum, cost, at) => sum + (cost === null ? 0 : value(cost, at)), 0)
}

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
  if (prices.length === 0) reasons.push('No cost was recorded at all, so no prices are known.')
  if (usage.condensations.some((condensation) => condensation.costUsd === undefined))
    reasons.push('The agent condensed without recording what that cost.')
  const { odd } = cachedTokensOf(usage.requests)
  if (odd.length > 0)
    reasons.push(
      `${countOf(odd.length, 'request')} with more cached tokens than input, unlike the others (${listOf(odd)}): no more than the input counts.`,
    )
  return reasons
}

const mostNamed = 5

/** The first of some requests. */
function listOf(requests: readonly number[]): string {
  const rest = requests.length - mostNamed
  return requests.slice(0, mostNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
