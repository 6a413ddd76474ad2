import type { PriceSegment } from '../../shared/domain/replay.ts'
import type { RecordedUsage } from '../../shared/domain/usage.ts'
import { countOf } from '../../shared/lib/count-of.ts'
import { countingNotes } from '../../shared/words/counting-notes.ts'
import { unknownHistoryText } from '../../shared/words/unknown-history.ts'
import type { RecordedRun } from '../record/recorded-run.ts'
import type { ReplayTask } from './replay-task.ts'
import { isCircular } from './pay-requests.ts'

/** What stands between the whole record and what is compared; sentences for a person. */
export function recordReasons(task: ReplayTask, { usage, requests, cachedTokens }: RecordedRun): string[] {
  const { steps, unmatched, prices } = task
  const reasons: string[] = []
  const own = firstOwnContext(task)
  if (own !== null)
    reasons.push(
      `From request ${own} on the agent sent less than all there was: what agrees with the record is “recorded”, and “none” sends what was condensed, truncated or left out as well.`,
    )
  for (const [reason, own] of Map.groupBy(unmatched, (one) => one.reason))
    reasons.push(`${countOf(own.length, 'request')} cannot be played again. ${unknownHistoryText(reason)}`)
  reasons.push(...damagesOf(usage))
  const unmeasured = steps.filter((step) => step.usage === null).length
  if (unmeasured > 0)
    reasons.push(
      `${countOf(unmeasured, 'request')} without recorded tokens: estimated, with a cost that is in no comparison.`,
    )
  const unpaid = steps.filter((step) => step.usage !== null && step.costUsd === null).length
  if (unpaid > 0) reasons.push(`${countOf(unpaid, 'request')} without a recorded cost.`)
  const circular = steps.filter((step) => step.costUsd !== null && isCircular(step))
  if (circular.length > 0) {
    const circularUsd = circular.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
    reasons.push(
      `${countOf(circular.length, 'request')} ($${circularUsd.toFixed(4)}) with prices that nothing but their own cost tells: in no comparison.`,
    )
  }
  reasons.push(...priceReasonsOf(prices, usage))
  if (usage.condensations.some((condensation) => condensation.costUsd === undefined))
    reasons.push('The agent condensed without recording what that cost.')
  if (usage.apartUsd !== undefined)
    reasons.push(
      `$${usage.apartUsd.toFixed(4)} of requests that were taken back, or of subagents, are recorded as sums alone: they are in no figure here.`,
    )
  const impossible = requests.flatMap(({ index, usage: own }) =>
    own.kind === 'unknown' && own.why === 'impossible' ? [index] : [],
  )
  if (impossible.length > 0)
    reasons.push(
      `${countOf(impossible.length, 'request')} with far more input than those before and behind (${listOf(impossible)}): taken as not recorded.`,
    )
  const { odd } = cachedTokens
  reasons.push(...countingNotes(cachedTokens))
  if (odd.length > 0)
    reasons.push(
      `${countOf(odd.length, 'request')} with more cached tokens than input, unlike the others (${listOf(odd)}): no more than the input counts.`,
    )
  return reasons
}

const mostNamed = 5

/** The first request that did not send everything that stands before it in the file; null where all did. */
function firstOwnContext({ steps, full }: ReplayTask): number | null {
  const isWhole = ({ recorded, fullCount }: ReplayTask['steps'][number]): boolean =>
    recorded.length === fullCount && recorded.every((message, index) => message === full[index])
  return steps.find((step) => !isWhole(step))?.request ?? null
}

function damagesOf({ unreadable = 0, refusedFigures = 0, requests }: RecordedUsage): string[] {
  return [
    ...(unreadable + requests.length === 0 ? ['No request is recorded.'] : []),
    ...(unreadable > 0
      ? [
          `${countOf(unreadable, 'request')} cannot be read in the record, and is neither played nor compared.`,
        ]
      : []),
    ...(refusedFigures > 0
      ? [
          `${countOf(refusedFigures, 'figure')} that no request can have (negative, not a number, or far too large) taken as not recorded.`,
        ]
      : []),
  ]
}

function priceReasonsOf(prices: readonly PriceSegment[], { requests }: RecordedUsage): string[] {
  const isCostRecorded = requests.some(({ costUsd = 0 }) => costUsd > 0)
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
