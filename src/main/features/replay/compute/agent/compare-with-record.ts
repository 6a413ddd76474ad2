import { append } from '../../../../../shared/kernel/append.ts'
import type { Message } from '../../../../../shared/kernel/message.ts'
import { computeDifferencePercent, sum, sumKnown } from '../../../../../shared/kernel/numbers.ts'
import { isPaidAsWhole, isUnpriced, sumInputTokens } from '../../../../../shared/kernel/sum-recorded-usage.ts'
import type { RecordedUsage } from '../../../../../shared/kernel/usage.ts'
import { buildCountingNotes } from '../../../../../shared/kernel/words/record.ts'
import type { PriceFigures, RecordedCost, ReplayRequest } from '../../../../../shared/replay/types.ts'
import type { ReasonNote, RecordedCostFigures } from '../../../../../shared/replay/words.ts'
import { readRecordedCost, readRecordedTotal, type RecordedRun } from '../../../../record/recorded-run.ts'
import {
  isCircular,
  payRecorded,
  isEstimated,
  listOwnCosts,
  computePlayedCost,
} from '../cost/pay-requests.ts'
import type { ReplayStep, ReplayTask } from '../replay-task.ts'
import { splitPlayedParts, explainWholeDifference } from './explain-whole-difference.ts'

/**
 * Plays again what was recorded and holds its cost against the recorded one, over the requests that have one. `task` is
 * prepared on the basis of the record, `modelled` on that of the model.
 */
export function compareWithRecord(
  run: RecordedRun,
  task: ReplayTask,
  modelled: ReplayTask,
): RecordedCostFigures {
  const costUsd = readRecordedTotal(run)
  const replayed = payRecorded(task)
  const playedUsd = computePlayedCost(task, replayed)
  const known = task.steps.map(readComparableCost)
  const compared: Compared = {
    requests: known.filter((cost) => cost !== null).length,
    costUsd: sumWhere(known, (cost) => cost),
    replayedUsd: sumWhere(known, (_cost, at) => replayed[at]?.costUsd ?? null),
  }
  const modelledRequests = payRecorded(modelled)
  const modelledUsd = sumWhere(known, (_cost, at) => modelledRequests[at]?.costUsd ?? null)
  const estimated = replayed.filter((_, at) => task.steps[at] !== undefined && isEstimated(task.steps[at]))
  const estimatedUsd = sumKnown(estimated.map((request) => request.costUsd))
  const difference = computeDifferencePercent(compared.replayedUsd, compared.costUsd)
  return {
    costUsd,
    playedUsd,
    requests: run.requests.length,
    comparedRequests: compared.requests,
    comparedUsd: compared.costUsd,
    replayedUsd: compared.replayedUsd,
    differencePercent: difference,
    modelledDifferencePercent: computeDifferencePercent(modelledUsd, compared.costUsd),
    agreement: splitAgreement(known, replayed, modelledRequests, modelled),
    notReconstructable: describeNotReconstructable(run, task, costUsd),
    estimatedRequests: estimated.length,
    estimatedUsd,
    cacheDeviations: task.steps.filter(isDeviating).length,
    notes: [
      ...explainWholeDifference({
        recordedUsd: costUsd,
        playedUsd,
        unplayedUsd: (costUsd ?? 0) - sumPlayedCosts(task),
        unplayedRequests: task.unmatched.length,
        estimated: { requests: estimated.length, costUsd: estimatedUsd },
        parts: splitPlayedParts(task, replayed),
      }),
      ...buildFreeNotes(compared),
      ...buildContextNotes(task),
      ...damageNotes(run.usage),
      ...buildStepNotes(task),
      ...priceNotes(task.prices, run.usage),
      ...buildUnpricedNotes(run.usage),
      ...buildRecordNotes(run),
      ...(Math.abs(difference ?? 0) > largeDifferencePercent ? [buildLargestNote(known, replayed)] : []),
    ],
  }
}

type Compared = {
  readonly requests: number
  readonly costUsd: number | null
  readonly replayedUsd: number | null
}

