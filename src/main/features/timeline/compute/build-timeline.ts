import { append } from '../../../../shared/kernel/append.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { ContextByKind } from '../../../../shared/kernel/part.ts'
import { isUnpriced, pickPaidUsd } from '../../../../shared/kernel/sum-recorded-usage.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import { buildCountingNotes } from '../../../../shared/kernel/words/record.ts'
import type { TimelinePoint } from '../../../../shared/timeline/types.ts'
import type { TimelineFigures, TimelineNote } from '../../../../shared/timeline/words.ts'
import type { RecordedRequest, RecordedRun } from '../../../record/recorded-run.ts'
import { buildTimelineMarkers } from './build-timeline-markers.ts'
import { sumRecordedInput } from './request-input.ts'

const nothing: TimelineFigures = {
  parent: null,
  points: [],
  markers: [],
  models: [],
  basis: 'counted',
  peakTokens: 0,
  peakBasis: 'counted',
  findings: [{ code: 'empty' }],
}

/** What a timeline is made of. */
export type TimelineInput = {
  readonly run: RecordedRun
  /** Times of the messages as their file has them; milliseconds since 1970, null where there is none. */
  readonly times: readonly (number | null)[]
  /** The task that handed this one its work, by the id of the agent. */
  readonly parentId: string | null
}

/**
 * The context of a task after each of its messages, as the next request would send it, by kind of part. Tokens are
 * those that the record gives to the messages; without one, they are counted and have no overhead. Other tasks are named
 * by the ids of the agent; how they are listed is not known here.
 */
export function buildTimeline({ run, times, parentId }: TimelineInput): TimelineFigures {
  const { messages, usage } = run
  const parent = parentId === null ? null : { id: parentId, taskId: null, title: null }
  if (messages.length === 0) return { ...nothing, parent }
  const isCalibrated = isMeasured(run)
  const { contexts, firstSeen } = collectContextsByKind(run)
  const paid = computeTimelineCosts(messages.length, usage, run.places)
  const inputs = run.requests.map(sumRecordedInput)
  const answers = new Map(
    run.requests.flatMap(({ index, answer }) =>
      answer.value === null ? [] : [[answer.value, inputs[index] ?? null] as const],
    ),
  )
  const points = contexts.map((byKind, messageIndex): TimelinePoint => ({
    messageIndex,
    ts: times[messageIndex] ?? null,
    contextTokens: sum(Object.values(byKind)),
    byKind,
    recordedTokens: answers.get(messageIndex) ?? null,
    cumulativeUsd: paid?.[messageIndex] ?? null,
  }))
  const basis = isCalibrated ? 'calibrated' : 'counted'
  return {
    parent,
    points,
    markers: buildTimelineMarkers(run, firstSeen),
    models: run.models.map(({ fromMessage, value }) => ({ fromMessage, model: value })),
    basis,
    ...findPeak(points, run, basis),
    findings: [
      ...buildTimelineNotes(run, isCalibrated),
      ...buildUnknownModelNotes(run.models, messages.length),
    ],
  }
}

/** Tokens of each part of the messages: as the record gives them, counted where it does not. */
export function selectPartTokens(run: RecordedRun): readonly (readonly number[])[] {
  return isMeasured(run) ? run.sizes.recorded.partTokens : run.sizes.partCounts
}

function isMeasured({ requests }: RecordedRun): boolean {
  return requests.some((request) => isKnown(request) && request.usage.value !== null)
}

/** Whether an answered request is known to have sent these messages. */
function isKnown({ history }: RecordedRequest): boolean {
  return history.kind === 'derived' && history.from === 'answer'
}

type Contexts = {
  readonly contexts: readonly ContextByKind[]
  readonly firstSeen: ReadonlyMap<number, number>
}

/** Follows the context from message to message, adding what comes and taking off what goes. */
function collectContextsByKind(run: RecordedRun): Contexts {
  const { contexts: changes, requests, sizes } = run
  const isCalibrated = isMeasured(run)
  const tokens = selectPartTokens(run)
  const sums = new Map<keyof ContextByKind, number>()
  const firstSeen = new Map<number, number>()
  const change = (index: number, sign: 1 | -1): void =>
    sizes.parts[index]?.forEach(({ kind }, at) =>
      sums.set(kind, (sums.get(kind) ?? 0) + sign * (tokens[index]?.[at] ?? 0)),
    )
  const contexts = changes.map(({ added, gone, request }, point) => {
    for (const index of gone) change(index, -1)
    for (const index of added) {
      change(index, 1)
      if (!firstSeen.has(index)) firstSeen.set(index, point)
    }
    const overhead = isCalibrated && request !== null ? (requests[request]?.overhead.value?.tokens ?? 0) : 0
    const own = overhead > 0 ? [...sums, ['prefix', overhead] as const] : [...sums]
    return Object.fromEntries(own.filter(([, count]) => count > 0))
  })
  return { contexts, firstSeen }
}

/**
 * The largest context of a request: of those that were recorded, and of those that were not; of all points without any.
 */
function findPeak(
  points: readonly TimelinePoint[],
  { contexts, requests }: RecordedRun,
  basis: TimelineFigures['basis'],
): Pick<TimelineFigures, 'peakTokens' | 'peakBasis'> {
  const findLargestSize = (sizes: readonly number[]): number =>
    sizes.reduce((most, tokens) => Math.max(most, tokens), 0)
  const sent = points.filter((_, index) => contexts[index]?.isSent === true)
  const shown = findLargestSize((sent.length > 0 ? sent : points).map(({ contextTokens }) => contextTokens))
  const recorded = findLargestSize(requests.map((request) => sumRecordedInput(request) ?? 0))
  return recorded > shown
    ? { peakTokens: recorded, peakBasis: 'recorded' }
    : { peakTokens: shown, peakBasis: basis }
}

/** Over which of so many messages the model is not recorded, so that no window is drawn there. */
function buildUnknownModelNotes(models: RecordedRun['models'], messages: number): TimelineNote[] {
  return models.flatMap(({ fromMessage: first, value }, index) => {
    const last = (models[index + 1]?.fromMessage ?? messages) - 1
    return value !== null || last < first ? [] : [{ code: 'unknown-model', figures: { first, last } }]
  })
}

/** What had been paid up to each of `count` messages, US dollars; null where no cost is recorded at all. */
function computeTimelineCosts(
  count: number,
  { requests, condensations }: RecordedUsage,
  places: RecordedRun['places'],
): readonly number[] | null {
  if ([...requests, ...condensations].every((one) => pickPaidUsd(one) === undefined)) return null
  const costs = Array.from({ length: count }, () => 0)
  const pay = (place: number, costUsd: number): void => {
    costs[place] = (costs[place] ?? 0) + costUsd
  }
  requests.forEach((request, index) => pay(places.ofRequest(index), pickPaidUsd(request) ?? 0))
  condensations.forEach((one) => pay(places.ofTime(one.ts) ?? count - 1, pickPaidUsd(one) ?? 0))
  let paid = 0
  return costs.map((cost) => (paid += cost))
}