/** The recorded cost of a request, where the one of its replay is not taken from it; else null. */
function readComparableCost(step: ReplayStep): number | null {
  return step.prices === null || isEstimated(step) || isCircular(step) ? null : step.costUsd
}

/** The requests that are in no figure, and their share of the money. */
function describeNotReconstructable(
  { requests }: RecordedRun,
  { unmatched }: ReplayTask,
  recordedUsd: number | null,
): RecordedCost['notReconstructable'] {
  const costs = unmatched.flatMap(({ request }) => {
    const own = requests[request]
    return own === undefined ? [] : (readRecordedCost(own) ?? [])
  })
  const costUsd = recordedUsd === null ? null : sum(costs)
  const percent = costUsd === null || !recordedUsd ? null : (100 * costUsd) / recordedUsd
  return { requests: unmatched.length, costUsd, percent }
}

/** What was recorded of all that is played. */
function sumPlayedCosts(task: ReplayTask): number {
  return sum([...task.steps.map(({ costUsd }) => costUsd ?? 0), ...listOwnCosts(task)])
}

/** A percentage says nothing where nothing was paid. */
function buildFreeNotes({ requests, costUsd, replayedUsd }: Compared): ReasonNote[] {
  if (requests === 0 || costUsd !== 0) return []
  return [{ code: replayedUsd === 0 ? 'all-free' : 'recorded-free' }]
}

/** What was not sent whole, and what cannot be played. */
function buildContextNotes({ steps, full, unmatched }: ReplayTask): ReasonNote[] {
  const alike = new Map<readonly Message[], number>()
  const countAlikeMessages = (list: readonly Message[]): number => {
    const other = list.findIndex((message, index) => message !== full[index])
    return other < 0 ? list.length : other
  }
  const isWhole = ({ recorded: { list, count }, fullCount }: ReplayStep): boolean => {
    if (!alike.has(list)) alike.set(list, countAlikeMessages(list))
    return count === fullCount && (alike.get(list) ?? 0) >= count
  }
  const first = steps.find((step) => !isWhole(step))
  return [
    ...(first === undefined
      ? []
      : [{ code: 'sent-less-than-all', figures: { request: first.request } } as const]),
    ...[...Map.groupBy(unmatched, (one) => one.reason)].map(([reason, own]): ReasonNote => ({
      code: 'unplayable',
      figures: { requests: own.length, reason },
    })),
  ]
}

function damageNotes({ unreadable = 0, refusedFigures = 0, requests }: RecordedUsage): ReasonNote[] {
  const notes: ReasonNote[] = []
  if (unreadable + requests.length === 0) notes.push({ code: 'no-requests' })
  if (unreadable > 0) notes.push({ code: 'unreadable', figures: { requests: unreadable } })
  if (refusedFigures > 0) notes.push({ code: 'refused-figures', figures: { refused: refusedFigures } })
  return notes
}

/** Requests that are played and in no comparison. */
function buildStepNotes({ steps }: ReplayTask): ReasonNote[] {
  const notes: ReasonNote[] = []
  const unmeasured = steps.filter(({ usage }) => usage === null).length
  if (unmeasured > 0) notes.push({ code: 'no-tokens', figures: { requests: unmeasured } })
  const unpaid = steps.filter(({ usage, costUsd }) => usage !== null && costUsd === null).length
  if (unpaid > 0) notes.push({ code: 'no-cost', figures: { requests: unpaid } })
  const circular = steps.filter((step) => step.costUsd !== null && isCircular(step))
  const costUsd = sum(circular.map((step) => step.costUsd ?? 0))
  if (circular.length > 0) notes.push({ code: 'own-prices', figures: { requests: circular.length, costUsd } })
  return notes
}

function buildUnpricedNotes({ requests }: RecordedUsage): ReasonNote[] {
  const unpriced = requests.filter(isUnpriced)
  const terms = [...new Set(unpriced.flatMap((request) => request.unpriced ?? []))].join('; ')
  return unpriced.length === 0 ? [] : [{ code: 'unpriced', figures: { requests: unpriced.length, terms } }]
}