/** What a timeline cannot show, and why. */
function buildTimelineNotes(
  { messages, usage, requests: all, cachedTokens, undatedRange }: RecordedRun,
  isCalibrated: boolean,
): TimelineNote[] {
  const known = all.filter(isKnown)
  const measuredEnd = known.findLast((request) => request.usage.value !== null)?.answer.value ?? -1
  const notes: TimelineNote[] = []
  if (!isCalibrated) notes.push({ code: 'counted', figures: { isRecorded: isRecorded(usage) } })
  if (usage.requests.length === 0) notes.push({ code: 'no-requests' })
  for (const code of unknownReasons) {
    const requests = all.filter(({ history }) => history.kind === 'unknown' && history.why === code).length
    if (requests > 0) notes.push({ code, figures: { requests } })
  }
  // Without any that were recorded, the first note has said so.
  const unmeasured = isCalibrated ? known.filter((request) => request.usage.value === null).length : 0
  if (unmeasured > 0) notes.push({ code: 'no-tokens', figures: { requests: unmeasured } })
  if (isCalibrated && measuredEnd < messages.length - 2)
    notes.push({ code: 'unmeasured-end', figures: { message: Math.max(0, measuredEnd) } })
  if (undatedRange !== null) notes.push({ code: 'undated-range', figures: undatedRange })
  append(notes, buildUnseenNotes(known))
  append(notes, buildCountingNotes(cachedTokens))
  append(notes, buildCostNotes(usage))
  const { subtasks = 0 } = usage
  if (subtasks > 0) notes.push({ code: 'subtasks', figures: { subtasks } })
  return notes
}

/** Reasoning and attachments that no file holds go with a condensation, too, and come to less than the system prompt. */
const mostShrinking = 2

/**
 * A session whose beginning lies in another file sends what was said there from its first request on, which is in no message
 * here. A condensation takes it away, and no system prompt: the model's is what is left behind one.
 */
function buildUnseenNotes(requests: readonly RecordedRequest[]): TimelineNote[] {
  const [first] = requests
  const end = requests.findLastIndex(({ condensations }, at) => at > 0 && condensations.length > 0)
  if (first === undefined || end < 0) return []
  const select = (own: readonly RecordedRequest[]): readonly number[] =>
    own.flatMap(({ overhead, model }) =>
      overhead.value === null || model.value !== first.model.value ? [] : overhead.value.tokens,
    )
  // The first one behind it has the fewest messages, whose sizes are estimates.
  const [left = Infinity] = select(requests.slice(end))
  const isUnseen = (tokens: number): boolean => tokens > mostShrinking * left
  const unseen = select(requests.slice(0, end)).filter(isUnseen)
  if (!isUnseen(first.overhead.value?.tokens ?? 0)) return []
  const tokens = findLargest(unseen) - left
  return [{ code: 'unseen-history', figures: { requests: unseen.length, tokens } }]
}

/** Reasons for an unknown history that a timeline names; the others change nothing in it. */
const unknownReasons = ['condensed-away', 'lost-history', 'sent-more', 'sent-less', 'no-time'] as const

/** Whether any input is recorded. */
function isRecorded({ requests }: RecordedUsage): boolean {
  return requests.some(
    ({ tokensIn = 0, cacheWrites = 0, cacheReads = 0 }) => tokensIn + cacheWrites + cacheReads > 0,
  )
}

/** Why the cost is not the whole cost, or why there is none. */
function buildCostNotes({ requests, condensations, session }: RecordedUsage): TimelineNote[] {
  const derived = requests.filter(({ derivedUsd }) => derivedUsd !== undefined).length
  const atListPrices: TimelineNote[] =
    derived === 0 ? [] : [{ code: 'list-prices', figures: { requests: derived } }]
  const unpriced = requests.filter(isUnpriced)
  const terms = [...new Set(unpriced.flatMap((request) => request.unpriced ?? []))].join('; ')
  const known: TimelineNote[] =
    unpriced.length === 0
      ? atListPrices
      : [...atListPrices, { code: 'unpriced', figures: { requests: unpriced.length, terms } }]
  const unpaid = requests.filter((request) => pickPaidUsd(request) === undefined).length
  const free = unpaid - unpriced.length
  if (free === 0) return known
  const isPaid = unpaid < requests.length || condensations.some((one) => pickPaidUsd(one) !== undefined)
  const inSum: TimelineNote[] =
    session?.costUsd === undefined ? [] : [{ code: 'paid-in-sum', figures: { costUsd: session.costUsd } }]
  return [...known, { code: isPaid ? 'partly-unpaid' : 'unpaid', figures: { requests: free } }, ...inSum]
}