function priceNotes(prices: readonly PriceFigures[], usage: RecordedUsage): ReasonNote[] {
  if (prices.length > 0)
    return prices.some(({ isListPrice }) => isListPrice === true) ? [{ code: 'list-prices' }] : []
  if (usage.session?.costUsd !== undefined && isPaidAsWhole(usage))
    return [{ code: 'cost-as-sum', figures: { costUsd: usage.session.costUsd } }]
  const isCostRecorded = usage.requests.some(({ costUsd = 0 }) => costUsd > 0)
  return [{ code: isCostRecorded ? 'costs-without-tokens' : 'no-costs' }]
}

/** What the record leaves out or gets wrong. */
function buildRecordNotes({ usage, requests, cachedTokens }: RecordedRun): ReasonNote[] {
  const notes: ReasonNote[] = []
  if (usage.condensations.some(({ costUsd }) => costUsd === undefined))
    notes.push({ code: 'unpriced-condensation' })
  if (usage.apartUsd !== undefined) notes.push({ code: 'sums-apart', figures: { costUsd: usage.apartUsd } })
  const impossible = requests.flatMap(({ index, usage: own }) =>
    own.kind === 'unknown' && own.why === 'impossible' ? [index] : [],
  )
  if (impossible.length > 0) notes.push({ code: 'impossible-input', figures: { requests: impossible } })
  append(notes, buildCountingNotes(cachedTokens))
  const { odd } = cachedTokens
  if (odd.length > 0) notes.push({ code: 'odd-cached', figures: { requests: odd } })
  return notes
}

function isDeviating({ cacheSurpriseTokens, usage }: ReplayStep): boolean {
  return usage !== null && cacheSurpriseTokens > 0.01 * sumInputTokens(usage)
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
function buildLargestNote(known: readonly (number | null)[], replayed: readonly ReplayRequest[]): ReasonNote {
  const pairs = replayed.flatMap(({ request, costUsd }, at) => {
    const cost = known[at] ?? null
    return cost === null || costUsd === null ? [] : [{ request, costUsd, cost }]
  })
  const named = pairs
    .toSorted((a, b) => Math.abs(b.costUsd - b.cost) - Math.abs(a.costUsd - a.cost))
    .slice(0, mostNamed)
    .filter(({ costUsd, cost }) => Math.abs(costUsd - cost) > leastNamedUsd)
    .map(({ request, costUsd, cost }) => ({ request, playedUsd: costUsd, recordedUsd: cost }))
  return { code: 'largest', figures: { requests: named } }
}

const leastNamedUsd = 0.00005
const mostNamed = 5

/**
 * Parts what was recorded of some requests by what makes the replay agree with it. What the model alone comes to is
 * predicted, as far as it meets the record; what the replay meets beyond that it has from the record. Requests whose
 * prices were taken from costs, and tasks without a fit of their tokens, predict nothing. `known` are the recorded costs of
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
    const computeMatchedCost = (playedUsd: number | null): number =>
      playedUsd === null ? 0 : Math.max(0, costUsd - Math.abs(playedUsd - costUsd))
    const isPredicted = isFitted && isListed(steps[at])
    const replayedUsd = computeMatchedCost(replayed[at]?.costUsd ?? null)
    const ownUsd = isPredicted ? Math.min(computeMatchedCost(modelled[at]?.costUsd ?? null), replayedUsd) : 0
    predictedUsd += ownUsd
    circularUsd += replayedUsd - ownUsd
    offUsd += costUsd - replayedUsd
  }
  return compared === 0 ? null : { predictedUsd, circularUsd, offUsd }
}

/** Whether its prices are those of the library, and not taken from what was paid. */
function isListed(step: ReplayStep | undefined): boolean {
  return step?.priceEvidence.kind === 'derived' && step.priceEvidence.from === 'library'
}
